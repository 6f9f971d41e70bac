"""Rule sets are found by folder, by entry point and by the environment, and none is imported for it."""

import sys
from pathlib import Path

import pytest

from contrecoup import registry
from contrecoup.kernel import Refusal, Refused
from contrecoup.registry import find, get
from tests.registry import lamps


def reasons() -> tuple[Refusal, ...]:
    """Why finding is refused."""
    registry.forget()
    with pytest.raises(Refused) as caught:
        find()
    return caught.value.reasons


def test_the_package_brings_its_own_rule_sets() -> None:
    assert "savage" in find()


def test_finding_imports_no_rule_set(outside: Path) -> None:
    (outside / "lamps" / "__init__.py").write_text("raise RuntimeError")
    before = set(sys.modules)
    registry.forget()
    manifest = find()["lamps"]
    assert set(sys.modules) == before
    assert manifest.folder == outside / "lamps"
    assert manifest.title == {"en": "Lamps", "fr": "Lampes"}
    assert [(ruling.id, ruling.values, ruling.default) for ruling in manifest.rulings] == [
        ("wind", ("calm", "storm"), "calm"),
        ("moon", (True, False), True),
    ]


@pytest.mark.usefixtures("outside")
def test_a_rule_set_is_imported_once_when_it_is_asked_for() -> None:
    assert set(get("lamps").scenes) == {"night"}
    assert get("lamps") is get("lamps")


@pytest.mark.usefixtures("outside")
def test_an_unknown_rule_set_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Refused) as caught:
        get("lamp")
    (reason,) = caught.value.reasons
    assert reason.id == "scene.not_accepted"
    assert '"lamps"' in str(dict(reason.values)["accepted"])


def test_two_rule_sets_of_one_id_are_refused(outside: Path) -> None:
    lamps.write(outside, "twin")
    (reason,) = reasons()
    assert reason.id == "registry.id_twice"
    assert dict(reason.values) == {
        "id": "lamps",
        "file": str(outside / "twin" / "manifest.toml"),
        "other": str(outside / "lamps" / "manifest.toml"),
    }


def test_a_broken_manifest_is_refused_with_every_reason_and_line(outside: Path) -> None:
    lamps.write(
        outside,
        "broken",
        lamps.MANIFEST.replace('id = "lamps"', 'id = "Broken"')
        .replace("state_bound = 100", "state_bound = 0\nsttes = 3")
        .replace('fr = "Lampes"', "")
        .replace('default = "calm"', "default = 1.5"),
    )
    path = outside / "broken" / "manifest.toml"
    assert [
        (reason.id, reason.where, reason.line) for reason in sorted(reasons(), key=lambda one: one.where)
    ] == [
        ("scene.pattern", "id", 1),
        ("scene.impossible", "rulings[0].default", 14),
        ("scene.below", "state_bound", 4),
        ("scene.unknown_key_near", "sttes", 5),
        ("scene.missing_kind", "title.fr", 8),
    ]
    assert {dict(reason.values)["file"] for reason in reasons()} == {str(path)}


@pytest.mark.parametrize(
    ("good", "bad", "id", "where"),
    [
        ('default = "calm"', 'default = "rain"', "scene.not_accepted", "rulings[0].default"),
        ('id = "moon"', 'id = "wind"', "scene.listed_twice", "rulings"),
        ('scenes = ["night"]', 'scenes = ["night", "night"]', "scene.listed_twice", "scenes"),
        ('seats = ["keeper"]', "seats = []", "scene.list_length", "seats"),
    ],
)
def test_a_manifest_that_contradicts_itself_is_refused(
    outside: Path, good: str, bad: str, id: str, where: str
) -> None:
    lamps.write(outside, "other", lamps.MANIFEST.replace(good, bad).replace('id = "lamps"', 'id = "other"'))
    assert [(reason.id, reason.where) for reason in reasons()] in (
        [(id, where)],
        [("scene.list_length", where)],
    )


def test_a_manifest_that_is_no_toml_is_refused(outside: Path) -> None:
    lamps.write(outside, "other", "id = \n")
    (reason,) = reasons()
    assert (reason.id, reason.line) == ("scene.syntax_unfinished", 1)
    assert dict(reason.values)["file"] == str(outside / "other" / "manifest.toml")


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTRECOUP_RULESETS", str(tmp_path / "nowhere"))
    (reason,) = reasons()
    assert reason.id == "registry.no_folder"


class InstalledTests:
    @pytest.fixture
    def site(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A folder of installed packages, one of which declares the rule set."""
        site = tmp_path / "site"
        lamps.write(site / "beacons" / "inner")
        (site / "beacons" / "__init__.py").write_text("raise RuntimeError('imported')")
        info = site / "beacons-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: beacons\nVersion: 1\n")
        (info / "entry_points.txt").write_text("[contrecoup.rulesets]\nlamps = beacons.inner.lamps\n")
        monkeypatch.syspath_prepend(str(site))
        registry.forget()
        return site

    def test_an_entry_point_is_found_without_importing_the_package_around_it(self, site: Path) -> None:
        manifest = find()["lamps"]
        assert manifest.folder == site / "beacons" / "inner" / "lamps"
        assert manifest.module == "beacons.inner.lamps"
        assert "beacons" not in sys.modules

    def test_it_is_imported_when_it_is_asked_for(self, site: Path) -> None:
        (site / "beacons" / "__init__.py").write_text("")
        assert set(get("lamps").scenes) == {"night"}
        for name in [name for name in sys.modules if name.startswith("beacons")]:
            del sys.modules[name]

    def test_an_entry_point_to_nowhere_is_refused(self, site: Path) -> None:
        points = site / "beacons-1.dist-info" / "entry_points.txt"
        points.write_text("[contrecoup.rulesets]\nlamps = no_such_package.lamps\n")
        (reason,) = reasons()
        assert reason.id == "registry.no_module"
