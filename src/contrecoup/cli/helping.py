"""Help pages: what the parser knows of a command, said in the reader's language."""

import re
from typing import TYPE_CHECKING, Any

from contrecoup.cli.screen import Screen
from contrecoup.text import Texts

if TYPE_CHECKING:
    from cyclopts.help import HelpEntry, HelpPanel

_USAGE = re.compile(r"^Usage:\s*")


class Helper:
    """Formats the parser's help; descriptions are ids of the catalogue."""

    def __init__(self, lang: str) -> None:
        self._texts = Texts(lang)
        self._screen = Screen()

    def __call__(self, console: Any, options: Any, panel: "HelpPanel") -> None:
        """One group of commands, arguments or options."""
        if not panel.entries:
            return
        self._screen.print()
        self._screen.heading(self._said(panel.title))
        for entry in panel.entries:
            self._entry(entry)

    def render_usage(self, console: Any, options: Any, usage: Any) -> None:
        """The line that shows how a command is written."""
        if usage:
            line = _USAGE.sub("", _plain(usage))
            self._screen.print(self._texts.text("cli.usage", line=line))

    def render_description(self, console: Any, options: Any, description: Any) -> None:
        """What a command is for."""
        if description:
            self._screen.print()
            self._screen.paragraph(self._said(description))

    def _entry(self, entry: "HelpEntry") -> None:
        names = ", ".join(entry.display_labels_with_metavar)
        details = [self._said(entry.description)]
        if entry.choices:
            details.append(self._texts.text("cli.help.choices", choices=", ".join(entry.choices)))
        if entry.required:
            details.append(self._texts.text("cli.help.required"))
        self._screen.paragraph(names, "  ", bold=True)
        self._screen.paragraph(" ".join(filter(None, details)), "      ")

    def _said(self, id: Any) -> str:
        return self._texts.name(_plain(id))


def _plain(text: Any) -> str:
    """The characters of what the parser hands over as rich text."""
    if text is None:
        return ""
    inner = getattr(text, "primary_renderable", text)
    return str(getattr(inner, "plain", inner)).strip()
