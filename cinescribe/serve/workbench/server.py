"""Serves the workbench on this machine until it is stopped."""

from __future__ import annotations

import gc
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from starlette.applications import Starlette

import cinescribe.language.parser.thinc_without_torch  # noqa: F401  # before what loads spaCy
from cinescribe.serve.shell.running import Hosting, run_program
from cinescribe.serve.workbench.films import Films
from cinescribe.serve.workbench.jobs.jobs import Jobs
from cinescribe.serve.workbench.new_film.film_shelf import FilmShelf, is_described
from cinescribe.serve.workbench.owner import ENTRY
from cinescribe.serve.workbench.program import workbench_program


def serve_workbench(paths: Sequence[str | Path], *, port: int = 0, who: str, announce: Callable[[str], None]) -> None:
    """Serve the workbench until Ctrl-C, only to this machine.

    Args:
        paths: described folders that are open from the start, films that can be described, and folders with both.
        port: the port to listen at; 0 for any that is free.
        who: the name for the journals.
        announce: gets the address, with the key that lets its owner in.

    Raises:
        ServeError: when the port is taken.
        InputError: when one of the paths is not there.
        RecordError: when a folder holds a damaged description.
        OutputError: when a folder cannot be written.
    """
    places = [Path(path) for path in paths]
    key = secrets.token_urlsafe(32)

    @contextmanager
    def opened(hosting: Hosting) -> Iterator[Starlette]:
        yield workbench_program(films, key=key, hosts=hosting.hosts, jobs=jobs, shelf=shelf)

    shelf = FilmShelf(places)
    with Films(who=who) as films, Jobs() as jobs:
        for folder in (*filter(is_described, places), *shelf.described()):
            films.open(folder)
        spare_collections()
        films.speak_ahead()
        run_program(opened, host="127.0.0.1", port=port, announce=lambda address: announce(f"{address}{ENTRY}/{key}"))


def spare_collections() -> None:
    """Take all that is loaded out of the collection of garbage, for a process that serves films until it ends.

    Otherwise each full collection looks at every cue and every edit of a long film, which takes a quarter of a second
    while a user waits for a page.
    """
    gc.collect()
    gc.freeze()
