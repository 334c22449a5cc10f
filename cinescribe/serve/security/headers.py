"""Headers of every response: nothing from elsewhere, nothing guessed, nothing kept by caches."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

# No script at all, and no style but the style sheet.
WITHOUT_SCRIPTS = (
    "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
# Scripts from files of the site only; they send forms, and play what was recorded.
WITH_OWN_SCRIPTS = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; "
    "media-src 'self' blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # `no-referrer` would make browsers send `Origin: null` with our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
# What a response may set otherwise.
_USUAL = {
    b"cache-control": b"no-store",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
}
_HTTPS = {"strict-transport-security": "max-age=31536000"}


class SecurityHeaders:
    """Middleware that adds the headers; a response may set its own `cache-control` and `permissions-policy`.

    Args:
        app: the application.
        is_https: whether browsers reach it by HTTPS.
        policy: what pages may load: `WITHOUT_SCRIPTS` or `WITH_OWN_SCRIPTS`.
    """

    def __init__(self, app: ASGIApp, *, is_https: bool, policy: str = WITHOUT_SCRIPTS) -> None:
        self._app = app
        headers = {"content-security-policy": policy, **_HEADERS, **(_HTTPS if is_https else {})}
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]
        self._names = {name for name, _ in self._headers}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application with the headers."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [pair for pair in message.get("headers", ()) if pair[0].lower() not in self._names]
                given = {name.lower() for name, _ in own}
                own += [pair for pair in _USUAL.items() if pair[0] not in given]
                message["headers"] = own + self._headers
            await send(message)

        await self._app(scope, receive, send_with_headers)
