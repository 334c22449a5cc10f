"""Films shot into a folder, each with its complete truth."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cinescribe.backlot.drawing.camera import draw_take
from cinescribe.backlot.films.continuity import GlimpseLog, cast_members, filmed_clips, filmed_shots, spoken_lines
from cinescribe.backlot.films.encode import write_film, write_sound
from cinescribe.backlot.films.reel import Camera, Frame, reel
from cinescribe.backlot.plan.plan import FilmPlan
from cinescribe.backlot.plan.truth import VERSION, FilmTruth, Metaphor, SpokenLine
from cinescribe.backlot.plot.adverts import plan_advert
from cinescribe.backlot.plot.fountain import screenplay
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.backlot.sound.film_sound import film_sound, music_spans
from cinescribe.backlot.sound.narration import described, narrated
from cinescribe.backlot.sound.voices import said, with_exact_lines
from cinescribe.errors import OutputError, RecordError
from cinescribe.progress import Progress
from cinescribe.store import read_record, read_text, write_record, write_records, write_text
from cinescribe.timing import clock

RATE_HZ = 24
HEIGHT = 360
SMALLEST, LARGEST = 90, 2160  # pixels of height
TRUTH = "truth.jsonl"


@dataclass(frozen=True)
class Size:
    """How much is shot: clips a film, and adverts a set of films."""

    name: str
    n_clips: int
    n_adverts: int


SIZES = {
    "tiny": Size("tiny", n_clips=5, n_adverts=0),
    "small": Size("small", n_clips=10, n_adverts=2),
    "full": Size("full", n_clips=60, n_adverts=8),
}


@dataclass(frozen=True)
class Shoot:
    """What was shot: the films, adverts last, and the file of their truth, a `FilmTruth` a line."""

    films: tuple[Path, ...]
    truth: Path


@dataclass(frozen=True)
class Job:
    """One film to be shot: its plan, its picture size, and for an advert what it means."""

    plan: FilmPlan
    width: int
    height: int
    metaphor: Metaphor | None = None


def shoot(
    folder: Path,
    *,
    films: int,
    seed: int,
    size: Size,
    hard: bool = False,
    adverts: int | None = None,
    height: int = HEIGHT,
    progress: Progress | None = None,
) -> Shoot:
    """Films with their subtitles, screenplays, described sound and truth; those that are finished are left alone.

    Film k of a seed is the same whatever `films` is.

    Args:
        folder: where to write; made when it is not there.
        films: how many films.
        seed: what all of them grow from.
        size: how long they are.
        hard: look-alikes, costumes that change, things in the way, more night.
        adverts: how many adverts besides; None for the size's own number.
        height: of the picture in pixels, even; the width is 16/9 of it.
        progress: told how far each film is.

    Raises:
        OutputError: when the height cannot be filmed, or the folder holds the truth about something else or cannot be
            written.
    """
    if height % 2 or not SMALLEST <= height <= LARGEST:
        raise OutputError(f"height came as {height!r}; an even number from {SMALLEST} to {LARGEST} is wanted")
    width = 2 * round(height * 8 / 9)
    folder = Path(folder)
    check_truth(folder / TRUTH, names="film", about="films")
    n_adverts = size.n_adverts if adverts is None else adverts
    truths = []
    for job in _jobs(films, n_adverts, seed, size, width=width, height=height, hard=hard):
        truths.append(_finished(folder, job) or shoot_film(folder, job, progress=progress))
    write_records(folder / TRUTH, truths)
    return Shoot(tuple(folder / truth.film for truth in truths), folder / TRUTH)


def shoot_film(folder: Path, job: Job, *, camera: Camera = draw_take, progress: Progress | None = None) -> FilmTruth:
    """One film and all that belongs to it, its truth written last.

    Raises:
        OutputError: when the folder cannot be written.
    """
    lines = said(job.plan)
    plan = with_exact_lines(job.plan, lines)
    sound, told, script = film_sound(plan, lines), narrated(plan), screenplay(plan)
    truth = FilmTruth(
        id=plan.id,
        seed=plan.seed,
        title=plan.title,
        film=f"{plan.id}.mp4",
        screenplay=f"{plan.id}.fountain",
        described=f"{plan.id}.described.m4a",
        sightings=f"{plan.id}.sightings.jsonl",
        duration=plan.duration,
        width=job.width,
        height=job.height,
        rate_hz=RATE_HZ,
        hard=plan.hard,
        cast=cast_members(plan),
        clips=tuple(filmed_clips(plan)),
        shots=filmed_shots(plan),
        speech=spoken_lines(plan),
        narration=tuple(one.narration for one in told),
        music=music_spans(plan),
        script=script.elements,
        deviations=script.deviations,
        subtitles=f"{plan.id}.srt" if lines else None,
        metaphor=job.metaphor,
    )
    log = GlimpseLog()
    frames = reel(plan, width=job.width, height=job.height, rate_hz=RATE_HZ, camera=camera)
    frames = _told(log.watching(frames), plan, progress)
    write_film(folder / truth.film, frames, sound, width=job.width, height=job.height, rate_hz=RATE_HZ)
    write_sound(folder / truth.described, described(sound, told))
    if truth.subtitles is not None:
        write_text(folder / truth.subtitles, srt(truth.speech))
    write_text(folder / truth.screenplay, script.text)
    write_records(folder / truth.sightings, log.glimpses)
    write_record(truth_path(folder, plan.id), truth)
    return truth


def check_truth(path: Path, *, names: str, about: str) -> None:
    """Nothing, unless a file of truth is there and is about something else than what shall take its place.

    Args:
        path: of the file.
        names: the field of its records that names a film or a picture; those of other versions have it too.
        about: what they are about.

    Raises:
        OutputError: when it is.
    """
    if path.exists() and not _first_names(path, names):
        raise OutputError(
            f"{str(path)!r} is there and is not the truth about {about}, which would take its place; name another "
            "folder, by -o"
        )


def _first_names(path: Path, field: str) -> bool:
    """Whether the first record of a file has a field; one of no records has nothing to lose."""
    try:
        first = next(iter(read_text(path).splitlines()), "")
        return not first or field in json.loads(first)
    except (RecordError, ValueError, TypeError):
        return False


def truth_path(folder: Path, film: str) -> Path:
    """Where the truth about one film stands; it is there only when the film is finished."""
    return Path(folder) / f"{film}.truth.json"


def srt(lines: Iterable[SpokenLine]) -> str:
    """Lines of dialogue as SubRip subtitles."""
    return "".join(
        f"{n}\n{clock(line.span.start, mark=',')} --> {clock(line.span.end, mark=',')}\n{line.text}\n\n"
        for n, line in enumerate(lines, 1)
    )


def _jobs(n_films: int, n_adverts: int, seed: int, size: Size, *, width: int, height: int, hard: bool) -> Iterator[Job]:
    kind = f"{size.name}-hard" if hard else size.name
    for k in range(n_films):
        id = f"{kind}-{seed}-{k:03d}"
        yield Job(plan_film(_seed(seed, "film", k), n_clips=size.n_clips, hard=hard, id=id), width, height)
    for k in range(n_adverts):
        plan, metaphor = plan_advert(_seed(seed, "advert", k), id=f"advert-{seed}-{k:03d}")
        yield Job(plan, width, height, metaphor)


def _seed(seed: int, kind: str, k: int) -> int:
    return random.Random(f"{seed}/{kind}/{k}").getrandbits(31)


def _finished(folder: Path, job: Job) -> FilmTruth | None:
    """The truth about a film that is there already, whole and as it would be shot now; None when it is not."""
    path = truth_path(folder, job.plan.id)
    if not path.is_file():
        return None
    try:
        truth = read_record(path, FilmTruth)
    except RecordError:  # of another version, or spoilt: the film is shot anew
        return None
    same = (truth.version, truth.seed, truth.width, truth.height) == (VERSION, job.plan.seed, job.width, job.height)
    files = (truth.film, truth.subtitles, truth.screenplay, truth.described, truth.sightings)
    return truth if same and all((folder / name).is_file() for name in files if name is not None) else None


def _told(frames: Iterator[Frame], plan: FilmPlan, progress: Progress | None) -> Iterator[Frame]:
    """The same frames, with a word about progress every second of film."""
    for n, frame in enumerate(frames):
        if progress is not None and n % RATE_HZ == 0:
            progress(plan.id, frame.time / plan.duration)
        yield frame
    if progress is not None:
        progress(plan.id, 1.0)
