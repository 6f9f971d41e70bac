"""What is typed at a prompt is understood as people type it."""

import pytest

from contrecoup.cli.referee.words import COMMANDS, Order, Words, modifier, numbers
from contrecoup.text import Texts

OPTIONS = ["Se connecter au système", "S’arrêter là", "Agir (jet de Hacking)", "Agir encore", "Agir"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_command_is_understood_by_its_english_name_and_has_words_and_help(lang: str) -> None:
    texts = Texts(lang)
    for command in COMMANDS:
        assert Words(texts).order(command) == Order(command, "")
        assert texts.has(f"play.words.{command}")
        assert texts.has(f"play.help.{command}")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("annuler 3", Order("undo", "3")),
        ("ANNULER", Order("undo", "")),
        ("règles alerte", Order("rules", "alerte")),
        ("regles", Order("rules", "")),
        ("quitter", Order("quit", "")),
        ("secret -1 un piège", Order("secret", "-1 un piège")),
        ("note  deux  mots", Order("note", "deux  mots")),
        ("annulera", None),
        ("", None),
    ],
)
def test_french_words_are_understood_without_accents_and_capitals(line: str, order: Order | None) -> None:
    assert Words(Texts("fr")).order(line) == order


def test_no_two_commands_share_a_word() -> None:
    for lang in ("en", "fr"):
        words = [
            word
            for command in COMMANDS
            for word in {*Texts(lang).name(f"play.words.{command}").split(), command}
        ]
        assert sorted(words) == sorted(set(words))


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("1", 0),
        ("5", 4),
        ("0", None),
        ("6", None),
        ("se connecter au systeme", 0),
        ("s'arreter", 1),
        ("connecter", 0),
        ("agir", 4),
        ("agir e", 3),
        ("ag", None),
        ("gir", None),
        ("", None),
    ],
)
def test_an_option_is_its_number_its_name_or_a_part_of_it_alone(line: str, place: int | None) -> None:
    assert Words(Texts("fr")).chosen(line, OPTIONS) == place


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("3", (3,)),
        ("3 4", (3, 4)),
        ("3,4;5", (3, 4, 5)),
        (" 3,  4 ", (3, 4)),
        ("-3 +4", (-3, 4)),
        ("3.5", None),
        ("3 x", None),
        ("", None),
        ("1" * 16, None),
        ("٣", None),
    ],
)
def test_numbers_stand_with_anything_usual_between_them(line: str, given: tuple[int, ...] | None) -> None:
    assert numbers(line) == given


@pytest.mark.parametrize(
    ("rest", "given"),
    [
        ("+2 good maps", (2, "good maps")),
        ("2 good maps", (2, "good maps")),
        ("-1 a trap", (-1, "a trap")),
        ("\N{MINUS SIGN}1 a trap", (-1, "a trap")),
        ("- 1 a trap", (-1, "a trap")),
        ("+2", (2, "")),
        ("good maps", None),
        ("", None),
        ("+12345 much", None),
    ],
)
def test_a_modifier_is_a_signed_number_and_a_reason(rest: str, given: tuple[int, str] | None) -> None:
    assert modifier(rest) == given
