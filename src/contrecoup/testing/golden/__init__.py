"""Golden files: throws and whole scenes with what the rules must answer, kept as text that people read."""

from contrecoup.testing.golden.cases import (
    BadCase,
    File,
    SceneCase,
    Secrets,
    Throws,
    parse,
    read,
    read_secrets,
)
from contrecoup.testing.golden.comparing import difference, differences, files, filled, update
from contrecoup.testing.golden.playing import Moment, Played, load, play

__all__ = [
    "BadCase",
    "File",
    "Moment",
    "Played",
    "SceneCase",
    "Secrets",
    "Throws",
    "difference",
    "differences",
    "files",
    "filled",
    "load",
    "parse",
    "play",
    "read",
    "read_secrets",
    "update",
]
