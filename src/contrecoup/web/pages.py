"""Pages: templates rendered in one reader's language. Templates hold ids, catalogues the sentences."""

import functools
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from contrecoup.kernel import Message
from contrecoup.text import LANGUAGES, Texts
from contrecoup.web import bundle

TEMPLATES: Final = Path(__file__).parent / "templates"


class _Compiled(BytecodeCache):
    """Each template is compiled once, whatever the languages and rule sets that it is rendered for."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED: Final = _Compiled()


def render(template: str, lang: str, /, *, domain: str = "", **values: Any) -> str:
    """A template as HTML in a language; `domain` is the rule set whose texts it may use as well.

    A value that the template needs and doesn't get is an error, and every value is escaped.
    """
    return environment(lang, domain).get_template(template).render(values)


@functools.cache
def environment(lang: str, domain: str = "") -> Environment:
    """The templates with the texts of a language; what they can call stands here."""
    texts = Texts(lang, domain)
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_COMPILED,
    )
    may_call: dict[str, Any] = {
        "lang": lang,
        "languages": LANGUAGES,
        "t": texts.text,
        "say": functools.partial(_said, texts),
        "value": texts.value,
        "number": texts.number,
        "percent": texts.percent,
        "bundle": bundle.address,
        "qr": qr_code,
    }
    made.globals.update(may_call)
    made.filters |= {"kind": kind_of, "risen": risen, "json": as_json, "query": urlencode}
    made.tests["condition"] = is_condition
    return made


def kind_of(part: msgspec.Struct) -> str:
    """Which kind of part this is: "track", "condition", ..."""
    return str(part.__struct_config__.tag)


def as_json(value: Any) -> str:
    """A value as a hidden field carries it."""
    return msgspec.json.encode(value).decode()


def is_condition(value: Any) -> bool:
    """Whether a part is a standing condition, which is drawn with the others of its owner."""
    return kind_of(value) == "condition"


def risen(text: str) -> str:
    """A text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def qr_code(text: str) -> Markup:
    """A QR code as inline SVG without size, colours by the page's style."""
    import segno  # only pages with invitations need it

    code = segno.make(text, error="m", micro=False)
    # made by the library from the code's squares; the text itself isn't in it
    return Markup(code.svg_inline(border=2, omitsize=True, dark="#000", light="#fff", svgclass=None))


def _said(texts: Texts, said: Message | str) -> str:
    """A message's sentence, or words that somebody wrote."""
    return texts.say(said) if isinstance(said, Message) else said
