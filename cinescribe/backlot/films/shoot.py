"""Shoots films into a folder, each with its complete ground truth."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cinescribe.backlot.drawing.camera import draw_take
from cinescribe.backlot.films.continuity import (
    SightingsLog,
    cast_members,
    filmed_clips,
    filmed_shots,
    spoken_lines,
    story_moments,
)
from cinescribe.backlot.films.encode import write_film, write_sound
from cinescribe.backlot.films.reel import ReelFrame, TakeCamera, reel
from cinescribe.backlot.plan.named_size import size_of
from cinescribe.backlot.plan.plan import FilmPlan
from cinescribe.backlot.plan.truth import TRUTH_VERSION, AdvertMetaphor, FilmTruth, SpokenLine
from cinescribe.backlot.plot.episodes import plan_episode
from cinescribe.backlot.plot.fountain import screenplay
from cinescribe.backlot.plot.screenplay import plan_film, plan_motivated_film
from cinescribe.backlot.sound.film_sound import film_sound, music_spans
from cinescribe.backlot.sound.narration import narrated_sound, narration_of_clips
from cinescribe.backlot.sound.voices import voiced_lines, with_voiced_lines
from cinescribe.errors import OutputError, ParameterError, RecordError
from cinescribe.media.speech.srt import srt_block
from cinescribe.output_folder import claim_folder, first_line_holds_keys
from cinescribe.progress import Progress
from cinescribe.store import read_record, write_record, write_records, write_text

FRAME_RATE_HZ = 24
HEIGHT = 360
MIN_HEIGHT, MAX_HEIGHT = 90, 2160  # pixels of height
TRUTH = "truth.jsonl"


@dataclass(frozen=True)
class Size:
    """Size of a set of films: clips per film."""

    name: str
    n_clips: int


SIZES = {
    "tiny": Size("tiny", n_clips=5),
    "small": Size("small", n_clips=10),
    "full": Size("full", n_clips=60),
}


@dataclass(frozen=True)
class Shoot:
    """Files of a shoot: the films, and the file of their truth, one `FilmTruth` per line."""

    films: tuple[Path, ...]
    truth: Path


@dataclass(frozen=True)
class FilmJob:
    """A film to be shot: its plan, its size in pixels, its frame rate, and the metaphor and captions of an advert."""

    plan: FilmPlan
    width: int
    height: int
    metaphor: AdvertMetaphor | None = None
    captions: tuple[str, ...] = ()
    rate_hz: int = FRAME_RATE_HZ


def shoot(
    folder: str | Path,
    *,
    films: int,
    seed: int,
    size: str | Size,
    hard: bool = False,
    motivated: bool = False,
    series: bool = False,
    height: int = HEIGHT,
    progress: Progress | None = None,
) -> Shoot:
    """Shoot films with subtitles, screenplays, described sound and truth; finished films are kept.

    Film k of a seed does not depend on `films`.

    Args:
        folder: where to write; created if missing.
        films: number of films.
        seed: seed of all films.
        size: length of the films: one of `SIZES`, or its name.
        hard: add look-alikes, costume changes, occlusion and more night scenes.
        motivated: films whose people act for reasons, with an even number of clips; their truth has `moments`.
        series: the films are the episodes of one series, with one cast; see `plot.episodes`.
        height: height of the picture in pixels, even; the width is 16/9 of it.
        progress: called with the film's id and the share of it that is done.

    Raises:
        ParameterError: when no size has the name, or both `motivated` and `series` are asked for.
        OutputError: when `height` is odd or out of range, or `folder` holds anything but films of Backlot, or cannot
            be written.
    """
    size = size_of(size, SIZES)
    folder = Path(folder)
    if motivated and series:
        raise ParameterError("`motivated` and `series` cannot be combined; shoot two sets of films")
    plans = (
        _episodes(films, seed, size, hard=hard) if series else _plans(films, seed, size, hard=hard, motivated=motivated)
    )
    jobs = (FilmJob(plan, width_of(height), height) for plan in plans)
    return shoot_jobs(folder, jobs, height=height, progress=progress)


def shoot_jobs(folder: Path, jobs: Iterable[FilmJob], *, height: int, progress: Progress | None = None) -> Shoot:
    """Shoot the films of some jobs, all of one height, except those that are finished.

    Raises:
        OutputError: as `shoot` does.
    """
    if height % 2 or not MIN_HEIGHT <= height <= MAX_HEIGHT:
        raise OutputError(f"`height` is {height!r}; choose an even number from {MIN_HEIGHT} to {MAX_HEIGHT}")
    folder = Path(folder)
    claim_shoot(folder, "set of Backlot films", id_field="film")
    truths = [_finished(folder, job) or shoot_film(folder, job, progress=progress) for job in jobs]
    write_records(folder / TRUTH, truths)
    return Shoot(tuple(folder / truth.film for truth in truths), folder / TRUTH)


def width_of(height: int) -> int:
    """Return the width of a film's picture in pixels, even."""
    return 2 * round(height * 8 / 9)


