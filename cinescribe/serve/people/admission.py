"""Lets in who is logged in by a database."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from starlette.responses import Response

from cinescribe.serve.security.sessions import Visitor
from cinescribe.serve.shell.calls import LOG_IN, Call
from cinescribe.study.people.log_in import logged_in
from cinescribe.study.storage.database import Database


@dataclass(frozen=True)
class LogIn:
    """Admission of people who have logged in.

    Attributes:
        database: of people.
    """

    database: Database

    def recognised(self, visitor: Visitor) -> Visitor:
        """Return a visitor with the person who is logged in.

        Raises:
            DatabaseError: when the database cannot be read.
        """
        return visitor if visitor.is_new else Visitor(visitor.token, logged_in(self.database, visitor.token))

    def admits(self, visitor: Visitor) -> bool:
        """Whether a user is logged in."""
        return visitor.who is not None

    def refused(self, call: Call) -> Response:
        """Return the way to the log-in; what was sent comes back afterwards."""
        path = call.request.url.path
        if call.request.method != "POST":
            return call.to(f"{LOG_IN}?then={quote(path)}")
        title, text = call.says("log-in"), call.says("logged-out")
        return call.page(
            "people/log_in.html", title=title, status=401, text=text, name="", then=path, fields=call.form.kept
        )
