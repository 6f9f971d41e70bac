"""Forms: filling in a participant's sheet, and showing it, as data that a terminal or a page draws."""

from collections.abc import Iterator
from typing import Any

import msgspec

from contrecoup.kernel import Card, Message, Name, Part, Refusal, Table, Track, View, message
from contrecoup.kernel.form import Field, Offer, Step
from contrecoup.rulesets.tracing.entries import Content, Software, Stock, name_of
from contrecoup.rulesets.tracing.obstacles import program_fault
from contrecoup.rulesets.tracing.rules.skill import pool_of
from contrecoup.rulesets.tracing.sheets import MONITOR, Attacker, Helper, Participant, Program

MOST_SKILL, MOST_HISTORY = 20, 40
SKILLS = ("computers", "stealth", "intelligence", "body", "tech_pool")
LEVELS = ("1", "2", "3", "4")


def price_of(program: Program, stock: Stock) -> int:
    """What a program costs: its price for each point of rating."""
    software = stock.programs.get(program.kind)
    return software.price * program.rating if software else 0


class Forms:
    """What the builder, the check and importers share. There are no points to spend."""

    def blank(self, kind: str) -> dict[str, Any]:
        """What a new sheet of a kind begins with, where its type names no default."""
        return {"computers": 0, **({"side": "attackers"} if kind == "helper" else {})}

    def steps(self, sheet: Participant, content: Content) -> tuple[Step, ...]:
        """The steps of a sheet as it stands."""
        price = sum(price_of(program, content.stock) for program in sheet.programs)
        bought = (message("note_programs"), message("costs", price=price))
        return (
            Step("person", Name("step.person"), tuple(_person(sheet))),
            Step("skills", Name("step.skills"), tuple(_skills(sheet)), (message("note_pool"),)),
            Step(
                "programs",
                Name("step.programs"),
                (_programs(sheet, content.stock),),
                bought,
                faults=self.faults(sheet, content),
            ),
            Step("dossier", Name("step.dossier"), tuple(_dossier(sheet)), (message("note_dossier"),)),
            Step("history", Name("step.history"), tuple(_history(sheet)), (message("note_history"),)),
        )

    def faults(self, sheet: Participant, content: Content) -> tuple[Refusal, ...]:
        """Programs that aren't for sale, or not with this rating."""
        found = (
            program_fault(program, f"programs[{place}]", content.stock)
            for place, program in enumerate(sheet.programs)
        )
        return tuple(fault for fault in found if fault is not None)

    def show(self, sheet: Participant, content: Content) -> View:
        """The sheet as it is read at the table."""
        return View(tuple(_shown(sheet, content.stock)))


def _person(sheet: Participant) -> Iterator[Field]:
    yield Field("name", "text", Name("field.name"), sheet.name)
    if isinstance(sheet, Helper):
        yield Field("side", "text", Name("field.side"), sheet.side, note=message("note_side"))


def _skills(sheet: Participant) -> Iterator[Field]:
    for skill in SKILLS:
        yield Field(skill, "number", Name(f"field.{skill}"), getattr(sheet, skill), 0, MOST_SKILL)
    yield Field("datajack", "flag", Name("field.datajack"), sheet.datajack)


def _programs(sheet: Participant, stock: Stock) -> Field:
    offers = tuple(
        Offer(software.id, name_of("programs", software), software.price, levels=True)
        for software in stock.programs.values()
    )
    value = msgspec.to_builtins(sheet.programs)
    name = Name("field.programs")
    return Field("programs", "gear", name, value, offers=offers, keys=("kind", "rating"))


def _dossier(sheet: Participant) -> Iterator[Field]:
    for level in LEVELS:
        facts = msgspec.to_builtins(sheet.dossier.facts(int(level)))
        yield Field(f"dossier.{level}", "words", Name(f"field.dossier_{level}"), facts)


def _history(sheet: Participant) -> Iterator[Field]:
    yield Field("boxes", "number", Name("field.boxes"), sheet.boxes, 0, MONITOR - 1)
    yield Field("contact", "flag", Name("field.contact"), sheet.contact)
    for level in LEVELS:
        is_known = bool(sheet.known.bits >> (int(level) - 1) & 1)
        yield Field(f"known.{level}", "flag", Name(f"field.{level}"), is_known)
    if isinstance(sheet, Attacker):
        yield Field("previous", "number", Name("field.previous"), sheet.previous, 0, MOST_HISTORY)
        yield Field("traced", "flag", Name("field.traced"), sheet.traced)
        yield Field("further", "number", Name("field.further"), sheet.further, 0, MOST_HISTORY)


# Shown


def _shown(sheet: Participant, stock: Stock) -> Iterator[Part]:
    yield Card("person", "", (message("line", what=Name("field.name"), value=sheet.name or "–"),))
    rows = [(Name(f"field.{skill}"), getattr(sheet, skill)) for skill in SKILLS[:-1]]
    rows.append((Name("field.tech_pool"), pool_of(sheet)))
    yield Table("skills", "", ("head.skill", "head.level"), tuple(rows))
    if sheet.programs:
        yield _software(sheet, stock)
    yield Track("monitor", "", sheet.boxes, MONITOR)
    yield Card("history", "", tuple(_past(sheet)))


def _software(sheet: Participant, stock: Stock) -> Table:
    """Programs with rating, price, availability and street index."""
    heads = ("head.program", "head.rating", "head.price", "head.availability", "head.street_index")
    rows: list[tuple[str | int | Name, ...]] = []
    for program in sheet.programs:
        software = stock.programs.get(program.kind)
        if software is None:
            rows.append((program.kind, program.rating, "–", "–", "–"))
            continue
        index: str | int = "–" if software.street_index is None else software.street_index
        price, name = price_of(program, stock), name_of("programs", software)
        rows.append((name, program.rating, price, availability(software, program.rating), index))
    total = sum(price_of(program, stock) for program in sheet.programs)
    return Table("programs", "", heads, (*rows, (Name("head.total"), "", total, "", "")))


def availability(software: Software, rating: int) -> str:
    """The number, and the days where the program names them: "4 / 4"; halves as fractions, "7½"."""
    if software.availability is None:
        return "–"
    whole, half = divmod(software.availability.halves(rating), 2)
    number = f"{whole}½" if half else str(whole)
    return f"{number} / {software.days * rating}" if software.days else number


def _past(sheet: Participant) -> Iterator[Message]:
    facts: list[tuple[str, int]] = []
    if isinstance(sheet, Attacker):
        facts += [("previous", sheet.previous), ("further", sheet.further)]
    for field, count in facts:
        yield message("line", what=Name(f"field.{field}"), value=count)
    for field, is_so in (("contact", sheet.contact), ("datajack", sheet.datajack)):
        yield message("line", what=Name(f"field.{field}"), value=Name("play.yes" if is_so else "play.no"))
    for level in LEVELS:
        if sheet.known.bits >> (int(level) - 1) & 1:
            yield message("line", what=Name(f"field.{level}"), value=Name("play.yes"))
