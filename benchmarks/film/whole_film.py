"""MICap on whole films of 60 clips: time, consistency of people, and truth of captions.

New Backlot films, easy and hard, are shot and described. Captions are evaluated on the film's true clips and on the
clips that `describe` makes, each against the true clip with the largest overlap:

- people: share of person words with the right cast member. The captions' people are mapped one to one to the cast, by
  how often their words align with the member in the most similar reference caption;
- content: action, object and place (`cinescribe.backlot.plot.caption_truth`);
- cuts: F1 of the edges of clips, within 0.35 s.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.backlot.films.shoot import Size, shoot
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth
from cinescribe.backlot.plot.caption_truth import truthfulness
from cinescribe.describe.analyse import Analysis, read_analysis
from cinescribe.describe.batches import batches
from cinescribe.describe.captioner_selection import load_micap
from cinescribe.describe.components import Components
from cinescribe.describe.describe import describe_film
from cinescribe.describe.event_segmentation import event_clips
from cinescribe.export.folder import FACES, FEATURES
from cinescribe.generate.captioner import Captioner
from cinescribe.language.tokens.vocabulary import word_tokens
from cinescribe.schema import Caption, Clip, Face, Person, Script
from cinescribe.store import read_records
from cinescribe.timing import Span

SIZE = Size("whole", n_clips=60)
SEED = 9_000  # not used by any corpus
TOLERANCE = 0.35  # seconds of tolerance of an edge


@dataclass(frozen=True)
class PersonWords:
    """Person words of captions with the aligned cast members of the reference; None where there is nobody."""

    pairs: tuple[tuple[str, str | None], ...]

    def right(self) -> float:
        """Return the share of words with the right member, under the best one-to-one mapping."""
        people, members = ({one for one in side if one} for side in zip(*self.pairs, strict=True))
        counts = Counter(self.pairs)
        table = np.array([[counts[one, member] for member in sorted(members)] for one in sorted(people)])
        return float(table[linear_sum_assignment(table, maximize=True)].sum()) / len(self.pairs)


def person_words(caption: str, references: Sequence[str]) -> list[tuple[str, str | None]]:
    """Return the caption's person words, each with the aligned word of the most similar reference."""
    tokens = word_tokens(caption)
    match, reference = max(
        (
            (SequenceMatcher(None, _masked(tokens), _masked(one), autojunk=False), one)
            for one in map(word_tokens, references)
        ),
        key=lambda option: option[0].ratio(),
    )
    true = {block.a + n: reference[block.b + n] for block in match.get_matching_blocks() for n in range(block.size)}
    return [(word, true.get(n)) for n, word in enumerate(tokens) if _is_person(word)]


def _masked(words: Sequence[str]) -> list[str]:
    return ["[person]" if _is_person(word) else word for word in words]


def _is_person(word: str) -> bool:
    return word[0] == "P" and word[1:].isdigit()


def edges_f1(found: Sequence[Span], true: Sequence[Span]) -> float:
    """Return the F1 of the edges between spans."""
    ours, theirs = ([span.start for span in spans[1:]] for spans in (found, true))
    hits = sum(any(abs(a - b) <= TOLERANCE for b in theirs) for a in ours)
    return 2 * hits / max(len(ours) + len(theirs), 1)


def true_clip(span: Span, clips: Iterable[FilmedClip]) -> FilmedClip:
    """Return the true clip with the largest overlap with a span."""
    return max(clips, key=lambda clip: clip.span.overlap(span))


COLUMNS: tuple[str, ...] = (
    "film",
    "people right",
    "people, of the cast",
    "action",
    "thing",
    "place",
    "CPU, of its length",
)
COLUMNS += ("edges of clips, F1",)
GOALS = "Goals: people 85 %, action 90 %, thing and place 95 %, CPU less than the film's length."


def caption_cells(captions: Sequence[Caption], clips: Sequence[Clip], truth: FilmTruth) -> tuple[str, ...]:
    """Return the scores of captions as cells of a table."""
    true = [true_clip(clip.span, truth.clips) for clip in clips]
    pairs = [
        pair
        for caption, clip in zip(captions, true, strict=True)
        for pair in person_words(caption.text, [reference.text for reference in clip.captions])
    ]
    by_id = {caption.clip: clip for caption, clip in zip(captions, true, strict=True)}
    truths = truthfulness({caption.clip: caption.text for caption in captions}, by_id)
    share = PersonWords(tuple(pairs)).right() if pairs else float("nan")
    return (
        f"{share:.1%} of {len(pairs)} words",
        f"{len({one for one, _ in pairs})} of {len(truth.cast)}",
        f"{truths.action:.1%}",
        f"{_percent(truths.thing)} of {truths.n_things}",
        f"{_percent(truths.place)} of {truths.n_places}",
    )


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def described(path: Path, folder: Path, captioner: Captioner) -> tuple[Script, float, float]:
    """Return a film's script, and the CPU and wall seconds of its description."""
    cpu, wall = time.process_time(), time.perf_counter()
    script = describe_film(path, folder, components=Components(captioner=captioner))
    return script, time.process_time() - cpu, time.perf_counter() - wall


