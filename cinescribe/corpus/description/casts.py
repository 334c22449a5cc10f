"""Reads the people of films, for scores of descriptions."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import CorpusError, brief
from cinescribe.language.names.names import people_from_cast, read_names
from cinescribe.metrics.description.described_film import Casts
from cinescribe.store import read_json


def read_casts(path: Path) -> Casts:
    """Return the people of each film, by its name; one cast under the empty name is that of every film.

    Args:
        path: JSON with a list of names for each film, `{"tt0042208": ["Dix Handley", ...]}` (AutoAD III's
            `cast_list_for_eval.json`); or a file of names, a person a line with the forms of their name, of one film.

    Raises:
        RecordError: when the file cannot be read.
        CorpusError: when it is JSON of another form, or has no names.
        CastError: when a line of names is malformed, or two people share a form.
    """
    path = Path(path)
    if not path.name.lower().removesuffix(".gz").endswith(".json"):
        people = read_names(path)
        if not people:
            raise CorpusError(f"{str(path)!r} has no names; expected a person per line")
        return {"": people}
    value = read_json(path, unique_keys=True)
    if not isinstance(value, dict) or not value:
        raise CorpusError(f"{str(path)!r} holds {brief(value)}; expected an object with a list of names for each film")
    for film, names in value.items():
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise CorpusError(f"{str(path)!r} has {brief(names)} for the film {brief(film)}; expected a list of names")
    return {film: people_from_cast(names) for film, names in value.items()}
