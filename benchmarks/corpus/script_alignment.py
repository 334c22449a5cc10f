"""Accuracy of screenplay alignment on Backlot's films, which deviate from their scripts: cut, changed, added, moved.

The truth has the time of each sentence's action. `time` counts sentences whose found span has its middle within 1 s of
the action (0 s inside it); `start` and `end` those whose ends are within 1 s of its ends, though a brief action takes
only a part of the shot that shows it; `meets` those whose span overlaps the action. All are shares of the sentences
with a time; `kept` is their share of all filmed sentences.
`AUC` measures how well the score separates filmed sentences from those of scenes that were never shot. `moved` are
sentences of the two scenes that are swapped in each longer screenplay, `silent` those of scenes without speech.

`--pairs` aligns the screenplay of each film with the subtitles of other films.
"""

from __future__ import annotations

import argparse
import itertools
import random
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cinescribe.backlot.plan.truth import Deviation, FilmTruth, ScriptElement
from cinescribe.backlot.plot.fountain import screenplay
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.corpus.alignment.align_script import AlignedLine, align_script
from cinescribe.errors import CorpusError
from cinescribe.media.film.probe import probe
from cinescribe.media.shots.shots import shots
from cinescribe.media.speech.srt import srt_block
from cinescribe.schema import Shot
from cinescribe.store import read_record
from cinescribe.timing import Seconds, Span

NEAR: Seconds = 1.0
FIRST_SEED = 640_000  # of planned films


@dataclass(frozen=True)
class Case:
    """A film's screenplay and subtitles, its truth, and its shots, detected or planned."""

    name: str
    script: Path
    subtitles: Path
    duration: Seconds
    shots: tuple[Shot, ...]
    elements: tuple[ScriptElement, ...]
    deviations: tuple[Deviation, ...]


@dataclass(frozen=True)
class SentenceResult:
    """A sentence of action: whether it was filmed, whether its scene is moved or silent, and the errors of its span."""

    score: float
    is_filmed: bool
    is_moved: bool
    is_silent: bool
    errors: tuple[Seconds, Seconds, Seconds, Seconds] | None  # start, end, distance of the middle, overlap


def shot_films(folder: Path, n: int) -> Iterator[Case]:
    """Films of a folder with detected shots."""
    for path in sorted(folder.rglob("*.truth.json"))[:n]:
        truth = read_record(path, FilmTruth)
        if truth.subtitles is None:
            continue
        script, subtitles, film = (path.parent / name for name in (truth.screenplay, truth.subtitles, truth.film))
        found = shots(probe(film))
        yield Case(truth.id, script, subtitles, truth.duration, found, truth.script, truth.deviations)


def planned_films(folder: Path, n: int, n_clips: int) -> Iterator[Case]:
    """Planned films that are not shot, with the plan's lines and shots."""
    for seed in range(FIRST_SEED, FIRST_SEED + n):
        plan = plan_film(seed, n_clips=n_clips)
        if not plan.lines:
            continue
        planned = screenplay(plan)
        script, subtitles = folder / f"{plan.id}.fountain", folder / f"{plan.id}.srt"
        script.write_text(planned.text, encoding="utf-8")
        cues = [srt_block(k, line.span, line.text) for k, line in enumerate(plan.lines, 1)]
        subtitles.write_text("\n".join(cues), encoding="utf-8")
        found = tuple(Shot(take.span, take.transition) for take in plan.takes)
        yield Case(plan.id, script, subtitles, plan.duration, found, planned.elements, planned.deviations)


def evaluate(case: Case, *, use_shots: bool) -> list[SentenceResult]:
    """Align one film and return a result for each sentence of action."""
    lines = align_script(case.script, case.subtitles, duration=case.duration, shots=case.shots if use_shots else ())
    by_line = {element.line: element for element in case.elements}
    moved = {one.clip for one in case.deviations if one.kind == "scene moved"}
    silent = set(_silent(case.elements))
    return [
        SentenceResult(
            line.score,
            element.span is not None,
            element.clip in moved,
            element.line in silent,
            _errors(line, element.span) if element.span else None,
        )
        for line in lines
        if line.kind == "action" and (element := by_line[line.line])
    ]


