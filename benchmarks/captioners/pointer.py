"""Filling in by a pointer, beside what its faces allow: exact groups, true groups, order and faces drawn at random.

Every checkpoint is the folder of a model that fills in, `ROW=FOLDER`; the row `pointer` is also tried with other faces.
A row that is named several times, with a checkpoint of each seed, has the mean and the standard deviation. Films come
from `--split` of the corpus, with their truth. Captions are those of the bundled MICap, and of others that
`--captioner ROW=FOLDER` names, with their own people and with those of the pointers.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any, TypeAlias

import torch

from benchmarks.captioners.people_in_captions import point_captions
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from benchmarks.table_sources import table_sources
from cinescribe.corpus.core.blanks import answers, blanked
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.describe.captioner_selection import shipped
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.generate.caption_clip_sets import caption_sets, fill_people
from cinescribe.generate.caption_corpus import checkpoint_reader
from cinescribe.generate.pointing.point import person_labels, point
from cinescribe.metrics.identity.fitb import FitbScores
from cinescribe.models.checkpoint import Checkpoint, read_checkpoint
from cinescribe.schema import ClipSet
from cinescribe.train.data.face_truth import FaceTruths, TrueFacesBatch
from cinescribe.train.data.sampling import evaluation_sets
from cinescribe.train.experiments.evaluate import METRICS, score_filling, score_sets

POINTER = "pointer"
GOAL = 75  # percent, class accuracy
COLUMNS = ("row", "same", "different", "instance", "class", "CPU s")
_BATCH = 32
Change: TypeAlias = Callable[[TrueFacesBatch, Random], TrueFacesBatch]
People: TypeAlias = dict[str, tuple[str, ...]]  # by clip


def exact_groups(batch: TrueFacesBatch, random: Random) -> TrueFacesBatch:
    """Found faces in exact groups; faces of nobody and unknown ones are left out."""
    return replace(batch, face_cluster=batch.face_person.clamp(min=0), face_mask=batch.face_person > 0)


def random_faces(batch: TrueFacesBatch, random: Random) -> TrueFacesBatch:
    """Found faces, of which each clip's groups are exchanged for any groups of the set."""
    clusters = batch.face_cluster.clone()
    for row in range(len(batch)):
        every = batch.face_cluster[row, batch.face_mask[row]].unique().tolist()
        for clip in batch.face_clip[row].unique().tolist():
            others = dict(zip(every, random.sample(every, len(every)), strict=True))
            here = (batch.face_clip[row] == clip) & batch.face_mask[row]
            exchanged = [others[n] for n in batch.face_cluster[row, here].tolist()]
            clusters[row, here] = torch.tensor(exchanged, dtype=torch.long)
    return replace(batch, face_cluster=clusters)


def as_found(batch: TrueFacesBatch, random: Random) -> TrueFacesBatch:
    """Found faces in found groups."""
    return batch


def no_faces(batch: TrueFacesBatch, random: Random) -> TrueFacesBatch:
    """No face at all."""
    return replace(batch, face_mask=torch.zeros_like(batch.face_mask))


CHANGES: dict[str, Change] = {
    "faces as found": as_found,
    "found faces in exact groups": exact_groups,
    "random faces": random_faces,
    "no faces": no_faces,
}


def pointed(model: Any, reader: SetReader, sets: Sequence[ClipSet], truths: FaceTruths, change: Change) -> People:
    """Return the people that a pointer fills in with changed faces."""
    random, people = Random(0), People()
    for at in range(0, len(sets), _BATCH):
        some = sets[at : at + _BATCH]
        batch = truths.with_truth(reader.batch([blanked(one) for one in some]), some)
        for clip_set, found in zip(some, point(model, change(batch, random)), strict=True):
            labels = person_labels(found, n_clips=len(clip_set.clips))
            people |= dict(zip((clip.id for clip in clip_set.clips), labels, strict=True))
    return people


def ceilings(reader: SetReader, sets: Sequence[ClipSet], truths: FaceTruths) -> tuple[dict[str, People], Counter[str]]:
    """Return the true found group of every blank, and random order; and numbers of blanks by what is seen."""
    exact, at_random, counts, random = People(), People(), Counter[str](), Random(0)
    for clip_set in sets:
        batch = truths.with_truth(reader.batch([clip_set]), [clip_set])
        groups = _groups(batch)
        for number, (clip, ids) in enumerate(zip(clip_set.clips, answers(clip_set), strict=True)):
            here = sorted(group for group, (clips, _) in groups.items() if number in clips)
            shuffled = [f"G{group}" for group in random.sample(here, len(here))]
            new = [f"new {clip.id} {place}" for place in range(len(ids))]
            theirs = [[group for group, (_, who) in groups.items() if f"P{who}" == one] for one in ids]
            seen_here = [[group for group in some if group in here] or some for some in theirs]
            exact[clip.id] = tuple(f"G{some[0]}" if some else own for some, own in zip(seen_here, new, strict=True))
            at_random[clip.id] = tuple([*shuffled, *new[len(shuffled) :]][: len(ids)])
            counts["blanks"] += len(ids)
            counts["in the clip"] += sum(any(group in here for group in some) for some in theirs)
            counts["in the set"] += sum(map(bool, theirs))
    return {"true group of every blank (ceiling)": exact, "random order": at_random}, counts


