"""Headers of every response: no script, nothing from elsewhere, nothing guessed, nothing kept by caches."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Pages have no script at all, and no style but the style sheet.
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # `no-referrer` would make browsers send `Origin: null` with our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_KEEPING = b"cache-control"
_NOT_KEPT = (_KEEPING, b"no-store")
_HTTPS = {"strict-transport-security": "max-age=31536000"}


class SecurityHeaders:
    """Middleware that adds the headers; a response may set its own `cache-control`.

    Args:
        app: the application.
        is_https: whether browsers reach it by HTTPS.
    """

    def __init__(self, app: ASGIApp, *, is_https: bool) -> None:
        self._app = app
        headers = {**_HEADERS, **(_HTTPS if is_https else {})}
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]
        self._names = {name for name, _ in self._headers}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application with the headers."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [pair for pair in message.get("headers", ()) if pair[0].lower() not in self._names]
                if all(name.lower() != _KEEPING for name, _ in own):
                    own.append(_NOT_KEPT)
                message["headers"] = own + self._headers
            await send(message)

        await self._app(scope, receive, send_with_headers)
