"""Scenes are read from files and dictionaries; what can't be is refused with every reason at once."""

import time
from pathlib import Path
from typing import Any

import pytest

from contrecoup.kernel import Name, Refusal, Refused
from contrecoup.registry import load

GOOD: dict[str, Any] = {
    "rules": "lamps",
    "scene": "night",
    "keeper": {"name": "Ada", "nerve": "d6", "years": 3},
}

FILE = """\
rules = "lamps"
scene = "night"
[keeper]
name = "Ada"
nerve = "d6"
years = 3
"""


def refused(source: Any, **overrides: str) -> tuple[Refusal, ...]:
    """The reasons why a source isn't loaded."""
    with pytest.raises(Refused) as caught:
        load(source, overrides)
    return caught.value.reasons


def told(reasons: tuple[Refusal, ...]) -> dict[str, tuple[str, dict[str, Any]]]:
    """Reasons by place, without the file that they are about."""
    return {
        reason.where: (reason.id, {name: value for name, value in reason.values if name != "file"})
        for reason in reasons
    }


@pytest.mark.usefixtures("outside")
class LoadingTests:
    def test_a_dictionary_becomes_the_setup_of_its_rule_set(self) -> None:
        scene = load(GOOD)
        assert (scene.rules, scene.name, scene.manifest.id) == ("lamps", "night", "lamps")
        assert scene.setup.keeper.name == "Ada"  # type: ignore[attr-defined]  # the type is outside the package
        assert scene.start() == 0
        assert scene.data == GOOD

    def test_a_table_that_names_another_scene_is_that_scenes_table_at_the_same_place(
        self, tmp_path: Path
    ) -> None:
        (tmp_path / "before.toml").write_text(FILE, encoding="utf-8")
        later = tmp_path / "later.toml"
        later.write_text('rules = "lamps"\nscene = "night"\nkeeper = "before.toml"\n', encoding="utf-8")
        assert load(later).data == GOOD
        (tmp_path / "before.toml").write_text('rules = "lamps"\nscene = "night"\n', encoding="utf-8")
        assert "keeper.name" in told(refused(later))

    @pytest.mark.parametrize("mark", ["", "\ufeff"])
    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_a_file_is_read_with_or_without_mark_and_with_any_line_end(
        self, tmp_path: Path, mark: str, end: str
    ) -> None:
        path = tmp_path / "scene.toml"
        path.write_bytes((mark + FILE.replace("\n", end)).encode())
        assert load(path).setup == load(str(path)).setup == load(GOOD).setup

    def test_overrides_stand_in_place_of_the_file(self, tmp_path: Path) -> None:
        path = tmp_path / "scene.toml"
        path.write_text(FILE)
        changed = load(
            path, {"keeper.years": "5", "keeper.nerve": "d8", "keeper.name": "Grace", "rulings.moon": "false"}
        )
        assert (
            changed.setup
            == load(
                {**GOOD, "keeper": {"name": "Grace", "nerve": "d8", "years": 5}, "rulings": {"moon": False}}
            ).setup
        )

    def test_one_table_counts_as_a_list_of_one(self) -> None:
        one = load({**GOOD, "lights": {"kind": "lantern", "oil": 2}})
        assert one.setup == load({**GOOD, "lights": [{"kind": "lantern", "oil": 2}]}).setup

    def test_loading_leaves_the_dictionary_as_it_is(self) -> None:
        data = {**GOOD, "lights": {"kind": "lantern"}}
        load(data, {"keeper.years": "9"})
        assert data == {**GOOD, "lights": {"kind": "lantern"}}
        assert GOOD["keeper"]["years"] == 3

    def test_loading_a_dictionary_takes_microseconds(self) -> None:
        load(GOOD)
        times = []
        for _ in range(5):
            begun = time.process_time()
            for _ in range(500):
                load(GOOD)
            times.append((time.process_time() - begun) / 500)
        assert min(times) < 60e-6  # 10 on a quiet machine


