"""`contrecoup sheet`: characters built, checked, shown, and what time, money and experience do to them."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, Misused, chosen
from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Screen, printable
from contrecoup.cli.sheets import files
from contrecoup.kernel import Refused
from contrecoup.table.sheets import OpenSheet, forms_of
from contrecoup.table.sheets.writing import toml
from contrecoup.text import Texts

Action = Literal["new", "check", "show", "steps", "later", "restore", "raise"]
Packs = Annotated[tuple[Path, ...], Parameter(name="--pack", negative="", help="cli.sheet.pack")]


def sheet(
    action: Annotated[Action, Parameter(help="cli.sheet.action")],
    file: Annotated[Path, Parameter(help="cli.sheet.file")],
    /,
    *,
    rules: Annotated[str, Parameter(help="cli.sheet.rules")] = "",
    kind: Annotated[str, Parameter(help="cli.sheet.kind")] = "",
    pack: Packs = (),
    form: Annotated[
        Literal["terminal", "markdown", "html"], Parameter(name="--as", help="cli.sheet.as")
    ] = "terminal",
    minutes: Annotated[int, Parameter(help="cli.sheet.minutes")] = 0,
    levels: Annotated[int, Parameter(help="cli.sheet.levels")] = 1,
    ability: Annotated[str, Parameter(help="cli.sheet.ability")] = "",
    lang: Lang = None,
    json: Json = False,
) -> int | None:
    """The help of everything here is in the catalogues."""
    if action == "new":
        return _new(file, rules, kind, pack, chosen(lang))
    opened = files.read(file, pack, rules, kind)
    texts = Texts(chosen(lang), opened.manifest.id)
    match action:
        case "check":
            _check(opened, file, texts, json)
        case "show":
            _show(opened, texts, form, json)
        case "steps":
            write_json({"steps": [_step(step, texts) for step in _steps(opened)]})
        case "later":
            if minutes <= 0:
                raise Misused("cli.sheet.no_minutes")
            _change(opened, file, opened.ruleset.later(opened.sheet, minutes), texts, json)
        case "restore":
            _change(opened, file, _maker(opened).restored(opened.sheet, levels, opened.content), texts, json)
        case _:
            if not ability:
                raise Misused("cli.sheet.no_ability")
            _change(opened, file, _maker(opened).raised(opened.sheet, ability, opened.content), texts, json)
    return None


def _maker(opened: OpenSheet) -> Any:
    """The forms of a rule set that knows money and experience."""
    forms = forms_of(opened.ruleset)
    if not hasattr(forms, "restored"):
        raise Misused("cli.sheet.not_here", rules=opened.manifest.id)
    return forms


def _new(path: Path, rules: str, kind: str, packs: tuple[Path, ...], lang: str) -> int:
    """Begin, or go on with what lies in the file or in its draft."""
    from contrecoup.cli.sheets.builder import Builder

    draft = files.draft_of(path)
    there = next((each for each in (draft, path) if each.is_file()), None)
    if there is not None:
        opened = files.read(there, packs, rules, kind)
    else:
        kind = kind or _asked_kind(rules, lang)
        opened = files.opened(_blank(rules, kind), packs, rules, kind)
    texts = Texts(lang, opened.manifest.id)
    whole = (
        path
        if not path.name.endswith(files.DRAFT)
        else path.with_name(path.name.removesuffix(files.DRAFT) + ".toml")
    )
    done = Builder(opened, whole, forms_of(opened.ruleset), texts, Screen()).run()
    return 0 if done else 1


def _blank(rules: str, kind: str) -> dict[str, Any]:
    """What a new sheet begins with, where the command says which it is."""
    if not rules:
        return {}
    from contrecoup.registry import get
    from contrecoup.table.sheets.blanks import blank_sheet

    ruleset = get(rules)
    return {"rules": rules, **(blank_sheet(ruleset, kind) if kind in ruleset.sheets else {})}


def _asked_kind(rules: str, lang: str) -> str:
    """The kind that is built where the command names none: the only one, or what somebody answers."""
    if not rules:
        return ""
    from contrecoup.cli.sheets.builder import chosen_kind
    from contrecoup.registry import get

    kinds = list(get(rules).sheets)
    return kinds[0] if len(kinds) == 1 else chosen_kind(kinds, Texts(lang, rules), Screen())


def _check(opened: OpenSheet, path: Path, texts: Texts, as_json: bool) -> None:
    """Refused with every broken limit; else what was spent."""
    from contrecoup.registry import documents

    faults = forms_of(opened.ruleset).faults(opened.sheet, opened.content)
    if faults:
        lines = documents.read(path).lines()
        placed = [documents.in_file(fault, path, lines.line(fault.where)) for fault in faults]
        raise Refused(placed, opened.manifest.id)
    steps = _steps(opened)
    spent = sum(step.spent for step in steps)
    allowed = spent + (steps[-1].left if steps else 0)
    if as_json:
        write_json({"valid": True, "spent": spent, "allowed": allowed})
    elif not allowed:
        Screen().paragraph(texts.text("sheet.valid_free"))
    else:
        Screen().paragraph(texts.text("sheet.valid", spent=spent, allowed=allowed))


def _steps(opened: OpenSheet) -> tuple[Any, ...]:
    return forms_of(opened.ruleset).steps(opened.sheet, opened.content)


def _step(step: Any, texts: Texts) -> dict[str, Any]:
    """A step as data, with its words in the reader's language."""
    data: dict[str, Any] = msgspec.to_builtins(step)
    data["name"] = texts.value(step.name)
    data["notes"] = [texts.say(note) for note in step.notes]
    data["faults"] = [
        {"where": fault.where, "id": fault.id, "text": texts.refusal(fault)} for fault in step.faults
    ]
    for field, said in zip(step.fields, data["fields"], strict=True):
        said["name"] = texts.value(field.name)
        said["note"] = texts.say(field.note) if field.note is not None else ""
        for offer, offered in zip(field.offers, said["offers"], strict=True):
            offered["name"] = texts.value(offer.name)
    return data


def _show(opened: OpenSheet, texts: Texts, form: str, as_json: bool) -> None:
    from contrecoup.cli.sheets import pages, words

    view = forms_of(opened.ruleset).show(opened.sheet, opened.content)
    title = getattr(opened.sheet, "name", "") or texts.text("sheet.unnamed")
    if as_json:
        write_json(
            {
                "rules": opened.manifest.id,
                "kind": opened.kind,
                "sheet": opened.data(),
                "view": msgspec.to_builtins(view),
            }
        )
    elif form == "terminal":
        screen = Screen()
        screen.heading(printable(title))
        words.show(view, texts, screen)
    else:
        page = pages.markdown if form == "markdown" else pages.html
        Screen().print(page(view, title, texts).rstrip("\n"))


def _change(opened: OpenSheet, path: Path, sheet: Any, texts: Texts, as_json: bool) -> None:
    """Write a changed sheet, and say what is otherwise."""
    changed = msgspec.structs.replace(opened, sheet=sheet)
    before, after = opened.data(), changed.data()
    files.write(path, changed)
    differences = {key: after[key] for key in after if after[key] != before[key]}
    if as_json:
        write_json({"changed": differences})
        return
    screen = Screen()
    if not differences:
        screen.paragraph(texts.text("sheet.unchanged"))
    for key, value in differences.items():
        name = texts.name(f"field.{key}") if texts.has(f"field.{key}") else key
        screen.paragraph(texts.text("sheet.changed", name=name, value=toml(value)))
