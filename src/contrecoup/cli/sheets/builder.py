"""The builder: a sheet filled in step by step at the terminal, back and forth, with nothing lost."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from contrecoup.cli.referee.keyboard import Keyboard
from contrecoup.cli.screen import Screen, printable
from contrecoup.cli.sheets import files
from contrecoup.cli.sheets.words import show
from contrecoup.kernel import Refused
from contrecoup.kernel.form import Field, Forms, Step
from contrecoup.table.sheets import OpenSheet
from contrecoup.table.sheets.entries import Unread, entered, placed
from contrecoup.text import Texts


class Builder:
    """Goes through the steps of a sheet. Every change is in the draft's file before the next question."""

    def __init__(self, file: OpenSheet, path: Path, forms: Forms, texts: Texts, screen: Screen) -> None:
        self.file, self.path = file, path
        self._forms, self._texts, self._screen = forms, texts, screen
        self._keyboard = Keyboard(screen.stream)

    def run(self) -> bool:
        """Ask until the sheet is finished (True: whole and saved) or left (False: the draft is saved)."""
        place = 0
        try:
            while True:
                steps = self._steps()
                if place >= len(steps):
                    if self._finish():
                        return True
                    place = len(steps) - 1
                    continue
                self._show(steps, place)
                go = self._ask(steps[place], len(steps), place)
                if go is None:
                    return self._leave()
                place = go
        except (EOFError, KeyboardInterrupt):
            return self._leave()

    def _steps(self) -> tuple[Step, ...]:
        return self._forms.steps(self.file.sheet, self.file.content)

    def _say(self, id: str, indent: str = "", **values: Any) -> None:
        self._screen.paragraph(printable(self._texts.text(id, **values)), indent)

    def _show(self, steps: tuple[Step, ...], place: int) -> None:
        step = steps[place]
        self._screen.print()
        name = self._texts.value(step.name)
        title = self._texts.text("sheet.step_title", place=place + 1, most=len(steps), name=name)
        self._screen.heading(title)
        for note in step.notes:
            self._screen.paragraph(self._texts.say(note), "  ")
        for number, field in enumerate(step.fields, start=1):
            self._show_field(number, field)
        for fault in step.faults:
            self._say("sheet.fault", "  ", reason=self._texts.refusal(fault))
        self._say("sheet.points", spent=step.spent, left=step.left)

    def _show_field(self, number: int, field: Field) -> None:
        name, value = self._texts.value(field.name), self._shown(field.value)
        if field.kind == "number":
            bounds = {"least": field.least, "most": field.most}
            self._say("sheet.number", "  ", number=number, name=name, value=value, **bounds)
        else:
            self._say("sheet.field", "  ", number=number, name=name, value=value)
        if field.note is not None:
            self._screen.paragraph(self._texts.say(field.note), "     ")
        for offer in field.offers:
            price = self._texts.number(offer.price)
            self._screen.paragraph(f"{offer.id} ({self._texts.value(offer.name)}, {price})", "     - ")

    def _ask(self, step: Step, most: int, place: int) -> int | None:
        """Where to go after a line: a step's place; None to leave."""
        line = self._keyboard.ask("> ")
        word, _, rest = line.partition(" ")
        match word:
            case "":
                return place + 1
            case "back" | "b" | "retour" | "r":
                return max(place - 1, 0)
            case "quit" | "q":
                return None
            case "show" | "s" | "voir" | "v":
                show(self._forms.show(self.file.sheet, self.file.content), self._texts, self._screen)
            case "go" | "aller" if rest.isdecimal() and 1 <= int(rest) <= most:
                return int(rest) - 1
            case "help" | "?" | "aide":
                self._say("sheet.help")
            case _:
                self._enter(step, word, rest)
        return place

    def _enter(self, step: Step, word: str, rest: str) -> None:
        """A field's number or path with its new value; what can't be is said and nothing changes."""
        field = next((f for n, f in enumerate(step.fields, 1) if word in (str(n), f.path)), None)
        if field is None:
            self._say("sheet.no_field", given=word)
            return
        try:
            data = placed(self.file.data(), field.path, entered(field, rest))
            self.file = self.file.with_data(data)
        except Unread as unread:
            self._say(unread.id, given=rest)
        except Refused as refused:
            for reason in refused.reasons:
                self._say("sheet.fault", "  ", reason=self._texts.refusal(reason))
        else:
            self._save_draft()

    def _save_draft(self) -> None:
        files.write(files.draft_of(self.path), self.file)

    def _finish(self) -> bool:
        faults = self._forms.faults(self.file.sheet, self.file.content)
        if not faults:
            files.write(self.path, self.file)
            files.draft_of(self.path).unlink(missing_ok=True)
            self._say("sheet.saved", file=str(self.path))
            return True
        self._say("sheet.not_yet", count=len(faults))
        for fault in faults:
            where = f"{fault.where}: " if fault.where else ""
            self._say("sheet.fault", "  ", reason=where + self._texts.refusal(fault))
        return False

    def _leave(self) -> bool:
        self._save_draft()
        self._say("sheet.draft_saved", file=str(files.draft_of(self.path)))
        return False

    def _shown(self, value: Any) -> str:
        """A field's value as it is typed."""
        match value:
            case bool():
                return self._texts.name("sheet.yes" if value else "sheet.no")
            case list() | tuple():
                return ", ".join(map(self._shown, value)) or "–"
            case dict():
                return " ".join(str(each) for each in value.values() if each)
            case None | "":
                return "–"
            case _:
                return str(value)


def chosen_kind(kinds: Sequence[str], texts: Texts, screen: Screen) -> str:
    """The kind of sheet that somebody wants to build; "" where no answer comes."""
    screen.paragraph(texts.text("sheet.which_kind", kinds=texts.list(kinds, "or")))
    try:
        while True:
            word = Keyboard(screen.stream).ask("> ").lower()
            found = [kind for kind in kinds if word and kind.startswith(word)]
            if len(found) == 1:
                return found[0]
            screen.paragraph(texts.text("sheet.which_kind", kinds=texts.list(kinds, "or")))
    except (EOFError, KeyboardInterrupt):
        return ""