def _groups(batch: TrueFacesBatch) -> dict[int, tuple[set[int], int]]:
    """Return the clips of each group of one set, and the person of most of its faces."""
    clips, people = defaultdict[int, set[int]](set), defaultdict[int, Counter[int]](Counter)
    rows = (batch.face_cluster, batch.face_clip, batch.face_person)
    for group, clip, person in zip(*(values[batch.face_mask].tolist() for values in rows), strict=True):
        clips[group].add(clip)
        people[group][person] += 1
    return {group: (clips[group], people[group].most_common(1)[0][0]) for group in clips}


def _labels(people: Mapping[str, Sequence[str]]) -> People:
    """Return people as `P1` on: only equality matters."""
    numbers: dict[str, int] = {}
    return {
        clip: tuple(f"P{numbers.setdefault(one, len(numbers) + 1)}" for one in some) for clip, some in people.items()
    }


def _row(name: str, scores: Sequence[FitbScores], seconds: float | None = None) -> Row:
    columns = zip(*((one.same, one.different, one.instance, one.class_) for one in scores), strict=True)
    cells = (_cell([100 * score.value for score in column]) for column in columns)
    return (name, *cells, None if seconds is None else f"{seconds:.1f}")


def _cell(values: Sequence[float]) -> str:
    """Return the mean, and the standard deviation if there are several values."""
    spread = f" ± {stdev(values):.1f}" if len(values) > 1 else ""
    return f"{mean(values):.1f}{spread}"


def _trained_rows(
    trained: Mapping[str, Sequence[Checkpoint]], corpus: Path, sets: list[ClipSet], truths: FaceTruths
) -> list[Row]:
    rows = []
    for name, seeds in trained.items():
        readers = [checkpoint_reader(one, corpus) for one in seeds]
        for what, change in CHANGES.items() if name == POINTER else [("", None)]:
            began, scores = time.process_time(), []
            for one, reader in zip(seeds, readers, strict=True):
                if change is None:
                    people = fill_people(one.model, reader, sets)
                else:
                    people = pointed(one.model, reader, sets, truths, change)
                scores.append(score_filling(people, sets))
            seconds = (time.process_time() - began) / len(seeds)
            rows.append(_row(", ".join(filter(None, (name, what))), scores, seconds))
    return rows


def _caption_rows(
    name: str, captioner: Checkpoint, pointers: Sequence[Checkpoint], corpus: Path, sets: list[ClipSet]
) -> Iterator[Row]:
    """Yield the scores of a model's captions, with its own people and with those of the pointers."""
    written, sources = caption_sets(captioner.model, checkpoint_reader(captioner, corpus), sets), table_sources()
    theirs = [point_captions(one.model, checkpoint_reader(one, corpus), sets, written) for one in pointers]
    for row, captions in ((name, [written]), (f"{name}, people by the pointer", theirs)):
        scores = [score_sets(one, sets, sources=sources) for one in captions]
        yield row, *(_cell([100 * one[metric].value for one in scores]) for metric in METRICS)


def _by_row(names: Sequence[str]) -> dict[str, list[Checkpoint]]:
    """Return the checkpoints of each row, by `ROW=FOLDER`."""
    found = defaultdict[str, list[Checkpoint]](list)
    for one in names:
        name, path = one.split("=", 1)
        found[name].append(read_checkpoint(Path(path)))
    return dict(found)


def main() -> None:
    """Print the tables, and write them if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoints", nargs="+", metavar="ROW=FOLDER")
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--split", default="test")
    parser.add_argument("--captioner", action="append", default=[], metavar="ROW=FOLDER")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    corpus = read_corpus(args.corpus)
    trained, captioners = _by_row(args.checkpoints), _by_row(args.captioner)
    first = trained[POINTER][0]
    store = FeatureStore(args.corpus / first.card.features)
    truths = FaceTruths(corpus, store.features)
    films = corpus.clips_by_film(args.split)
    sets = evaluation_sets(films, n_clips=first.card.sets.n_clips)
    rows = _trained_rows(trained, args.corpus, sets, truths)
    oracles, counts = ceilings(checkpoint_reader(first, args.corpus), sets, truths)
    rows += [_row(name, [score_filling(_labels(people), sets)]) for name, people in oracles.items()]
    shares = {what: f"{counts[what] / counts['blanks']:.0%}" for what in ("in the clip", "in the set")}
    note = (
        f"{len(films)} films, {len(sets)} sets, {counts['blanks']} blanks; of {shares['in the clip']} a face or figure "
        f"is found in the clip, of {shares['in the set']} in the set. Rows without CPU time use the truth; that of the "
        f"others is of one checkpoint. {len(trained[POINTER])} seeds of the pointer."
    )
    caption_rows = (
        row
        for name, (one,) in {"MICap as shipped": [read_checkpoint(shipped())], **captioners}.items()
        for row in _caption_rows(name, one, trained[POINTER], args.corpus, sets)
    )
    tables = [
        print_table("Filling in", COLUMNS, rows, note),
        print_table("Captions", ("row", *METRICS), caption_rows, "Scores times 100."),
    ]
    report_results(
        "pointer",
        "Pointing at people on Backlot",
        headlines=[
            Headline(
                "filling in by a pointer, class accuracy",
                f"{rows[0][4]} % on {len(films)} films",
                f"{GOAL} %" if float(str(rows[0][4]).split(" ")[0]) >= GOAL else f"{GOAL} %, missed",
            )
        ],
        tables=tables,
        write=args.write,
    )


if __name__ == "__main__":
    main()
