"""The description of the API, as OpenAPI: what the routes declare, with the shapes that bodies really have."""

import functools
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from contrecoup.web.api import SHAPES

_PLACE: Final = "#/components/schemas/{name}"


class Description(JsonRenderPlugin):
    """Renders the description as JSON; pages that draw it would load scripts from elsewhere."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        openapi_schema["components"]["schemas"].update(_shapes())
        return self.render_json(request, openapi_schema)


@functools.cache
def _shapes() -> dict[str, Any]:
    """The shapes of bodies as whatever reads and writes them describes them, every bound and every tag."""
    return msgspec.json.schema_components(SHAPES, ref_template=_PLACE)[1]
