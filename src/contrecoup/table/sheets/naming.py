"""Naming: what kinds of sheets and their entries are called, where their rule set has a name for them."""

import msgspec

from contrecoup.kernel.form import Step
from contrecoup.kernel.message import Name
from contrecoup.registry.places import parsed
from contrecoup.text import Texts


def risen(text: str) -> str:
    """A text as it stands at the beginning of a line."""
    return text[:1].upper() + text[1:]


def kind_name(rules: str, sort: str, lang: str) -> str:
    """What a kind of sheet is called."""
    texts = Texts(lang, rules)
    return risen(next((texts.name(id) for id in (f"kind.{sort}", f"seat.{sort}") if texts.has(id)), sort))


def entry_name(key: str, texts: Texts) -> str:
    """What an entry of a sheet is called."""
    return next((texts.name(id) for id in (f"field.{key}", f"part.{key}") if texts.has(id)), key)


def word_name(value: str, texts: Texts) -> str:
    """A word of a file as people read it."""
    return texts.name(f"part.{value}") if texts.has(f"part.{value}") else value


def labelled(step: Step, texts: Texts) -> Step:
    """The step with names for fields that its rule set leaves to their keys."""
    named = (
        field if texts.has(field.name.id) else msgspec.structs.replace(field, name=_label(field.path, texts))
        for field in step.fields
    )
    return msgspec.structs.replace(step, fields=tuple(named))


def _label(path: str, texts: Texts) -> Name | str:
    label = ""
    for key in parsed(path) or ():
        said = texts.number(key + 1) if isinstance(key, int) else entry_name(key, texts)
        if isinstance(key, int):
            label = f"{label} {said}"
        else:
            label = texts.text("sight.below", above=label, below=said) if label else said
    return label
