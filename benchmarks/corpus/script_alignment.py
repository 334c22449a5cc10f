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

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.backlot.plan.truth import Deviation, FilmTruth, ScriptElement
from cinescribe.backlot.plot.fountain import screenplay
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.corpus.alignment.align_script import AlignedLine, align_script
from cinescribe.errors import CorpusError
from cinescribe.media.film.probe import probe
from cinescribe.media.shots.shots import shots
from cinescribe.media.speech.srt import srt_block
from cinescribe.media.speech.subtitles import read_subtitles
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


def real_film(shared: Path, folder: Path) -> Case:
    """*Elephants Dream*, a real film: its captions and its text descriptions, in order of time, as a screenplay.

    The descriptions (CC BY 4.0, Silvia Pfeiffer) set no constant. A screenplay that a writer made would be further from
    the film; the times of the actions are those of a person who watched it.
    """
    texts = shared / "data/text/elephants_dream_vtt"
    captions = read_subtitles(texts / "captions.en.vtt")
    parts = [("speech", one.span, " ".join((one.text or "").split())) for one in captions]
    parts += [
        ("action", one.span, " ".join((one.text or "").split()))
        for one in read_subtitles(texts / "descriptions.en.vtt")
    ]
    lines, elements = ["INT. MACHINE - DAY", ""], [ScriptElement(1, "heading", "INT. MACHINE - DAY")]
    for kind, span, text in sorted(parts, key=lambda part: part[1]):
        lines += ["EMO"] if kind == "speech" else []
        elements.append(ScriptElement(len(lines) + 1, "speech" if kind == "speech" else "action", text, span=span))
        lines += [text, ""]
    script = folder / "elephants_dream.fountain"
    script.write_text("\n".join(lines), encoding="utf-8")
    end = max(span.end for _, span, _ in parts)
    return Case("Elephants Dream", script, texts / "captions.en.vtt", end, (), tuple(elements), ())


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


COLUMNS = ("sentences", "filmed", "with a time", "time", "start", "end", "overlap")


def row(name: str, sentences: Sequence[SentenceResult]) -> Row:
    """A row of the table."""
    filmed = [one for one in sentences if one.is_filmed]
    errors = np.array([one.errors for one in filmed if one.errors]).reshape(-1, 4)
    if not len(errors):
        return name, len(filmed), f"{0:.1%}", *(4 * [None])
    shares = [np.mean(np.abs(errors[:, k]) <= NEAR) for k in (2, 0, 1)] + [np.mean(errors[:, 3] > 0)]
    return name, len(filmed), f"{len(errors) / len(filmed):.1%}", *(f"{one:.1%}" for one in shares)


def auc(sentences: Iterable[SentenceResult]) -> float:
    """Share of pairs in which the filmed sentence scores above the unfilmed one; half for equal scores."""
    sentences = list(sentences)
    filmed = np.array([one.score for one in sentences if one.is_filmed])[:, None]
    unfilmed = np.array([one.score for one in sentences if not one.is_filmed])[None]
    return float(np.mean((filmed > unfilmed) + (filmed == unfilmed) / 2))


def tables(title: str, cases: Sequence[Case]) -> list[Table]:
    """Print and return the tables with and without shots."""
    found = []
    for use_shots in (True, False):
        results: list[SentenceResult] = []
        n_refused = 0
        for case in cases:
            try:
                results += evaluate(case, use_shots=use_shots)
            except CorpusError:
                n_refused += 1
        rows = [
            row("all", results),
            row("of moved scenes", [one for one in results if one.is_moved]),
            row("of scenes in their places", [one for one in results if not one.is_moved]),
            row("of silent scenes", [one for one in results if one.is_silent]),
        ]
        kept = sum(not one.is_filmed and one.score >= 0.5 for one in results)
        n_unfilmed = sum(not one.is_filmed for one in results)
        note = f"AUC {auc(results):.3f}; {kept} of {n_unfilmed} unfilmed sentences have a score of .5 or more; "
        note += f"{n_refused} of {len(cases)} films refused."
        found.append(print_table(f"{title}, {'with' if use_shots else 'without'} shots", COLUMNS, rows, note))
    return found


def pairs(cases: Sequence[Case], n_pairs: int) -> str:
    """Return how many correct and wrong pairs of screenplay and subtitles are aligned."""
    wrong = list(itertools.permutations(cases, 2))
    wrong = random.Random(1).sample(wrong, min(n_pairs, len(wrong)))
    n_wrong = sum(_is_aligned(one, other) for one, other in wrong)
    n_right = sum(_is_aligned(one, one) for one in cases)
    return f"{n_right} of {len(cases)}; {n_wrong} of {len(wrong)}"


def _is_aligned(script: Case, subtitles: Case) -> bool:
    try:
        align_script(script.script, subtitles.subtitles)
    except CorpusError:
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="of Backlot films; none: planned films only")
    parser.add_argument("--shared", type=Path, help="the reference data; with it a real film is aligned")
    parser.add_argument("--films", type=int, default=40, help="how many of them")
    parser.add_argument("--planned", type=int, default=200, help="films of 10 clips that are not shot")
    parser.add_argument("--long", type=int, default=40, help="films of 60 clips that are not shot")
    parser.add_argument("--pairs", type=int, default=1560, help="wrong pairs of 40 planned films, short and long")
    add_write_option(parser)
    args = parser.parse_args()
    found: list[Table] = []
    with tempfile.TemporaryDirectory() as folder:
        real = [real_film(args.shared, Path(folder))] if args.shared else []
        if args.folder:
            found += tables("Films with found shots", list(shot_films(args.folder, args.films)))
        short = list(planned_films(Path(folder), args.planned, 10))
        found += tables("Planned films of 10 clips", short)
        aligned = [Headline("right; wrong pairs aligned, 10 clips", pairs(short[:40], args.pairs))]
        long = list(planned_films(Path(folder), args.long, 60))
        found += tables("Planned films of 60 clips", long)
        aligned.append(Headline("right; wrong pairs aligned, 60 clips", pairs(long[:40], args.pairs)))
        if real:
            rows = [row("all", evaluate(real[0], use_shots=False))]
            found.append(print_table("Elephants Dream, a real film, without shots", COLUMNS, rows))
    _, _, share, middle, start, *_ = found[0].rows[0]
    headlines = [
        Headline(f"sentences with a time: {found[0].title}", f"{share}"),
        Headline("of these, right to 1 s by the middle; by the start", f"{middle}; {start}", "≥ 95 %"),
        Headline("filmed against unfilmed scenes, AUC", found[0].note.split(";")[0].removeprefix("AUC "), "≥ .95"),
        *aligned,
    ]
    title = "Screenplays aligned to films"
    report_results("script_alignment", title, headlines=headlines, tables=found, write=args.write)


if __name__ == "__main__":
    main()
