"""Runs a program at an address of this machine until it is stopped."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

import uvicorn
from starlette.applications import Starlette

from cinescribe.errors import ServeError
from cinescribe.language.messages.page_messages import PAGE_LANGUAGES
from cinescribe.serve.shell.bounded_http import BoundedHttp
from cinescribe.serve.shell.page_language import USUAL
from cinescribe.serve.shell.site import templates
from cinescribe.serve.shell.workers import run_workers

_LOCAL = ("localhost", "127.0.0.1", "::1", "[::1]")
_PATIENCE = 10  # seconds for requests that run when the server is stopped


@dataclass(frozen=True)
class Hosting:
    """Where a program is reached.

    Attributes:
        hosts: names under which browsers may ask for it, without ports.
        is_https: whether browsers reach it by HTTPS.
    """

    hosts: tuple[str, ...]
    is_https: bool = False


def run_program(
    opened: Callable[[Hosting], AbstractContextManager[Starlette]],
    *,
    host: str,
    port: int,
    public_url: str | None = None,
    n_workers: int = 1,
    announce: Callable[[str], None],
) -> None:
    """Serve a program until Ctrl-C; each process opens its own.

    Args:
        opened: yields the program.
        host: the address to listen at.
        port: the port to listen at; 0 for any that is free.
        public_url: the address that people use, where another server passes requests on.
        n_workers: processes that serve; one that dies is started again.
        announce: gets the address.

    Raises:
        ServeError: when the address is taken, or the public address is none.
    """
    public = _public(public_url)
    names = tuple(sorted({*_LOCAL, host, *([] if public is None else [str(public.hostname)])}))
    hosting = Hosting(names, public is not None and public.scheme == "https")
    for language in PAGE_LANGUAGES if n_workers > 1 else (USUAL,):
        templates(language)  # compiled once for all processes; in one process, others when they are asked for
    with _listening(host, port) as listening:

        def serve() -> None:
            with opened(hosting) as program:
                config = uvicorn.Config(
                    program,
                    http=BoundedHttp,
                    log_level="warning",
                    access_log=False,
                    server_header=False,
                    proxy_headers=public is not None,
                    timeout_graceful_shutdown=_PATIENCE,
                )
                with suppress(KeyboardInterrupt):  # uvicorn raises it again once it has stopped
                    uvicorn.Server(config).run(sockets=[listening])

        announce(public_url or f"http://{_shown(host)}:{listening.getsockname()[1]}")
        if n_workers == 1:
            serve()
        else:
            run_workers(serve, n_workers=n_workers)


def _public(public_url: str | None) -> SplitResult | None:
    if public_url is None:
        return None
    parts = urlsplit(public_url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"}:
        raise ServeError(f"`public_url` is {public_url!r}; expected an address such as https://studies.example.org")
    return parts


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, OverflowError) as error:
        raise ServeError(f"cannot listen at {host!r}, port {port} ({error}); give another `host` or `port`") from error


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
