"""The session of a browser, in a cookie: of a logged-in user or of a visitor."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from starlette.requests import Request
from starlette.responses import Response

if TYPE_CHECKING:  # the workbench has no database, and needs nothing of what loads one
    from cinescribe.study.people.log_in import LoggedIn

_MAX_COOKIE = 200  # letters
_YEAR = 365 * 24 * 3600  # seconds


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


@dataclass(frozen=True)
class Cookie:
    """The cookie in which a site keeps its sessions; it ends with the browser.

    Attributes:
        name: its name; `__Host-` before it makes browsers refuse it from other hosts and without HTTPS.
        is_secure: whether browsers send it by HTTPS only.
        same_site: whether links from other sites bring it.
    """

    name: str = "cinescribe"
    is_secure: bool = False
    same_site: Literal["lax", "strict"] = "lax"

    def visitor(self, request: Request) -> Visitor:
        """Return who the cookie says, without asking whether that person is logged in."""
        token = request.cookies.get(self.name, "")
        if not 16 <= len(token) <= _MAX_COOKIE:
            return Visitor(secrets.token_urlsafe(32), is_new=True)
        return Visitor(token)

    def give(self, response: Response, token: str) -> None:
        """Give a browser its session."""
        response.set_cookie(self.name, token, path="/", httponly=True, samesite=self.same_site, secure=self.is_secure)

    def device(self, request: Request) -> str | None:
        """Return what the last log-in left on this browser; None without one."""
        found = request.cookies.get(f"{self.name}-device", "")
        return found if 0 < len(found) <= _MAX_COOKIE else None

    def give_device(self, response: Response, device: str | None) -> None:
        """Leave on a browser that somebody has logged in on it; it stays when the session ends."""
        if device is not None:
            response.set_cookie(
                f"{self.name}-device",
                device,
                max_age=_YEAR,
                path="/",
                httponly=True,
                samesite=self.same_site,
                secure=self.is_secure,
            )

    def drop(self, response: Response) -> None:
        """Take a browser's session away."""
        response.delete_cookie(self.name, path="/", httponly=True, samesite=self.same_site, secure=self.is_secure)


def https_cookie(*, is_https: bool) -> Cookie:
    """Return the cookie of a site that browsers reach by HTTPS, or of one that they do not."""
    return Cookie("__Host-cinescribe", is_secure=True) if is_https else Cookie()
