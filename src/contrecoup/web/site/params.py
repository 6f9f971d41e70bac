"""Parameters: what addresses of pages carry, with their bounds."""

from typing import Annotated, TypeAlias

from litestar.params import HeaderParameter, PathParameter, QueryParameter

At: TypeAlias = Annotated[str, PathParameter(max_length=100)]
"""Which of the seats that this browser holds is meant: table and seat."""
Id: TypeAlias = Annotated[str, QueryParameter(max_length=40)]
"""A scene or seat; "" for the one that is shown."""
Name: TypeAlias = Annotated[str, PathParameter(max_length=100)]
"""A rule set or file."""
Search: TypeAlias = Annotated[str, QueryParameter(max_length=100)]
"""Words to look for."""
LastEvent: TypeAlias = Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=100)]
"""The stamp of what a stream's reader has already."""
