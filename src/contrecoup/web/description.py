"""The description of the API, as OpenAPI: what routes declare, with the shapes that bodies really have."""

import functools
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from contrecoup.web.api import BODIES, SHAPES, takeaways

_PLACE: Final = "#/components/schemas/{name}"

_TEXT: Final = {"type": "string"}


class Description(JsonRenderPlugin):
    """Renders the description as JSON; pages that draw it would load scripts from elsewhere."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        openapi_schema["components"].setdefault("schemas", {}).update(_shapes())
        for path, shape in BODIES.items():
            schema = {"$ref": _PLACE.format(name=shape.__name__)}
            body = {"required": True, "content": {"application/json": {"schema": schema}}}
            openapi_schema["paths"][path]["post"]["requestBody"] = body
        lines = {"content": {takeaways.LINES: {"schema": _TEXT}}}
        openapi_schema["paths"]["/api/v1/import"]["post"]["requestBody"] = {"required": True, **lines}
        recap = openapi_schema["paths"]["/api/v1/recap"]["get"]["responses"]["200"]
        recap["content"] = {form: {"schema": _TEXT} for form in takeaways.FORMS.values()}
        return self.render_json(request, openapi_schema)


@functools.cache
def _shapes() -> dict[str, Any]:
    """The shapes of bodies as whatever reads and writes them describes them, every bound and every tag."""
    return msgspec.json.schema_components(SHAPES, ref_template=_PLACE)[1]