def _silent(elements: Sequence[ScriptElement]) -> Iterator[int]:
    scenes: list[list[ScriptElement]] = [[]]
    for element in elements:
        if element.kind == "heading":
            scenes.append([])
        scenes[-1].append(element)
    for scene in scenes:
        if not any(element.kind == "speech" for element in scene):
            yield from (element.line for element in scene)


def _errors(line: AlignedLine, action: Span) -> tuple[Seconds, Seconds, Seconds, Seconds] | None:
    if line.start is None or line.end is None:
        return None
    span = Span(line.start, line.end)
    outside = max(action.start - span.middle, span.middle - action.end, 0.0)
    return span.start - action.start, span.end - action.end, outside, span.overlap(action)


def row(name: str, sentences: Sequence[SentenceResult]) -> str:
    """A row of the table."""
    filmed = [one for one in sentences if one.is_filmed]
    errors = np.array([one.errors for one in filmed if one.errors]).reshape(-1, 4)
    if not len(errors):
        return f"{name:<24} {len(filmed):6d} {0:6.1%}"
    shares = [np.mean(np.abs(errors[:, k]) <= NEAR) for k in (2, 0, 1)] + [np.mean(errors[:, 3] > 0)]
    return f"{name:<24} {len(filmed):6d} {len(errors) / len(filmed):6.1%} " + " ".join(f"{one:6.1%}" for one in shares)


def auc(sentences: Iterable[SentenceResult]) -> float:
    """Share of pairs in which the filmed sentence scores above the unfilmed one; half for equal scores."""
    sentences = list(sentences)
    filmed = np.array([one.score for one in sentences if one.is_filmed])[:, None]
    unfilmed = np.array([one.score for one in sentences if not one.is_filmed])[None]
    return float(np.mean((filmed > unfilmed) + (filmed == unfilmed) / 2))


def table(title: str, cases: Sequence[Case]) -> None:
    """Print one table, with and without shots."""
    print(f"\n{title}\n{'':24} {'filmed':>6} {'kept':>6} {'time':>6} {'start':>6} {'end':>6} {'meets':>6}")
    for use_shots in (True, False):
        results: list[SentenceResult] = []
        n_refused = 0
        for case in cases:
            try:
                results += evaluate(case, use_shots=use_shots)
            except CorpusError:
                n_refused += 1
        name = "with shots" if use_shots else "without"
        print(row(name, results))
        print(row("  of moved scenes", [one for one in results if one.is_moved]))
        print(row("  in their places", [one for one in results if not one.is_moved]))
        print(row("  silent scenes", [one for one in results if one.is_silent]))
        kept = sum(not one.is_filmed and one.score >= 0.5 for one in results)
        n_unfilmed = sum(not one.is_filmed for one in results)
        print(
            f"  AUC {auc(results):.4f}; {kept} of {n_unfilmed} unfilmed kept; {n_refused} of {len(cases)} films refused"
        )


def pairs(cases: Sequence[Case], n_pairs: int) -> None:
    """Print how many correct and wrong pairs of screenplay and subtitles are aligned."""
    wrong = list(itertools.permutations(cases, 2))
    wrong = random.Random(1).sample(wrong, min(n_pairs, len(wrong)))
    n_wrong = sum(_is_aligned(one, other) for one, other in wrong)
    n_right = sum(_is_aligned(one, one) for one in cases)
    print(f"right pairs aligned: {n_right} of {len(cases)}; wrong pairs aligned: {n_wrong} of {len(wrong)}")


def _is_aligned(script: Case, subtitles: Case) -> bool:
    try:
        align_script(script.script, subtitles.subtitles)
    except CorpusError:
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="of Backlot films; none: planned films only")
    parser.add_argument("--films", type=int, default=40, help="how many of them")
    parser.add_argument("--planned", type=int, default=200, help="films of 10 clips that are not shot")
    parser.add_argument("--long", type=int, default=40, help="films of 60 clips that are not shot")
    parser.add_argument("--pairs", type=int, default=1560, help="wrong pairs of 40 planned films, short and long")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if args.folder:
            table(f"films of {args.folder}, shots as found", list(shot_films(args.folder, args.films)))
        short = list(planned_films(Path(folder), args.planned, 10))
        table("planned films of 10 clips", short)
        pairs(short[:40], args.pairs)
        long = list(planned_films(Path(folder), args.long, 60))
        table("planned films of 60 clips", long)
        pairs(long[:40], args.pairs)


if __name__ == "__main__":
    main()
