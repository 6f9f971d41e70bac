"""A rule set added as one folder is found and examined, and each fault planted in it is caught."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from contrecoup import registry
from contrecoup.testing import CLAIMS, Broken, Claim, Subject, found, subject

Spoil = Callable[[str, str, str], None]


def claim(name: str) -> Claim:
    return next(each for each in CLAIMS if each.name == name)


def faults(examined: Subject, name: str) -> str:
    """What the claim finds, all in one text."""
    with pytest.raises(Broken) as broken:
        claim(name)(examined)
    assert broken.value.faults
    return str(broken.value)


def test_one_folder_makes_a_rule_set_and_changes_no_other_file(coins: Path) -> None:
    assert "coins" in found()
    assert registry.find()["coins"].folder == coins


@pytest.mark.parametrize("each", CLAIMS, ids=lambda each: each.name)
def test_the_fourth_rule_set_keeps_every_claim(coins: Path, each: Claim) -> None:
    assert each.faults(subject("coins")) == ()


def test_the_pytest_module_picks_the_fourth_rule_set_up(coins: Path) -> None:
    """As its author runs it: another process, nothing but the environment variable set."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs"]
    ran = subprocess.run(
        [*command, "contrecoup.testing.suite", "-k", "coins and catalogues"],
        cwd=coins,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 passed" in ran.stdout, ran.stdout + ran.stderr


class Fault(NamedTuple):
    """A text replaced in a file of the rule set, the claim that it breaks, and what the suite says."""

    file: str
    old: str
    new: str
    claim: str
    said: tuple[str, ...]


LOADED = """
class Loaded(PlainDie, frozen=True):
    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        return {Result(1): 2, Result(2): %s}


WANTED = 2
"""

PUSHED = """    def pushed(self):
        return Toss(hider=self.hider, caller=Caller(name=""))

    def shape("""

REFUSES = """chosen = answer
            if answer not in node.options:
                raise Refused([refusal("no_such_reason")])"""

FAULTS = {
    "rules that a correction breaks on the way": Fault(
        "flow.py",
        "purse = state.purse - 1",
        "purse = (0, 1, 2, 3, 4)[state.purse - 1]",
        "corrections_are_survived",
        ("state purse = ", "play can't go on: IndexError"),
    ),
    "a leaking view": Fault(
        "view.py",
        'in ("hider", GM)',
        'in ("hider", "screen", GM)',
        "secrets_are_kept",
        ("for screen: the view shows a hidden value", "face.heads", "face.tails"),
    ),
    "a view that shows a hidden value of the setup": Fault(
        "view.py",
        "state.right, 2),",
        "state.right, 2 + len(setup.hider.note)),",
        "secrets_are_kept",
        ("seen_through with {'hider.note':", "for caller", "track right of caller"),
    ),
    "a leaking message": Fault(
        "tell.py",
        'face=Name(f"face.{after.face}"), audience=only("hider")',
        'face=Name(f"face.{after.face}")',
        "secrets_are_kept",
        ("for caller: after hide_a_face a message depends on a hidden value", "face=@face.tails"),
    ),
    "a message that comes with one hidden result alone": Fault(
        "tell.py",
        '"luck_thrown", audience=only("hider")',
        '"luck_thrown", audience=only("hider", *["screen"] * after.lucky)',
        "secrets_are_kept",
        ("for screen: ", "hidden value", "luck_thrown"),
    ),
    "a question whose options tell a secret": Fault(
        "flow.py",
        "return _call(setup)",
        'return replace(_call(setup), options=_call(setup).options[:: 1 if state.face == "heads" else -1])',
        "secrets_are_kept",
        ("for caller: the next question depends on a hidden value",),
    ),
    "a missing translation": Fault(
        "text/fr.po",
        'msgid "wrong"\nmsgstr "C’est {face}\u00a0: faux."\n',
        "",
        "catalogues_agree",
        ("wrong is missing in fr.po",),
    ),
    "a message without a sentence": Fault(
        "tell.py",
        'message("wrong"',
        'message("mistaken"',
        "everything_has_words",
        ("mistaken has no sentence in",),
    ),
    "placeholders that differ": Fault(
        "text/fr.po",
        "À {caller} d’annoncer.",
        "À {devin} d’annoncer.",
        "catalogues_agree",
        ("called_next has the placeholders caller in English and devin in French",),
    ),
    "a placeholder without a value": Fault(
        "tell.py",
        "count=after.purse, rule",
        "rule",
        "everything_has_words",
        ("lost leaves count unfilled in en.po", "saved leaves count unfilled in fr.po"),
    ),
    "an unbounded state": Fault(
        "flow.py",
        'return replace(state, phase="hide")',
        'return replace(state, phase="hide", right=state.right - 1)',
        "states_stay_within_the_bound",
        ("broke reaches more than 500 states",),
    ),
    "a state that isn't exact": Fault(
        "flow.py",
        'State("hide", setup.caller.purse)',
        'State("hide", float(setup.caller.purse))',
        "states_are_frozen",
        ("State.purse is a float",),
    ),
    "a state that is lost in writing": Fault(
        "state.py",
        "lucky: bool = False",
        "lucky: bool = False\n    trail: object = ()",
        "states_survive_writing",
        ("comes back as",),
    ),
    "rules that remember": Fault(
        "tell.py",
        "count=after.purse, rule",
        "count=id(setup), rule",
        "rules_are_pure",
        ("is told otherwise the second time",),
    ),
    "a weight that does not add up": Fault(
        "flow.py",
        "WANTED = 2",
        LOADED % 1,
        "weights_add_up",
        ("(1, False) has weight 0.666666667, its dice give 0.500000000",),
    ),
    "a weight of nothing": Fault(
        "flow.py", "WANTED = 2", LOADED % 0, "weights_add_up", ("weight 0 of (2, False)",)
    ),
    "a dishonest key": Fault(
        "flow.py",
        "PlainDie(setup.caller.sides,",
        "PlainDie(setup.caller.sides + state.right,",
        "keys_are_honest",
        ("'toss' asks for PlainDie(sides=2", "and PlainDie(sides=3"),
    ),
    "a dishonest bound": Fault(
        "flow.py",
        "(result.value == 1) ==",
        "(result.value in (1, 3)) ==",
        "bounds_are_honest",
        ("toss: (3, False) leads elsewhere than the bound (2, False)",),
    ),
    "a dishonest shape": Fault(
        "setup.py",
        "return self.rulings",
        "return self.rulings.may_stop",
        "shapes_are_honest",
        ("broke and rulings.saves = 'heads': equal shapes", "leads to"),
    ),
    "a shape that grows coarser": Fault(
        "setup.py",
        "return self.rulings",
        'return self if state.phase == "hide" else self.rulings',
        "shapes_are_honest",
        ("their shapes differ at", "are equal one answer later"),
    ),
    "a smaller walk that ends otherwise": Fault(
        "setup.py",
        "    def shape(",
        PUSHED,
        "fewer_questions_end_alike",
        ("broke: {'broke': 1.0} and pushed {'broke': 0.5, 'seen_through': 0.5}",),
    ),
    "an option accepted that wasn't offered": Fault(
        "flow.py",
        "chosen = pick(node, answer)",
        "chosen = answer",
        "other_options_are_refused",
        ("hide face=no_such_value isn't offered and is accepted", "isn't offered and is looked into"),
    ),
    "a refusal without a sentence": Fault(
        "flow.py",
        "chosen = pick(node, answer)",
        REFUSES,
        "other_options_are_refused",
        ("is refused with no_such_reason, not in en.po",),
    ),
    "a plan that takes what isn't offered": Fault(
        "flow.py",
        "leave, calls[1]",
        'leave, option("peek")',
        "offered_options_are_accepted",
        ("call_it: push takes peek, which isn't offered",),
    ),
    "an end that changes what isn't there": Fault(
        "flow.py",
        'Change("caller", "purse"',
        'Change("caller", "gold"',
        "aftermath_fits_the_sheets",
        ("changes gold of caller, which has no such field",),
    ),
    "an end that changes a sheet beyond its limits": Fault(
        "flow.py",
        "if state.purse else ()",
        "",
        "aftermath_fits_the_sheets",
        ("caller.purse = 0 doesn't fit",),
    ),
    "time that spoils a sheet": Fault(
        "flow.py", "min(5,", "min(9,", "time_keeps_sheets_valid", ("Caller after 359 minutes",)
    ),
    "rulings that differ from the manifest": Fault(
        "manifest.toml",
        'default = "heads"',
        'default = "tails"',
        "rulings_are_those_of_the_manifest",
        ("ruling saves is 'heads' by default, 'tails' in the manifest",),
    ),
    "a ruling's value that no scene shows": Fault(
        "golden/broke.toml",
        'saves = "tails", ',
        "",
        "rulings_are_exercised",
        ("no golden scene has the ruling saves = 'tails'",),
    ),
    "a golden file that differs": Fault(
        "golden/broke.toml",
        "saved count=1",
        "saved count=2",
        "golden_files_agree",
        ('-  "all: saved count=2 [tossing]",', '+  "all: saved count=1 [tossing]",'),
    ),
    "a rule that no page has": Fault(
        "tell.py",
        'rule="tossing"',
        'rule="toss_up"',
        "rules_named_exist",
        ("names the rule toss_up, not in rules.en.md", "not in rules.fr.md"),
    ),
    "pages with other headings": Fault(
        "rules.fr.md",
        "(calling)=",
        "(announcing)=",
        "rule_pages_agree",
        ("the anchors of rules.en.md and rules.fr.md differ: announcing, calling",),
    ),
    "an example that isn't true": Fault(
        "rules.en.md", "face=@face.tails", "face=@face.heads", "rule_pages_run", ("rules.en.md, line 26",)
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_is_caught(spoil: Spoil, fault: Fault) -> None:
    if "Loaded" in fault.new:
        spoil("flow.py", "PlainDie(2", "Loaded(2")
        spoil("flow.py", "    Option,\n", "    Option,\n    Result,\n")
    if "Refused" in fault.new:
        spoil("flow.py", "    Option,\n", "    Option,\n    Refused,\n    refusal,\n")
    spoil(fault.file, fault.old, fault.new)
    said = faults(subject("coins"), fault.claim)
    for part in fault.said:
        assert part in said, said


def test_a_phase_and_an_ending_missing_from_golden_files_are_caught(coins: Path) -> None:
    (coins / "golden" / "broke.toml").unlink()
    said = faults(subject("coins"), "golden_scenes_cover_the_rules")
    assert "throw toss occurs in no golden scene" in said
    assert "outcome broke occurs in no golden scene" in said


def test_a_page_that_shows_what_a_command_does_not_print_is_caught(coins: Path) -> None:
    page = coins / "rules.en.md"
    shown = "\n```console\n$ contrecoup no-such-command\n```\n"
    page.write_text(page.read_text("utf-8") + shown, "utf-8")
    said = faults(subject("coins"), "rule_pages_run")
    assert ": contrecoup no-such-command" in said
    assert "+[2]" in said


def test_a_page_writes_the_files_that_its_commands_read(coins: Path) -> None:
    page = coins / "rules.en.md"
    scene = (coins / "scenes" / "short.toml").read_text("utf-8")
    shown = f"\n```toml\n# short.toml\n{scene}```\n\n```console\n$ contrecoup odds short.toml\n...\n```\n"
    page.write_text(page.read_text("utf-8") + shown, "utf-8")
    assert next(each for each in CLAIMS if each.name == "rule_pages_run").faults(subject("coins")) == ()
