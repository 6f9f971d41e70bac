"""Languages: which there are, and which one the person at the keyboard reads."""

import os
from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("en", "fr")
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def language(environment: Mapping[str, str] | None = None) -> str:
    """The language of the locale ("fr_FR.UTF-8": "fr"), or English where it names none of ours."""
    variables = os.environ if environment is None else environment
    locale = next((variables[name] for name in _VARIABLES if variables.get(name)), "")
    wished = [locale]
    if locale not in ("", "C", "POSIX"):  # as gettext does: a list of wishes counts beside a real locale
        wished = [*variables.get("LANGUAGE", "").split(":"), locale]
    codes = (wish.replace("-", "_").partition("_")[0].partition(".")[0].lower() for wish in wished)
    return next((code for code in codes if code in LANGUAGES), LANGUAGES[0])
