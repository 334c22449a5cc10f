"""Serves studies or a challenge on this machine until it is stopped."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import uvicorn

from cinescribe.errors import ServeError
from cinescribe.serve.app import web_app
from cinescribe.serve.challenge.section import challenge_section
from cinescribe.serve.shell.site import Section, templates
from cinescribe.serve.studies.clip_files import CLIPS
from cinescribe.serve.studies.section import study_section
from cinescribe.serve.trial.section import ENTRY, trial_section
from cinescribe.serve.workers import run_workers
from cinescribe.study.assignment.kept_items import kept_items
from cinescribe.study.challenge.challenge import open_challenge
from cinescribe.study.challenge.references import check_secrecy
from cinescribe.study.challenge.submissions import check_writable
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.storage.database import Database
from cinescribe.study.trial.trial_folder import study_of

_LOCAL = ("localhost", "127.0.0.1", "::1", "[::1]")
_PATIENCE = 10  # seconds for requests that run when the server is stopped


def serve_studies(
    folders: Sequence[Path],
    *,
    url: str | None = None,
    host: str = "127.0.0.1",
    port: int = 8000,
    public_url: str | None = None,
    corpus: Path | None = None,
    n_workers: int = 1,
    announce: Callable[[str], None],
) -> None:
    """Serve studies until Ctrl-C.

    Args:
        folders: of studies that are in one database.
        url: of the database, where it is not in the folder.
        host: the address to listen at.
        port: the port to listen at; 0 for any that is free.
        public_url: the address that people use, where another server passes requests on; cookies are kept to HTTPS
            if it begins so.
        corpus: the folder with the clips' films; None for the one that each study was made from.
        n_workers: processes that serve; one that dies is started again.
        announce: gets the address.

    Raises:
        ServeError: when several folders have databases of their own, the address is taken, or the public address is
            none.
        RecordError: when a folder has no study.
        StudyError: when a database is missing or has another study.
        DatabaseError: when a database cannot be used.
    """
    if url is None and len(folders) > 1:
        raise ServeError(
            f"{len(folders)} studies came, each with a database in its folder; serve one, or make them with one "
            "`database` and give it here"
        )
    for folder in folders:
        with open_study(folder, url=url):  # what is wrong with it is said before anybody is let in
            pass

    @contextmanager
    def opened() -> Iterator[tuple[Database, Sequence[Section]]]:
        with ExitStack() as own:
            pairs = [own.enter_context(open_study(folder, url=url, group_commit=True)) for folder in folders]
            studies = [study for _, study in pairs]
            for database, study in pairs:
                with database.reading() as connection:
                    kept_items(connection, study.id)  # before many threads ask for them at a time
            ahead = {study.id: folder / CLIPS for study, folder in zip(studies, folders, strict=True)}
            yield pairs[0][0], [own.enter_context(study_section(studies, corpus=corpus, ahead=ahead))]

    _run(opened, host=host, port=port, public_url=public_url, n_workers=n_workers, announce=announce)


def serve_trial(folder: Path, *, host: str = "127.0.0.1", port: int = 0, announce: Callable[[str], None]) -> None:
    """Serve a trial to the person who runs it, until Ctrl-C.

    Args:
        folder: of the trial.
        host: the address to listen at.
        port: the port to listen at; 0 for any that is free.
        announce: gets the address, with the key that lets the person in.

    Raises:
        ServeError: when the address is taken.
        RecordError: when a file of the trial is malformed.
        StudyError: when there is no trial, or it is not ready to be judged.
        DatabaseError: when the database cannot be used.
    """
    folder, key = Path(folder), secrets.token_urlsafe(16)
    of_study = study_of(folder)
    with open_study(of_study):  # what is wrong with it is said before anybody is let in
        pass

    @contextmanager
    def opened() -> Iterator[tuple[Database, Sequence[Section]]]:
        with ExitStack() as own:
            database, study = own.enter_context(open_study(of_study, group_commit=True))
            ahead = {study.id: of_study / CLIPS}
            section = own.enter_context(study_section([study], corpus=folder, ahead=ahead))
            yield database, [section, trial_section(folder, study, key=key)]

    _run(
        opened,
        host=host,
        port=port,
        public_url=None,
        n_workers=1,
        announce=lambda address: announce(f"{address}{ENTRY}/{key}"),
    )


def serve_challenge(
    folder: Path,
    *,
    url: str | None = None,
    host: str = "127.0.0.1",
    port: int = 8000,
    public_url: str | None = None,
    announce: Callable[[str], None],
) -> None:
    """Serve a challenge until Ctrl-C, if this process cannot read the references.

    Args:
        folder: of the challenge.
        url: of the database, where it is not in the folder.
        host: the address to listen at.
        port: the port to listen at; 0 for any that is free.
        public_url: the address that people use, as for `serve_studies`.
        announce: gets the address.

    Raises:
        ChallengeError: when the references can be read, or the database is missing.
        OutputError: when submissions cannot be stored.
        ServeError: when the address is taken, or the public address is none.
        RecordError: when the folder has no challenge.
        DatabaseError: when the database cannot be used.
    """
    with open_challenge(folder, url=url) as challenge:
        check_secrecy(challenge)
        check_writable(challenge)

    @contextmanager
    def opened() -> Iterator[tuple[Database, Sequence[Section]]]:
        with open_challenge(folder, url=url) as challenge:
            yield challenge.database, [challenge_section(challenge)]

    _run(opened, host=host, port=port, public_url=public_url, n_workers=1, announce=announce)


def _run(
    opened: Callable[[], AbstractContextManager[tuple[Database, Sequence[Section]]]],
    *,
    host: str,
    port: int,
    public_url: str | None,
    n_workers: int,
    announce: Callable[[str], None],
) -> None:
    """Serve sections; each process opens its own."""
    public = _public(public_url)
    names = sorted({*_LOCAL, host, *([] if public is None else [str(public.hostname)])})
    templates()  # compiled once for all processes
    with _listening(host, port) as listening:

        def serve() -> None:
            with opened() as (database, sections):
                app = web_app(database, sections, hosts=names, is_https=public is not None and public.scheme == "https")
                config = uvicorn.Config(
                    app,
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
        raise ServeError(f"`public_url` came as {public_url!r}; wanted an address such as https://studies.example.org")
    return parts


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, OverflowError) as error:
        raise ServeError(
            f"nobody can listen at {host!r}, port {port} ({error}); give another `host` or `port`"
        ) from error


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
