"""Refused input is refused with every reason, its place and what would be accepted, in both languages."""

import pytest

from tests.cli.command import JOE, NBSP, Command

BAD = (
    JOE.replace('"d8"', '"d7"', 1).replace("rating = 8", 'rating = "5,5"').replace("ice", "ise")
    + "alrt = true\n"
)

ENGLISH = """\
Refused, for 5 reasons:
  scene.toml:7: hacker.hacking: "d7" isn’t accepted. Accepted: "d4", "d6", "d8", "d10", "d12", "unskilled".
  scene.toml:9: hacker.commlink.rating: "5,5" isn’t accepted. Accepted: 4, 6, 8, 10, 12.
  scene.toml:10: system.ice: This key is missing. Accepted: "d4", "d6", "d8", "d10", "d12".
  scene.toml:12: system.ise: Nothing is called ise here; perhaps ice?
  scene.toml:13: system.alrt: Nothing is called alrt here; perhaps alert?
"""

FRENCH = """\
Refusé pour 5 raisons~:
  scene.toml:7: hacker.hacking: "d7" n’est pas accepté. Sont acceptés~: {skills}.
  scene.toml:9: hacker.commlink.rating: "5,5" n’est pas accepté. Sont acceptés~: 4, 6, 8, 10, 12.
  scene.toml:10: system.ice: Cette clé manque. Sont acceptés~: "d4", "d6", "d8", "d10", "d12".
  scene.toml:12: system.ise: Rien ne s’appelle ise ici~; peut-être ice~?
  scene.toml:13: system.alrt: Rien ne s’appelle alrt ici~; peut-être alert~?
""".replace("~", NBSP).replace("{skills}", '"d4", "d6", "d8", "d10", "d12", "unskilled"')


@pytest.mark.parametrize(("lang", "text"), [("en", ENGLISH), ("fr", FRENCH)])
def test_a_scene_file_is_refused_with_every_reason(command: Command, lang: str, text: str) -> None:
    assert command("odds", command.write(BAD), "--lang", lang) == (1, "", text)


def test_the_same_reasons_are_given_in_json(command: Command) -> None:
    ran = command("odds", command.write(BAD), "--json", "--lang", "fr")
    assert (ran.code, ran.err) == (1, "")
    assert ran.json["refused"][0] == {
        "id": "scene.not_accepted",
        "text": f'"d7" n’est pas accepté. Sont acceptés{NBSP}: "d4", "d6", "d8", "d10", "d12", "unskilled".',
        "file": "scene.toml",
        "where": "hacker.hacking",
        "line": 7,
        "column": 0,
        "values": {"got": '"d7"', "accepted": '"d4", "d6", "d8", "d10", "d12", "unskilled"'},
    }
    assert len(ran.json["refused"]) == 5


