"""How much of Backlot's commonsense follows from the caption alone, from the picture alone, and from both.

An oracle knows, from the training films, how often each phrase is true of what it sees, and says the likeliest. Of the
caption it sees the first thing, and the first action unless the caption hides it; of the picture both actions and the
thing. People and wordings do not matter to it, so that the caption adds nothing to the picture.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator
from pathlib import Path

from benchmarks.results import Row, Table, print_table
from cinescribe.backlot.plan.truth import FilmTruth, StoryMoment
from cinescribe.corpus.datasets.sidecar_annotations import read_annotated
from cinescribe.schema import ASPECTS
from cinescribe.store import read_records

_VIEWS = ("caption", "picture", "both")


def oracle_table(corpus: Path) -> Table:
    """Print and return the shares of test moments of which the oracle has a true phrase."""
    known: dict[Hashable, Counter[str]] = defaultdict(Counter)
    for moment, seen in _moments(corpus, "train"):
        for view, key in seen.items():
            for aspect, phrases in moment.phrases.items():
                known[view, key, aspect].update(phrases)
                known[view, aspect].update(phrases)  # for what was never seen in training
    right: Counter[tuple[str, str]] = Counter()
    n = 0
    for moment, seen in _moments(corpus, "test"):
        n += 1
        for view, key in seen.items():
            for aspect, phrases in moment.phrases.items():
                counts = known.get((view, key, aspect)) or known[view, aspect]
                right[view, aspect] += counts.most_common(1)[0][0] in phrases
    rows: list[Row] = [
        (view, *(f"{100 * right[view, aspect] / n:.1f}" for aspect in ASPECTS),
         f"{100 * sum(right[view, aspect] for aspect in ASPECTS) / (3 * n):.1f}")
        for view in _VIEWS
    ]  # fmt: skip
    note = "Goals: caption alone at most 60, both at least 90."
    return print_table("True phrases of an oracle, %", ("what it sees", *ASPECTS, "all"), rows, note)


def unseen_table(corpus: Path) -> Table:
    """Print and return the shares of test phrases that no training film has, as strings."""
    annotated = read_annotated(corpus)
    split_of = {film.id: film.split for film in annotated.corpus.films}
    split_of_clip = {clip.id: split_of[clip.film] for clip in annotated.corpus.clips}
    phrases: dict[tuple[str, str], list[str]] = defaultdict(list)
    for record in annotated.commonsense:
        for aspect, own in record.phrases.items():
            phrases[split_of_clip[record.clip], aspect] += own
    rows: list[Row] = []
    for aspect in ASPECTS:
        known, tested = set(phrases["train", aspect]), phrases["test", aspect]
        different = set(tested)
        rows.append((
            aspect, len(known), len(different), f"{100 * len(different - known) / len(different):.1f}",
            f"{100 * sum(one not in known for one in tested) / len(tested):.1f}",
        ))  # fmt: skip
    columns = ("", "in training", "in test", "different ones unseen, %", "all unseen, %")
    return print_table("Phrases", columns, rows, "Goal: a fifth of the test phrases unseen.")


def _moments(corpus: Path, split: str) -> Iterator[tuple[StoryMoment, dict[str, Hashable]]]:
    """Yield the moments of a split with what each view shows."""
    for truth in read_records(corpus / split / "truth.jsonl", FilmTruth):
        clips = {clip.id: clip for clip in truth.clips}
        for moment in truth.moments:
            first, following = clips[moment.first], clips[moment.following]
            captioned = None if moment.captions[0].hides_verb else first.action
            picture = (first.action, following.action, following.thing)
            yield moment, {"caption": (captioned, first.thing), "picture": picture, "both": picture}
