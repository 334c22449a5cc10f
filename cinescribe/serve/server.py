"""Serves studies or a challenge on this machine until it is stopped."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from starlette.applications import Starlette

from cinescribe.errors import ServeError
from cinescribe.serve.app import web_app
from cinescribe.serve.challenge.section import challenge_section
from cinescribe.serve.shell.running import Hosting, run_program
from cinescribe.serve.shell.site import Section
from cinescribe.serve.studies.clip_files import CLIPS
from cinescribe.serve.studies.section import study_section
from cinescribe.serve.trial.section import TRIAL_ENTRY, trial_section
from cinescribe.study.assignment.pages import stored_items
from cinescribe.study.challenge.challenge import open_challenge
from cinescribe.study.challenge.references import check_secrecy
from cinescribe.study.challenge.submissions import check_writable
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.storage.database import Database
from cinescribe.study.trial.trial_folder import study_of


def serve_studies(
    folders: Sequence[str | Path],
    *,
    url: str | None = None,
    host: str = "127.0.0.1",
    port: int = 8000,
    public_url: str | None = None,
    corpus: str | Path | None = None,
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
    places = [Path(folder) for folder in folders]
    corpus = None if corpus is None else Path(corpus)
    if url is None and len(places) > 1:
        raise ServeError(
            f"there are {len(places)} studies, each with a database in its folder; serve one, or make them with one "
            "`database` and give it here"
        )
    for folder in places:
        with open_study(folder, url=url):  # its faults are reported before anyone is let in
            pass

    @contextmanager
    def opened() -> Iterator[tuple[Database, Sequence[Section]]]:
        with ExitStack() as own:
            pairs = [own.enter_context(open_study(folder, url=url, group_commit=True)) for folder in places]
            studies = [study for _, study in pairs]
            for database, study in pairs:
                with database.reading() as connection:
                    stored_items(connection, study.id)  # before many threads ask for them at a time
            ahead = {study.id: folder / CLIPS for study, folder in zip(studies, places, strict=True)}
            yield pairs[0][0], [own.enter_context(study_section(studies, corpus=corpus, ahead=ahead))]

    run_program(
        _opened_site(opened), host=host, port=port, public_url=public_url, n_workers=n_workers, announce=announce
    )


def serve_trial(folder: str | Path, *, host: str = "127.0.0.1", port: int = 0, announce: Callable[[str], None]) -> None:
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
    folder = Path(folder)
    folder, key = Path(folder), secrets.token_urlsafe(16)
    of_study = study_of(folder)
    with open_study(of_study):  # its faults are reported before anyone is let in
        pass

    @contextmanager
    def opened() -> Iterator[tuple[Database, Sequence[Section]]]:
        with ExitStack() as own:
            database, study = own.enter_context(open_study(of_study, group_commit=True))
            ahead = {study.id: of_study / CLIPS}
            section = own.enter_context(study_section([study], corpus=folder, ahead=ahead))
            yield database, [section, trial_section(folder, study, key=key)]

    run_program(
        _opened_site(opened),
        host=host,
        port=port,
        public_url=None,
        n_workers=1,
        announce=lambda address: announce(f"{address}{TRIAL_ENTRY}/{key}"),
    )


def serve_challenge(
    folder: str | Path,
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
    folder = Path(folder)
    with open_challenge(folder, url=url) as challenge:
        check_secrecy(challenge)
        check_writable(challenge)

    @contextmanager
    def opened() -> Iterator[tuple[Database, Sequence[Section]]]:
        with open_challenge(folder, url=url) as challenge:
            yield challenge.database, [challenge_section(challenge)]

    run_program(_opened_site(opened), host=host, port=port, public_url=public_url, n_workers=1, announce=announce)


def _opened_site(
    opened: Callable[[], AbstractContextManager[tuple[Database, Sequence[Section]]]],
) -> Callable[[Hosting], AbstractContextManager[Starlette]]:
    """Return what opens a program of sections, in each process its own."""

    @contextmanager
    def program(hosting: Hosting) -> Iterator[Starlette]:
        with opened() as (database, sections):
            yield web_app(database, sections, hosts=hosting.hosts, is_https=hosting.is_https)

    return program
