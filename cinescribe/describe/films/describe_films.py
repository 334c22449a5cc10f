"""Describes many films by several workers, so that one that fails stops no other, and a killed run goes on."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cinescribe.describe.describe_film import describe_film
from cinescribe.describe.describe_options import captioner_named, no_announcement
from cinescribe.describe.films.film_list import PlannedFilm, listed_films, planned_films
from cinescribe.describe.films.loaded_models import describe_with_loaded
from cinescribe.describe.films.outcome import FilmOutcome, is_described, outcome_key, read_outcome
from cinescribe.describe.films.report import write_report
from cinescribe.describe.films.worker import GIGABYTE, Describe, FilmWork, describe_work, outcome_of_lost
from cinescribe.describe.series.episode_description import joined_settings
from cinescribe.describe.series.series_folder import SERIES_SETTINGS
from cinescribe.errors import ParameterError, known_names
from cinescribe.models.vlm.served_model import served_model
from cinescribe.models.vlm.server import PARALLEL
from cinescribe.output_folder import claim_folder
from cinescribe.parallel import Backend, run_shards
from cinescribe.progress import Progress, no_progress
from cinescribe.turns import own_address, turn_table

OUTCOMES = "outcomes"  # the folder with a file for each film, from which the report is made
_KIND = "collection of descriptions"
_SERVER = "server:"
_OF_ONE_FILM = ("subtitles", "cast", "about", "new")  # options that mean nothing for several films


def describe_films(
    films: Iterable[str | Path],
    folder: str | Path,
    *,
    captioner: str | Sequence[str] = "auto",
    workers: int = 1,
    backend: Backend = "local",
    requests: int = PARALLEL,
    memory: float | None = None,
    progress: Progress = no_progress,
    announce: Callable[[str], None] = no_announcement,
    describe: Describe = describe_with_loaded,
    **options: Any,
) -> list[FilmOutcome]:
    """Describe films, each to `<its name>.ad` in a folder, and write `report.html` and `report.jsonl` about all.

    A film that fails stops no other. A run that was killed goes on: films that are described as they are asked for are
    left as they are, and begun ones go on where they were. Each worker is a process with one thread that loads its
    models once. Questions to a chat server are shared out fairly among the workers, and none is asked twice.

    Args:
        films: files, folders, lists and patterns, as `listed_films` takes them.
        folder: for all descriptions; new, empty, or of an earlier run.
        captioner: as of `describe_film`; several servers share the films, each film stays with one.
        workers: films at a time.
        backend: `local`, or `ray` for the cluster that `RAY_ADDRESS` names, whose machines must see films and folder
            under the same paths.
        requests: to one server at a time, by all workers.
        memory: gigabytes that a worker may need; one that needs more ends, and its film is tried again by another.
        progress: called with the share of films that are done.
        announce: called with a line on each film.
        describe: describes one film to its folder; by default `describe_film`, with models that are loaded once.
        options: others of `describe_film`, for every film. With `series`, films are episodes in their order.

    Returns:
        What became of each film, in their order.

    Raises:
        ParameterError: when an option does not exist, is for one film only, or does not go with others.
        CorpusError: when there are no films.
        ModelError: when a server does not answer, or there is no such captioner.
        OutputError: when the folder or that of the series holds anything else, or cannot be written.
        RecordError: when the settings of the series, a list of films, or what an earlier run wrote down cannot be
            read.
        WorkError: when Ray is asked for and cannot be used, or numbers are below 1.

    Example:
        >>> describe_films(["archive"], "described", workers=4)  # doctest: +SKIP
    """
    folder = Path(folder)
    named = [captioner] if isinstance(captioner, str) else list(captioner)
    _check_options(named, options, memory, workers)
    found = listed_films(films)
    claim_folder(folder, _KIND, is_older=lambda _: False, parts=(OUTCOMES,))
    if options.get("series") is not None:
        joined_settings(options["series"], options)
        options["series"] = Path(options["series"]).absolute()
    planned = planned_films(found, folder, named)
    _check_models([*named, *filter(None, [options.get("writer")])], options, announce)
    host = own_address() if backend == "ray" and "RAY_ADDRESS" in os.environ else "127.0.0.1"
    done: dict[str, FilmOutcome] = {}

    def keep(work: FilmWork, outcome: FilmOutcome) -> None:
        done[work.planned.film] = outcome
        announce(f"film {len(done)} of {len(planned)}: {_line(outcome)}")
        progress("films", len(done) / len(planned))

    def is_done(work: FilmWork) -> bool:
        before = read_outcome(work.record)
        if before is None or not is_described(before, work.key, work.ad):
            return False
        done[work.planned.film] = before
        return True

    def lost(work: FilmWork, how: str) -> FilmOutcome:
        return outcome_of_lost(work, how, read_outcome(work.record))

    with turn_table(requests, host=host) as table:
        all_work = [
            FilmWork(
                one,
                folder.absolute(),
                folder.absolute() / OUTCOMES / f"{one.folder}.json",
                _key(one, options),
                options,
                table,
                None if memory is None else round(memory * GIGABYTE),
            )
            for one in planned
        ]
        left = [work for work in all_work if not is_done(work)]
        if done:
            announce(f"{len(done)} of {len(planned)} films are described already")
        progress("films", len(done) / len(planned))
        run_shards(partial(describe_work, describe), left, keep=keep, given_up=lost, n_workers=workers, backend=backend)
    outcomes = [done[one.film] for one in planned]
    write_report(outcomes, folder, language=options.get("language"))
    return outcomes


def _check_options(captioners: Sequence[str], options: Mapping[str, Any], memory: float | None, workers: int) -> None:
    known = set(inspect.signature(describe_film).parameters) - {"film", "folder", "captioner", "progress", "announce"}
    for name, value in options.items():
        if name not in known:
            there = known_names(sorted(known), came=name)
            raise ParameterError(f"`{name}` is no option of a description; there are {there}")
        if name in _OF_ONE_FILM and value:
            raise ParameterError(f"`{name}` is for one film; leave it out, or describe the films one by one")
    if options.get("series") is not None and workers > 1:
        raise ParameterError(
            "`series` and several `workers` are given, but an episode follows the ones before it; leave `workers` out"
        )
    if not captioners:
        raise ParameterError("no `captioner` is named; name one, or leave it out")
    if len(captioners) > 1 and not all(name.startswith(_SERVER) for name in captioners):
        raise ParameterError(
            "several `captioner` are given, and not all of them are servers; name one, or several of the form "
            "server:<URL>#<model>, which share the films"
        )
    if memory is not None and memory <= 0:
        raise ParameterError(f"`memory` is {memory:g}; expected a number of gigabytes above 0")


def _check_models(names: Sequence[str], options: Mapping[str, Any], announce: Callable[[str], None]) -> None:
    """Ask each server what it can do, once for all workers, and load what must be fetched."""
    for name in names:
        if name.startswith(_SERVER):
            served_model(name.removeprefix(_SERVER), announce=announce).server.close()
        elif options.get("fetch"):
            captioner_named(name, fetch=True, announce=announce)


def _key(planned: PlannedFilm, options: Mapping[str, Any]) -> str:
    subtitles = None if planned.subtitles is None else Path(planned.subtitles)
    asked = {**options, "captioner": planned.captioner, "beside": subtitles}
    if options.get("series") is not None:  # its folder changes with every episode
        asked["series"] = [str(options["series"]), options["series"] / SERIES_SETTINGS]
    return outcome_key(Path(planned.film), asked)


def _line(outcome: FilmOutcome) -> str:
    """A film's outcome on one line."""
    name = outcome.folder
    if outcome.fault is not None:
        return f"{name}: failed: {' '.join(outcome.fault.split())}"
    cues = f"{outcome.cues} {'cue' if outcome.cues == 1 else 'cues'}"
    people = f"{outcome.people} {'person' if outcome.people == 1 else 'people'}"
    return f"{name}: {cues}, {outcome.dropped} dropped, {people}, {outcome.seconds:.0f} s"
