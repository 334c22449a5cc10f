"""The language of pages: the chosen one, else the browser's, else English."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

from cinescribe.errors import LanguageError
from cinescribe.language_tags import base_language

CHOICE = "cinescribe-language"  # the cookie with the language that the user chose
USUAL = "en"
_YEAR = 365 * 24 * 3600  # seconds
_LONGEST = 500  # letters of what a browser prefers that are looked at
_MOST = 20  # languages of a browser that are looked at


def page_language(request: Request, known: Sequence[str]) -> str:
    """Return the language of the pages for a request.

    Args:
        request: with the cookie of who chose a language, or the languages that the browser prefers.
        known: languages in which the pages are.
    """
    chosen = request.cookies.get(CHOICE, "")
    accepted = request.headers.get("accept-language", "")[:_LONGEST]
    return chosen if chosen in known else negotiated(accepted, tuple(known))


@lru_cache(maxsize=256)  # a page asks several times, and browsers say one of few things
def negotiated(accepted: str, known: Sequence[str]) -> str:
    """Return the language that suits a browser best.

    Args:
        accepted: its header `Accept-Language`: tags with weights from 0, which is never, to 1.
        known: languages in which the pages are.

    Example:
        >>> negotiated("fr;q=0.9, de-AT;q=0.8, en;q=0.7", ("de", "en"))
        'de'
    """
    weights: dict[str, float] = {}
    for part in accepted.split(",")[:_MOST]:
        tag, _, parameter = part.partition(";")
        base = _base(tag.strip())
        if base in known:
            weights[base] = max(weights.get(base, 0.0), _weight(parameter))
    best = max(weights, key=lambda tag: weights[tag], default=USUAL)  # of equals, the first that was named
    return best if weights.get(best) else USUAL


def is_own_page(address: str) -> bool:
    """Whether an address that a form brings is one of our own pages, without the name of a host."""
    return address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()


def keep_choice(response: Response, language: str, *, is_secure: bool) -> None:
    """Let a browser remember the chosen language."""
    response.set_cookie(CHOICE, language, max_age=_YEAR, path="/", httponly=True, samesite="lax", secure=is_secure)


def _base(tag: str) -> str:
    try:
        return USUAL if tag == "*" else base_language(tag)
    except LanguageError:
        return ""


def _weight(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if name.strip().lower() != "q":
        return 1.0
    try:
        return min(max(float(value), 0.0), 1.0)
    except ValueError:
        return 0.0
