"""What the verbs of a corpus are about: table 11 of Movie Description (Rohrbach et al. 2016, 5.5.2)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cinescribe.corpus.statistics.text_counts import ReadClip
from cinescribe.language.wordnet.verbs import Verb
from cinescribe.record import Record

N_TOP = 3  # verbs that a topic's row names


@dataclass(frozen=True)
class VerbCount(Record):
    """A verb and how often it is used."""

    verb: str
    count: int


@dataclass(frozen=True)
class TopicRow(Record):
    """A row of table 11.

    Args:
        topic: of WordNet's, or `none` for verbs that it does not have.
        verbs: how many verbs of the captions are about it.
        distinct: how many different ones.
        single: captions whose only verb is about it; figure 8 is of those.
        entropy: of its verbs, in bits.
        top: the most frequent verbs.
    """

    topic: str
    verbs: int
    distinct: int
    single: int
    entropy: float
    top: tuple[VerbCount, ...]


def verb_counts(clips: Iterable[ReadClip]) -> Counter[Verb]:
    """How often captions use each verb."""
    return Counter(verb for read in clips for text in read.texts for verb in text.verbs)


def topic_rows(clips: Sequence[ReadClip]) -> tuple[TopicRow, ...]:
    """Table 11, the most frequent topic first."""
    by_topic: dict[str, Counter[str]] = {}
    for verb, count in verb_counts(clips).items():
        by_topic.setdefault(verb.topic, Counter())[verb.text] += count
    single = Counter(text.verbs[0].topic for read in clips for text in read.texts if len(text.verbs) == 1)
    rows = [
        TopicRow(topic, counts.total(), len(counts), single[topic], entropy(counts.values()), _top(counts))
        for topic, counts in by_topic.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.verbs, row.topic)))


def entropy(counts: Iterable[int]) -> float:
    """The entropy of how often things are, in bits.

    The paper does not tell its logarithm. It must be the one of base 2: with natural ones its topics would have at
    least as many verbs as exp of their entropies adds up to, 6,713, and it counts 2,933 stems of verbs (table 2).
    """
    held = [count for count in counts if count]
    total = sum(held)
    return sum(count / total * math.log2(total / count) for count in held)


def _top(counts: Counter[str]) -> tuple[VerbCount, ...]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(VerbCount(verb, count) for verb, count in ranked[:N_TOP])
