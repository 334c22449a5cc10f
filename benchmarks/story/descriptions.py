"""What is said of a Backlot film in several ways, from nothing at all to all that its truth has."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.describer.witness_errors import Errors
from benchmarks.describer.witness_films import WitnessedFilm, name_cast
from benchmarks.describer.witness_runs import captioned, narrated
from cinescribe.backlot.plan.caption_templates import PLACE_WORDS
from cinescribe.backlot.plan.naming import named_text
from cinescribe.backlot.plan.truth import FilmTruth, FrameSightings
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.export.folder import CAST, read_script
from cinescribe.store import read_records, write_text

NOTHING = "no description"
OTHER = "another film's described track"
UNNAMED = "describe, nobody named"
NAMED = "describe"
ONE_PROMPT = "one prompt, truthful witness"
ONE_PROMPT_ERRS = "one prompt, 10 % errors"
STAGES = "narration in stages, truthful witness"
STAGES_ERRS = "narration in stages, 10 % errors"
TRACK = "described track (human-like)"
CAPTIONS = "reference captions of all clips, with places"
ROWS = (
    NOTHING, OTHER, UNNAMED, NAMED, ONE_PROMPT, ONE_PROMPT_ERRS, STAGES, STAGES_ERRS, TRACK, CAPTIONS,
)  # fmt: skip
_TRUTHFUL, _ERRING = Errors(), Errors(0.1, 0.1, 0.1)
_ERROR_SEED = 0


@dataclass(frozen=True)
class ToldFilm:
    """A film with what is said of it.

    Args:
        truth: of the film.
        said: sentences by row.
    """

    truth: FilmTruth
    said: Mapping[str, Sequence[str]]


def told_film(films: Path, truth: FilmTruth, kept: Path) -> ToldFilm:
    """Describe a film in all ways but those of `with_other_films`; what is done is kept.

    Args:
        films: the folder of the film.
        truth: of the film.
        kept: a folder for what is said.
    """
    said = kept / f"{truth.id}.said.json"
    if not said.exists():
        sightings = tuple(read_records(films / truth.sightings, FrameSightings))
        path, described = films / truth.film, kept / f"{truth.id}.ad"
        film = WitnessedFilm(truth.seed, truth, sightings, path, path.with_suffix(".srt"), described)
        write_text(said, json.dumps(_told(film), indent=1))
        shutil.rmtree(described)
    return ToldFilm(truth, json.loads(said.read_text(encoding="utf-8")))


def _told(film: WitnessedFilm) -> dict[str, list[str]]:
    (film.folder / CAST).unlink(missing_ok=True)  # of a run that was stopped
    said = {UNNAMED: _described(film)}
    name_cast(film)
    said[NAMED] = _described(film)
    for errors, one_prompt, stages in ((_TRUTHFUL, ONE_PROMPT, STAGES), (_ERRING, ONE_PROMPT_ERRS, STAGES_ERRS)):
        captioned(film, film.witness(errors, seed=_ERROR_SEED))
        said[one_prompt] = _spoken(film)
        narrated(film, film.witness(errors, seed=_ERROR_SEED))
        said[stages] = _spoken(film)
    names = {member.id: member.name for member in film.truth.cast}
    said[TRACK] = [one.text for one in film.truth.narration]
    said[CAPTIONS] = [_placed(named_text(clip.captions[0].text, names), clip.place) for clip in film.truth.clips]
    return said | {NOTHING: []}


def _placed(caption: str, place: str) -> str:
    """A caption that says where it is, in any case."""
    return caption if re.search(rf"\b{place}\b", caption) else f"{PLACE_WORDS[place].at.capitalize()}, {caption}"


def _described(film: WitnessedFilm) -> list[str]:
    write_description(film.path, film.folder, subtitles=film.subtitles, options=DescribeOptions())
    return _spoken(film)


def _spoken(film: WitnessedFilm) -> list[str]:
    return [cue.text for cue in read_script(film.folder).spoken()]


def with_other_films(films: Sequence[ToldFilm]) -> list[ToldFilm]:
    """Return films with a row of what is said of the next film, whose people are called as those of this one.

    The next film is the nearest one after it with a cast at least as large, so that everybody can be renamed.
    """
    return [ToldFilm(film.truth, {**film.said, OTHER: _of_another(films, n)}) for n, film in enumerate(films)]


def _of_another(films: Sequence[ToldFilm], n: int) -> list[str]:
    cast = films[n].truth.cast
    later = [*films[n + 1 :], *films[:n]]
    other = next((one for one in later if len(one.truth.cast) >= len(cast)), later[0])
    names = dict(zip((one.name for one in other.truth.cast), (one.name for one in cast), strict=False))
    return [" ".join(_renamed(word, names) for word in text.split()) for text in other.said[TRACK]]


def _renamed(word: str, names: Mapping[str, str]) -> str:
    bare = word.rstrip(".,").removesuffix("'s")
    return word.replace(bare, names.get(bare, bare)) if bare else word