@pytest.mark.parametrize(
    ("change", "english", "french"),
    [
        (
            ("ice = ", "ice = d8 #"),
            'scene.toml:12:7: d8 is no value; a text stands between quotation marks: "d8".',
            'scene.toml:12:7: d8 n’est pas une valeur~; un texte s’écrit entre guillemets droits~: "d8".',
        ),
        (
            ("rating = 8", "rating = 5,5"),
            "scene.toml:9:24: A comma can’t stand here; a decimal number is written with a point: 5.5.",
            (
                "scene.toml:9:24: Une virgule n’a pas sa place ici~; "
                "un nombre décimal s’écrit avec un point~: 5.5."
            ),
        ),
        (
            ("[system]", "bennies = 5,5\n[system]"),
            "scene.toml:10:12: A comma can’t stand here; a decimal number is written with a point: 5.5.",
            (
                "scene.toml:10:12: Une virgule n’a pas sa place ici~; "
                "un nombre décimal s’écrit avec un point~: 5.5."
            ),
        ),
        (
            ("[system]", 'spirit = "d8"\n[system]'),
            "scene.toml:10:14: This key has a value already.",
            "scene.toml:10:14: Cette clé a déjà une valeur.",
        ),
        (
            ('rules = "savage"\n', ""),
            "scene.toml: rules: This key is missing. Accepted: {rules}.",
            "scene.toml: rules: Cette clé manque. Sont acceptés~: {rules}.",
        ),
        (
            ('"intrusion"', '"raid"'),
            'scene.toml:2: scene: "raid" isn’t accepted. Accepted: "intrusion", "duel".',
            'scene.toml:2: scene: "raid" n’est pas accepté. Sont acceptés~: "intrusion", "duel".',
        ),
        (
            ("[system]", "bennies = 21\n[system]"),
            "scene.toml:10: hacker.bennies: 21 isn’t accepted. Accepted: a number from 0 to 20.",
            "scene.toml:10: hacker.bennies: 21 n’est pas accepté. Est accepté~: un nombre de 0 à 20.",
        ),
        (
            ("[system]", "wild_card = 1\n[system]"),
            "scene.toml:10: hacker.wild_card: 1 isn’t accepted. Accepted: true or false.",
            "scene.toml:10: hacker.wild_card: 1 n’est pas accepté. Est accepté~: true ou false.",
        ),
        (
            ("Fast Joe", "x" * 201),
            "scene.toml:6: hacker.name: This text has 201 characters; at most 200 are accepted.",
            "scene.toml:6: hacker.name: Ce texte a 201 caractères~; 200 au plus sont acceptés.",
        ),
        (
            ("Fast Joe", "\\u001b[2J"),
            "scene.toml:6: hacker.name: This text holds control characters, which can’t be shown.",
            (
                "scene.toml:6: hacker.name: Ce texte contient des caractères de commande, "
                "qui ne peuvent pas s’afficher."
            ),
        ),
    ],
)
def test_each_fault_has_its_sentence(
    command: Command, change: tuple[str, str], english: str, french: str
) -> None:
    from contrecoup.registry import find

    assert change[0] in JOE
    file = command.write(JOE.replace(*change))
    rules = ", ".join(f'"{id}"' for id in find())
    for lang, sentence in (("en", english), ("fr", french)):
        ran = command("odds", file, "--lang", lang)
        assert ran.code == 1
        assert f"  {sentence.replace('~', NBSP).format(rules=rules)}\n" in ran.err


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("none.toml", "There is no file none.toml.", "Il n’y a pas de fichier none.toml."),
        (".", ". is a folder, not a file.", ". est un dossier, pas un fichier."),
    ],
)
def test_a_file_that_can_not_be_read_is_refused(
    command: Command, name: str, english: str, french: str
) -> None:
    assert command("odds", name).err == f"Refused, for 1 reason:\n  {name}: {english}\n"
    assert command("odds", name, "--lang=fr").err == f"Refusé pour 1 raison{NBSP}:\n  {name}: {french}\n"


def test_what_an_override_says_is_refused_without_a_line(command: Command) -> None:
    file = command.write(JOE)
    assert command("odds", file, "--set", "system.ise=d8", "--set", "hacker.bennies=5,5") == (
        1,
        "",
        (
            "Refused, for 2 reasons:\n"
            '  hacker.bennies: "5,5" is a text; a number has no quotation marks and no comma. '
            "Accepted: a whole number.\n"
            "  system.ise: Nothing is called ise here; perhaps ice?\n"
        ),
    )


def test_a_throw_is_refused_at_its_column(command: Command) -> None:
    ran = command("roll", "4d6kz")
    assert ran.code == 1
    assert ran.err.startswith("Refused, for 1 reason:\n  column 5: ")
    assert command("roll", "4d6kz", "--lang", "fr").err.startswith(
        f"Refusé pour 1 raison{NBSP}:\n  colonne 5{NBSP}: "
    )
    assert command("odds", "--roll", "4d6kz", "--json").json["refused"][0]["column"] == 5


def test_an_unknown_rule_set_is_refused_with_those_that_there_are(command: Command) -> None:
    ran = command("rules", "savagee")
    assert ran.code == 1
    assert ran.err.startswith('Refused, for 1 reason:\n  "savagee" isn’t accepted. Accepted: ')
    assert '"savage"' in ran.err


def test_a_broken_rule_set_is_refused_by_its_file(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.registry import lamps

    folder = lamps.write(command.folder / "rules", manifest=lamps.MANIFEST.replace("state_bound = 100", ""))
    monkeypatch.setenv("CONTRECOUP_RULESETS", str(folder.parent))
    assert command("rules") == (
        1,
        "",
        (
            f"Refused, for 1 reason:\n  {folder}/manifest.toml: state_bound: This key is missing. "
            "Accepted: a whole number.\n"
        ),
    )
