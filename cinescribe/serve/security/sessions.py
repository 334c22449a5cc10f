"""The session of a browser, in a cookie: of somebody who is logged in, or of a visitor who is not yet."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from cinescribe.study.people.log_in import LoggedIn, logged_in
from cinescribe.study.storage.database import Database

_MAX_COOKIE = 200  # letters


@dataclass(frozen=True)
class Visitor:
    """Who sends a request.

    Attributes:
        token: the cookie, random and secret.
        who: the person who is logged in; None for others.
        is_new: whether the browser has the cookie to come.
    """

    token: str
    who: LoggedIn | None = None
    is_new: bool = False

    @property
    def csrf(self) -> str:
        """What forms of this session have, and those of other sites cannot know."""
        return hmac.digest(self.token.encode(), b"form", "sha256").hex()

    def has_csrf(self, sent: str) -> bool:
        """Whether a form was made for this session."""
        return not self.is_new and hmac.compare_digest(self.csrf.encode(), sent.encode())


def cookie_visitor(request: Request, *, is_https: bool) -> Visitor:
    """Return who the cookie says, without asking the database whether that person is logged in."""
    token = request.cookies.get(cookie_name(is_https=is_https), "")
    if not 16 <= len(token) <= _MAX_COOKIE:
        return Visitor(secrets.token_urlsafe(32), is_new=True)
    return Visitor(token)


def known_visitor(database: Database, visitor: Visitor) -> Visitor:
    """Return a visitor with the person who is logged in.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    return visitor if visitor.is_new else Visitor(visitor.token, logged_in(database, visitor.token))


def cookie_name(*, is_https: bool) -> str:
    """Return the cookie's name; with its prefix, browsers refuse it from other hosts and without HTTPS."""
    return "__Host-cinescribe" if is_https else "cinescribe"


def set_cookie(response: Response, token: str, *, is_https: bool) -> None:
    """Give a browser its session; the cookie ends with the browser."""
    response.set_cookie(cookie_name(is_https=is_https), token, path="/", httponly=True, samesite="lax", secure=is_https)


def drop_cookie(response: Response, *, is_https: bool) -> None:
    """Take a browser's session away."""
    response.delete_cookie(cookie_name(is_https=is_https), path="/", httponly=True, samesite="lax", secure=is_https)