@pytest.mark.usefixtures("outside")
class RefusalTests:
    def test_every_fault_is_named_at_once_with_what_would_be_accepted(self) -> None:
        keeper = {
            "nam": "",
            "nerve": "d7",
            "years": 0,
            "awake": "yes",
            "pay": -1,
            "debt": 1,
            "weight": "5,5",
            "mood": "bad",
            "tag": "A",
        }
        assert told(refused({**GOOD, "keeper": keeper})) == {
            "keeper.name": ("scene.missing_kind", {"kind": Name("scene.type.string")}),
            "keeper.nam": ("scene.unknown_key_near", {"key": "nam", "nearest": "name"}),
            "keeper.nerve": (
                "scene.not_accepted",
                {"got": '"d7"', "accepted": '"d4", "d6", "d8", "d10", "d12"'},
            ),
            "keeper.years": ("scene.out_of_range", {"got": "0", "least": 1, "most": 60}),
            "keeper.awake": ("scene.wrong_type", {"got": '"yes"', "kind": Name("scene.type.boolean")}),
            "keeper.pay": ("scene.below", {"got": "-1", "least": 0}),
            "keeper.debt": ("scene.above", {"got": "1", "most": 0}),
            "keeper.weight": ("scene.comma_number", {"got": '"5,5"', "kind": Name("scene.type.number")}),
            "keeper.mood": ("scene.not_accepted", {"got": '"bad"', "accepted": '"calm", "cross"'}),
            "keeper.tag": ("scene.pattern", {"got": '"A"', "pattern": "^[a-z]+$"}),
        }

    def test_each_of_several_kinds_is_held_to_its_own_keys(self) -> None:
        lights = [{"kind": "lantern", "oil": 12}, {"kind": "torc"}, {"kind": "torch", "oil": 1}]
        assert told(refused({**GOOD, "lights": lights})) == {
            "lights[0].oil": ("scene.out_of_range", {"got": "12", "least": 0, "most": 9}),
            "lights[1].kind": ("scene.not_accepted", {"got": '"torc"', "accepted": '"lantern", "torch"'}),
            "lights[2].oil": ("scene.unknown_key", {"key": "oil", "accepted": "pitch"}),
            "lights[2].pitch": ("scene.missing_kind", {"kind": Name("scene.type.integer")}),
        }
        assert told(refused({**GOOD, "lights": [{}] * 4})) == {
            "lights": ("scene.list_length", {"length": 4, "least": 0, "most": 3}),
            **{
                f"lights[{n}].kind": ("scene.missing_one_of", {"accepted": '"lantern", "torch"'})
                for n in range(4)
            },
        }

    @pytest.mark.parametrize(
        ("value", "got"),
        [
            (5.0, "5.0"),
            (True, "true"),
            ("3", '"3"'),
            ([3], "[ … ]"),
            ({}, "{}"),
            (2**300, "…"),
            (float("nan"), "nan"),
        ],
    )
    def test_what_is_no_whole_number_is_refused(self, value: object, got: str) -> None:
        keeper = {**GOOD["keeper"], "years": value}
        assert told(refused({**GOOD, "keeper": keeper})) == {
            "keeper.years": ("scene.out_of_range", {"got": got, "least": 1, "most": 60})
        }

    @pytest.mark.parametrize(
        ("key", "value", "id"),
        [
            ("rulings", {"mon": True}, "scene.unknown_key_near"),
            ("keeper", "Ada", "scene.wrong_type"),
            ("log", {"x": ["y"]}, "scene.impossible_here"),
            ("zzz", 1, "scene.unknown_key"),
            ("rulings", {"wind": 3}, "scene.not_accepted"),
        ],
    )
    def test_each_kind_of_fault_has_its_reason(self, key: str, value: object, id: str) -> None:
        assert [reason.id for reason in refused({**GOOD, key: value})] == [id]

    @pytest.mark.parametrize(
        ("head", "where", "id", "accepted"),
        [
            ({}, "rules", "scene.missing_one_of", '"lamps"'),
            ({"rules": 3}, "rules", "scene.not_accepted", '"lamps"'),
            ({"rules": "lamp"}, "rules", "scene.not_accepted", '"lamps"'),
            ({"rules": "lamps"}, "scene", "scene.missing_one_of", '"night"'),
            ({"rules": "lamps", "scene": "day"}, "scene", "scene.not_accepted", '"night"'),
            ({"rules": "lamps", "scene": ["night"]}, "scene", "scene.not_accepted", '"night"'),
        ],
    )
    def test_an_unknown_rule_set_or_scene_is_refused_with_those_that_there_are(
        self, head: dict[str, Any], where: str, id: str, accepted: str
    ) -> None:
        (reason,) = refused(head)
        assert (reason.where, reason.id) == (where, id)
        assert accepted in str(dict(reason.values)["accepted"]).split(", ")

    def test_what_only_the_rules_know_is_refused_in_their_own_words(self) -> None:
        with pytest.raises(Refused) as caught:
            load({**GOOD, "keeper": {**GOOD["keeper"], "pay": 3}})
        assert caught.value.domain == "lamps"
        assert [(reason.id, reason.where) for reason in caught.value.reasons] == [
            ("no_lights", "lights"),
            ("paid", "keeper.pay"),
        ]

    def test_texts_are_bounded_and_printable(self) -> None:
        keeper = {**GOOD["keeper"], "name": "x" * 201, "tag": "a\x1b[31m"}
        assert told(refused({**GOOD, "keeper": keeper, "log": {"1": ["y" * 2001]}})) == {
            "keeper.name": ("scene.text_too_long", {"most": 200, "length": 201}),
            "keeper.tag": ("scene.control_character", {}),
            "log.1[0]": ("scene.text_too_long", {"most": 2000, "length": 2001}),
        }

    def test_depth_is_bounded(self) -> None:
        deep: list[Any] = []
        for _ in range(100_000):
            deep = [deep]
        assert [reason.id for reason in refused({**GOOD, "log": deep})] == ["scene.too_deep"]

    def test_a_hundred_faults_are_enough(self) -> None:
        assert len(refused({**GOOD, **{f"key{n}": n for n in range(1000)}})) == 100


