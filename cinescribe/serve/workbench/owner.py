"""Lets in who started the workbench: the address that it prints has a key, and the browser keeps it in a cookie."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.serve.security.sessions import Cookie, Visitor
from cinescribe.serve.shell.calls import Call, page_route

ENTRY = "/enter"


@dataclass(frozen=True)
class Owner:
    """Admission of the one person who has the key.

    Attributes:
        key: secret and random, drawn when the workbench is started.
    """

    key: str

    @property
    def cookie(self) -> Cookie:
        """The cookie that keeps the key; browsers do not separate cookies by port, so each workbench has its own."""
        return Cookie(f"workbench-{hashlib.sha256(self.key.encode()).hexdigest()[:12]}", same_site="strict")

    def recognised(self, visitor: Visitor) -> Visitor:
        """Return the visitor, identified only by the cookie."""
        return visitor

    def admits(self, visitor: Visitor) -> bool:
        """Whether a visitor has the key."""
        return not visitor.is_new and hmac.compare_digest(visitor.token.encode(), self.key.encode())

    def refused(self, call: Call) -> Response:
        """Return the page that says how to come in; it gives no cookie to anybody."""
        visitor = Visitor(call.visitor.token)
        title, text = call.says("locked"), call.says("locked-text")
        html = call.part("shell/message.html", title=title, text=text, visitor=visitor)
        return Response(html, 403, {"content-language": call.t.language}, "text/html")

    def routes(self) -> list[BaseRoute]:
        """Return the route of the address with the key."""
        return [page_route(f"{ENTRY}/{{key}}", self._enter, logged_in=False)]

    def _enter(self, call: Call) -> Response:
        if not hmac.compare_digest(call.request.path_params["key"].encode(), self.key.encode()):
            return self.refused(call)
        response = call.to("/")
        call.site.cookie.give(response, self.key)
        return response