def on_true_clips(
    truth: FilmTruth, analysis: Analysis, faces: Sequence[Face], people: Sequence[Person], captioner: Captioner
) -> tuple[list[Caption], list[Clip]]:
    """Return the captioner's captions of the film's true clips."""
    clips = [Clip(f"{truth.id}-{clip.id}", truth.id, clip.span) for clip in truth.clips]
    (batch,) = batches(clips, analysis, faces, people, captioner)
    return captioner.caption(batch), clips


def film_rows(truth: FilmTruth, folder: Path, out: Path, captioner: Captioner) -> Iterator[Row]:
    """Describe one film and yield its rows."""
    script, cpu, _ = described(folder / truth.film, out, captioner)
    analysis = read_analysis(out / FEATURES / "listen", out / FEATURES / "watch")
    faces = read_records(out / FACES, Face)
    people = [person for person in script.people if any(face.person == person.id for face in faces)]
    own = event_clips(Path(truth.film).stem, analysis.shots, speech=script.speech, pictures=analysis.clip)
    captions = read_records(out / FEATURES / "captions" / "captions.jsonl", Caption)
    length = script.film.duration
    f1 = edges_f1([clip.span for clip in own], [clip.span for clip in truth.clips])
    name = f"{truth.id}, {length:.0f} s"
    true = on_true_clips(truth, analysis, faces, people, captioner)
    yield f"{name}, {len(truth.clips)} true clips", *caption_cells(*true, truth), None, None
    own_cells = (round(cpu / length, 2), round(f1, 3))
    yield f"{name}, {len(own)} own clips", *caption_cells(captions, own, truth), *own_cells


def shot(folder: Path, *, films: int, hard: bool) -> Mapping[str, FilmTruth]:
    """Return the films of a kind, which are shot unless they exist."""
    found = shoot(folder, films=films, seed=SEED, size=SIZE, hard=hard, height=180)
    return {truth.id: truth for truth in read_records(found.truth, FilmTruth)}


def kind_table(kind: str, folder: Path, films: int, captioner: Captioner) -> Table:
    """Print and return the table of a kind of films."""
    truths = shot(folder / kind, films=films, hard=kind == "hard").items()
    rows = (
        row for id_, truth in truths for row in film_rows(truth, folder / kind, folder / kind / f"{id_}.ad", captioner)
    )
    return print_table(f"{kind} films".capitalize(), COLUMNS, rows, GOALS)


def _range(table: Table, column: int) -> str:
    """The least and the largest value of a column, without what follows the first word."""
    values = [str(row[column]).split()[0] for row in table.rows if row[column] is not None]
    return f"{min(values, key=_number)} to {max(values, key=_number)}"


def _number(text: str) -> float:
    return float(text.removesuffix("%"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        default=Path("build/whole-film"),
        help="of films and descriptions; existing ones are used",
    )
    parser.add_argument("--shared", type=Path, help="unused; accepted because every benchmark has it")
    parser.add_argument("--films", type=int, default=2, help="of each kind")
    parser.add_argument("--kinds", nargs="+", choices=("easy", "hard"), default=("easy", "hard"))
    parser.add_argument("--checkpoint", type=Path, help="instead of the bundled MICap")
    add_write_option(parser)
    arguments = parser.parse_args()
    captioner = load_micap(arguments.checkpoint)
    tables = [kind_table(kind, arguments.folder, arguments.films, captioner) for kind in arguments.kinds]
    headlines = [
        Headline(f"{what}, {'; '.join(arguments.kinds)}", "; ".join(_range(table, n) for table in tables), goal)
        for n, what, goal in (
            (1, "people right over the film", "≥ 85 %"),
            (3, "actions right", "≥ 90 %"),
            (6, "CPU per second of film", "< 1"),
        )
    ]
    report_results("whole_films", "Whole films by MICap", headlines=headlines, tables=tables, write=arguments.write)


if __name__ == "__main__":
    main()