def shoot_film(
    folder: Path, job: FilmJob, *, camera: TakeCamera = draw_take, progress: Progress | None = None
) -> FilmTruth:
    """Shoot one film with all its files; its truth is written last.

    Raises:
        OutputError: when the folder cannot be written.
    """
    lines = voiced_lines(job.plan)
    plan = with_voiced_lines(job.plan, lines)
    sound, narration, script = film_sound(plan, lines), narration_of_clips(plan), screenplay(plan)
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
        rate_hz=float(job.rate_hz),  # as it is read back
        hard=plan.hard,
        cast=cast_members(plan),
        clips=tuple(filmed_clips(plan)),
        shots=filmed_shots(plan),
        speech=spoken_lines(plan),
        narration=tuple(sentence.narration for sentence in narration),
        music=music_spans(plan),
        script=script.elements,
        deviations=script.deviations,
        subtitles=f"{plan.id}.srt" if lines else None,
        metaphor=job.metaphor,
        moments=tuple(story_moments(plan)),
        captions=job.captions,
    )
    log = SightingsLog()
    frames = reel(plan, width=job.width, height=job.height, rate_hz=job.rate_hz, camera=camera)
    frames = _with_progress(log.recording(frames), job, progress)
    write_film(folder / truth.film, frames, sound, width=job.width, height=job.height, rate_hz=job.rate_hz)
    write_sound(folder / truth.described, narrated_sound(sound, narration))
    if truth.subtitles is not None:
        write_text(folder / truth.subtitles, srt(truth.speech))
    write_text(folder / truth.screenplay, script.text)
    write_records(folder / truth.sightings, log.records)
    write_record(truth_path(folder, plan.id), truth)
    return truth


def claim_shoot(folder: Path, kind: str, *, id_field: str) -> None:
    """Mark a folder as one of films or stills: a new or empty one, or one with such films or stills.

    Args:
        folder: the folder.
        kind: what it is for.
        id_field: field of the truth that names a film or picture; that of older versions has it too.

    Raises:
        OutputError: when the folder holds anything else.
    """
    claim_folder(folder, kind, is_older=lambda folder: first_line_holds_keys(folder / TRUTH, id_field))


def truth_path(folder: Path, film: str) -> Path:
    """Return the path of the truth of one film; the file exists only when the film is finished."""
    return Path(folder) / f"{film}.truth.json"


def srt(lines: Iterable[SpokenLine]) -> str:
    """Return lines of dialogue as SubRip subtitles."""
    return "".join(srt_block(n, line.span, line.text) + "\n" for n, line in enumerate(lines, 1))


def _plans(n_films: int, seed: int, size: Size, *, hard: bool, motivated: bool) -> Iterator[FilmPlan]:
    kind = "-".join([size.name, *["motives"] * motivated, *["hard"] * hard])
    for k in range(n_films):
        id, own = f"{kind}-{seed}-{k:03d}", seed_of(seed, "film", k)
        if motivated:
            yield plan_motivated_film(own, n_moments=-(-size.n_clips // 2), hard=hard, id=id)
        else:
            yield plan_film(own, n_clips=size.n_clips, hard=hard, id=id)


def _episodes(n_films: int, seed: int, size: Size, *, hard: bool) -> Iterator[FilmPlan]:
    kind = "-".join([size.name, "series", *["hard"] * hard])
    for number in range(1, n_films + 1):
        yield plan_episode(seed, number, n_clips=size.n_clips, hard=hard, id=f"{kind}-{seed}-{number:03d}")


def seed_of(seed: int, kind: str, k: int) -> int:
    """Return the seed of film `k` of a kind."""
    return random.Random(f"{seed}/{kind}/{k}").getrandbits(31)


def _finished(folder: Path, job: FilmJob) -> FilmTruth | None:
    """Return the truth of a film that is finished and would be shot the same way now; else None."""
    path = truth_path(folder, job.plan.id)
    if not path.is_file():
        return None
    try:
        truth = read_record(path, FilmTruth)
    except RecordError:  # of another version, or damaged: shoot the film again
        return None
    picture = (truth.width, truth.height, truth.rate_hz) == (job.width, job.height, job.rate_hz)
    advert = (truth.metaphor, truth.captions) == (job.metaphor, job.captions)
    same = (truth.version, truth.seed) == (TRUTH_VERSION, job.plan.seed) and picture and advert
    files = (truth.film, truth.subtitles, truth.screenplay, truth.described, truth.sightings)
    return truth if same and all((folder / name).is_file() for name in files if name is not None) else None


def _with_progress(frames: Iterator[ReelFrame], job: FilmJob, progress: Progress | None) -> Iterator[ReelFrame]:
    """Yield the same frames, reporting progress every second of film."""
    for n, frame in enumerate(frames):
        if progress is not None and n % job.rate_hz == 0:
            progress(job.plan.id, frame.time / job.plan.duration)
        yield frame
    if progress is not None:
        progress(job.plan.id, 1.0)
