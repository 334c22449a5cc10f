"""Forms as they are sent: read within limits, and taken from our own pages only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request

from cinescribe.serve.security.sessions import Visitor

CSRF = "csrf"  # name of the field
_MAX_FIELDS = 500
_USUAL = "application/x-www-form-urlencoded"  # forms without files, as browsers send them
SECRET = frozenset({CSRF, "password", "code", "token"})  # fields that no page shows again


@dataclass(frozen=True)
class SentForm:
    """The fields of a form, in order; a name may come more than once. Files are not among them."""

    fields: tuple[tuple[str, str], ...] = ()

    def get(self, name: str, default: str = "") -> str:
        """Return the last value of a field."""
        return next((value for key, value in reversed(self.fields) if key == name), default)

    def all(self, name: str) -> list[str]:
        """Return all values of a field."""
        return [value for key, value in self.fields if key == name]

    def starting(self, prefix: str) -> Iterator[tuple[str, str]]:
        """Yield fields whose names start so, with the rest of their names."""
        return ((key.removeprefix(prefix), value) for key, value in self.fields if key.startswith(prefix))

    @property
    def kept(self) -> tuple[tuple[str, str], ...]:
        """The fields that a page may show again, or bring a second time."""
        return tuple((key, value) for key, value in self.fields if key not in SECRET)


async def read_form(request: Request) -> SentForm:
    """Return the form that a request brings.

    Raises:
        HTTPException: 400 when it is malformed or has too many fields, 413 when it is too long; the length is counted
            while it arrives.
    """
    if request.headers.get("content-type") == _USUAL:
        fields = _parsed(await request.body())
    else:
        form = await request.form(max_files=0, max_fields=_MAX_FIELDS)
        fields = [(key, value) for key, value in form.multi_items() if isinstance(value, str)]
    return SentForm(tuple((key, _clean(value)) for key, value in fields))


def is_from_here(request: Request) -> bool:
    """Whether a browser says that a form comes from our own pages; the host itself is checked before."""
    origin = urlsplit(request.headers.get("origin", ""))
    return origin.scheme in {"http", "https"} and origin.netloc.lower() == request.headers.get("host", "").lower()


def is_of_session(form: SentForm, visitor: Visitor) -> bool:
    """Whether a form was made for the session of who sends it."""
    return visitor.has_csrf(form.get(CSRF))


def _parsed(body: bytes) -> list[tuple[str, str]]:
    """The fields of a usual form; Starlette's parser, which reads pieces as they come, takes ten times as long."""
    try:
        return parse_qsl(body.decode("latin-1"), keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    except ValueError as error:
        raise HTTPException(400) from error


def _clean(value: str) -> str:
    return value.replace("\0", "").replace("\r\n", "\n")  # PostgreSQL stores no zero byte
