"""Troubles: a page that says what went wrong, and nothing else of the table."""

from typing import Any

from litestar import Request, Response

from contrecoup.web.languages import language_of
from contrecoup.web.problems import headers_of, problem_of
from contrecoup.web.site.drawing import answer, frame, is_script
from contrecoup.web.site.joining import gone


def answer_on_page(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """The page for a request that failed. A page that is open already is loaded anew, to say it there."""
    problem = problem_of(error, language_of(request))
    if problem.status == 401:
        response: Response[Any] = gone(request)
    else:
        response = answer(
            request, "problem.html", frame(request, problem.title), status=problem.status, problem=problem
        )
    response.headers.update(headers_of(error, problem.status))
    if is_script(request):
        response.headers["HX-Refresh"] = "true"
    return response