@pytest.mark.usefixtures("outside")
class FileTests:
    def test_faults_have_their_file_and_line_in_the_order_of_the_file(self, tmp_path: Path) -> None:
        path = tmp_path / "scene.toml"
        text = FILE.replace("3", "99").replace("d6", "d7") + '[[lights]]\nkind = "torch"\npich = 1\n'
        path.write_text(text)
        reasons = refused(path)
        assert [(reason.line, reason.where) for reason in reasons] == [
            (5, "keeper.nerve"),
            (6, "keeper.years"),
            (7, "lights[0].pitch"),
            (9, "lights[0].pich"),
        ]
        assert {dict(reason.values)["file"] for reason in reasons} == {str(path)}

    def test_what_the_rules_refuse_has_its_line_too(self, tmp_path: Path) -> None:
        path = tmp_path / "scene.toml"
        path.write_text(FILE + "pay = 2\n")
        assert [(reason.line, reason.where) for reason in refused(path)] == [(0, "lights"), (7, "keeper.pay")]

    def test_what_an_override_says_has_no_line(self, tmp_path: Path) -> None:
        path = tmp_path / "scene.toml"
        path.write_text(FILE)
        (reason,) = refused(path, **{"keeper.years": "99"})
        assert (reason.line, reason.where, dict(reason.values).get("file")) == (0, "keeper.years", None)

    @pytest.mark.parametrize(
        ("text", "id", "line", "column"),
        [
            ("a = 1\na = 2\nb = 3\n", "scene.key_twice", 2, 6),
            ("[a]\n[a]\n", "scene.key_twice", 2, 3),
            ("a = {b = 1, b = 2}", "scene.key_twice", 1, 18),
            ("x = 1\na = 5,5\n", "scene.comma", 2, 6),
            ("a = d8\n", "scene.syntax_quotes", 1, 5),
            ("a = [1,\n", "scene.syntax_unfinished", 2, 1),
            ('a = "x\n', "scene.syntax_unfinished", 1, 7),
            ("a = \n", "scene.syntax_unfinished", 1, 5),
            ("a b = 1\n", "scene.syntax", 1, 3),
            ("a = 1 b = 2\n", "scene.syntax", 1, 7),
            ("a = 1979-02-30\n", "scene.syntax", 1, 5),
            ("a = " + "9" * 5000, "scene.value_impossible", 0, 0),
            ("a = " + "[" * 3000 + "]" * 3000, "scene.too_deep", 0, 0),
            ("x = 1\n" + ".".join("a" * 1000) + " = 1", "scene.too_deep", 2, 0),
            (".".join(["'a'"] * 100_000) + " = 1", "scene.too_deep", 1, 0),
            ("[" + " . ".join(['"a"'] * 100_000) + "]", "scene.too_deep", 1, 0),
        ],
    )
    def test_what_is_no_toml_is_refused_at_its_place(
        self, tmp_path: Path, text: str, id: str, line: int, column: int
    ) -> None:
        path = tmp_path / "scene.toml"
        path.write_text(text)
        (reason,) = refused(path)
        assert (reason.id, reason.line, reason.column) == (id, line, column)

    @pytest.mark.parametrize(
        "text",
        [
            "".join(f"key{n} = 1\n" for n in range(50_000)),
            "[[x]]\n" * 100_000,
            "x = [" + "1," * 400_000 + "]",
            'x = """' + 'a"" ' * 200_000 + '"""',
        ],
        ids=["keys", "tables", "list", "text"],
    )
    def test_a_large_file_is_answered_in_a_few_seconds(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "scene.toml"
        path.write_text(FILE + text)
        begun = time.process_time()
        assert refused(path)
        assert time.process_time() - begun < 10

    @pytest.mark.parametrize(
        ("content", "id", "line"),
        [
            (b"a = 1\nb = '\xff'\n", "scene.file_not_utf8", 2),
            (b"\x00\x01", "scene.file_binary", 0),
            (b"#" * 1_000_001, "scene.file_too_large", 0),
        ],
    )
    def test_what_is_no_text_is_refused(self, tmp_path: Path, content: bytes, id: str, line: int) -> None:
        path = tmp_path / "scene.toml"
        path.write_bytes(content)
        (reason,) = refused(path)
        assert (reason.id, reason.line, dict(reason.values)["file"]) == (id, line, str(path))

    def test_what_is_no_file_is_refused(self, tmp_path: Path) -> None:
        assert [reason.id for reason in refused(tmp_path / "none.toml")] == ["scene.file_missing"]
        assert [reason.id for reason in refused(tmp_path)] == ["scene.file_directory"]
        assert [reason.id for reason in refused("/dev/null/x")] == ["scene.file_missing"]
        assert [reason.id for reason in refused("a\0b")] == ["scene.file_unreadable"]


@pytest.mark.usefixtures("outside")
class OverrideTests:
    @pytest.mark.parametrize(
        ("key", "value", "id"),
        [
            ("", "1", "scene.set_no_key"),
            ("a..b", "1", "scene.set_no_key"),
            ("keeper.name.first", "x", "scene.set_no_table"),
            ("lights[3].oil", "1", "scene.set_no_place"),
            ("keper.name", "x", "scene.unknown_key_near"),
            ("keeper.yeers", "1", "scene.unknown_key_near"),
            ("keeper.years", "5,5", "scene.comma_number"),
        ],
    )
    def test_an_override_that_can_not_be_is_refused(self, key: str, value: str, id: str) -> None:
        data = {**GOOD, "lights": [{"kind": "lantern"}]}
        with pytest.raises(Refused) as caught:
            load(data, {key: value})
        assert caught.value.reasons[0].id == id

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("d8", "d8"),
            ("'d8'", "d8"),
            ("3", 3),
            ("true", True),
            ("[1, 2]", [1, 2]),
            ("{a = 1}", {"a": 1}),
            ("5,5", "5,5"),
            ("", ""),
            ("1\nb = 2", "1\nb = 2"),
            ("1979-05-27", "1979-05-27"),
        ],
    )
    def test_a_value_is_read_as_toml_and_a_bare_word_means_itself(self, text: str, value: object) -> None:
        from contrecoup.registry.overrides import value_of

        assert value_of(text) == value

    def test_an_entry_of_a_list_is_overridden_by_its_index(self) -> None:
        data = {**GOOD, "lights": [{"kind": "lantern"}, {"kind": "lantern"}]}
        changed = load(data, {"lights[1].oil": "7"}).data["lights"]
        assert changed == [{"kind": "lantern"}, {"kind": "lantern", "oil": 7}]
