"""Discovery: every rule set that there is, found by folder and by entry point without importing any.

Rule sets stand in folders of the package, in packages that declare an entry point of the group
`contrecoup.rulesets`, and in the folders of the environment variable `CONTRECOUP_RULESETS`.
"""

import functools
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple
from zlib import crc32

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.registry import manifests
from contrecoup.registry.manifests import Manifest
from contrecoup.registry.reasons import not_accepted

GROUP: Final = "contrecoup.rulesets"
VARIABLE: Final = "CONTRECOUP_RULESETS"
_OUTSIDE: Final = "contrecoup_outside"


class _Place(NamedTuple):
    folder: Path
    module: str


def find() -> Mapping[str, Manifest]:
    """Every rule set's manifest by id; Refused where a manifest is broken or an id is there twice."""
    return _found(os.environ.get(VARIABLE, ""), tuple(sys.path))


def manifest_of(id: str, where: str = "rules") -> Manifest:
    """One rule set's manifest; Refused, with those that there are, where none has the id."""
    known = find()
    if id not in known:
        raise Refused([not_accepted(where, id, known)])
    return known[id]


def get(id: str) -> Any:
    """The rule set with this id, imported if it wasn't yet."""
    return ruleset_of(manifest_of(id))


def ruleset_of(manifest: Manifest) -> Any:
    """The rule set that a manifest stands for, imported if it wasn't yet."""
    return _ruleset(manifest.module, manifest.folder)


def forget() -> None:
    """Look afresh next time: folders have changed."""
    _found.cache_clear()
    _ruleset.cache_clear()


@functools.lru_cache(maxsize=8)
def _found(outside: str, paths: tuple[str, ...]) -> Mapping[str, Manifest]:
    found: dict[str, Manifest] = {}
    faults: list[Refusal] = []
    for place in dict.fromkeys((*_own(), *_declared(paths), *_outside(outside))):
        try:
            manifest = manifests.read(place.folder, place.module)
        except Refused as refused:
            faults += refused.reasons
            continue
        twin = found.setdefault(manifest.id, manifest)
        if twin is not manifest:
            here, there = (str(each.folder / manifests.FILE) for each in (manifest, twin))
            faults.append(refusal("registry.id_twice", "id", id=manifest.id, file=here, other=there))
    if faults:
        raise Refused(faults)
    return found


def _own() -> Iterator[_Place]:
    parent = Path(__file__).parent.parent / "rulesets"
    for folder in _folders(parent):
        yield _Place(folder, f"contrecoup.rulesets.{folder.name}")


def _outside(parents: str) -> Iterator[_Place]:
    for parent in filter(None, parents.split(os.pathsep)):
        if not Path(parent).is_dir():
            raise Refused([refusal("registry.no_folder", file=parent, variable=VARIABLE)])
        for folder in _folders(Path(parent).resolve()):
            yield _Place(folder, f"{_OUTSIDE}_{crc32(str(folder).encode()):08x}_{folder.name}")


def _folders(parent: Path) -> list[Path]:
    return sorted(path.parent for path in parent.glob(f"*/{manifests.FILE}"))


def _declared(paths: Iterable[str]) -> Iterator[_Place]:
    """The rule sets of installed packages; the metadata's parser is imported only where there are some."""
    if not any(_declares(path) for path in paths):
        return
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        yield _Place(_location(point.module, point.name), point.module)


def _declares(path: str) -> bool:
    try:
        infos = [
            entry for entry in os.scandir(path or ".") if entry.name.endswith((".dist-info", ".egg-info"))
        ]
    except OSError:
        return False
    return any(_names_group(Path(info.path) / "entry_points.txt") for info in infos)


def _names_group(points: Path) -> bool:
    try:
        return f"[{GROUP}]" in points.read_text("utf-8", "replace")
    except OSError:
        return False


def _location(module: str, name: str) -> Path:
    """The folder of a module; only the package around it is looked for, and nothing is imported."""
    top, *inner = module.split(".")
    spec = importlib.util.find_spec(top)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    if not folders:
        raise Refused([refusal("registry.no_module", name=name, module=module)])
    return Path(folders[0]).joinpath(*inner)


@functools.lru_cache(maxsize=64)
def _ruleset(module: str, folder: Path) -> Any:
    loaded = (
        _outside_module(module, folder) if module.startswith(_OUTSIDE) else importlib.import_module(module)
    )
    return loaded.RULESET


def _outside_module(name: str, folder: Path) -> ModuleType:
    if name in sys.modules:
        return sys.modules[name]
    path = folder / "__init__.py"
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None or not path.is_file():
        raise Refused([refusal("registry.no_module", name=folder.name, module=str(path))])
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
