"""Topics of the verbs of a corpus: table 11 of Movie Description (Rohrbach et al. 2016, 5.5.2)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cinescribe.corpus.statistics.text_counts import ParsedClip
from cinescribe.language.wordnet.verbs import Verb
from cinescribe.record import Record

N_TOP = 3  # verbs that a topic's row names


@dataclass(frozen=True)
class VerbCount(Record):
    """A verb and its number of uses."""

    verb: str
    count: int


@dataclass(frozen=True)
class TopicRow(Record):
    """A row of table 11.

    Args:
        topic: a topic of WordNet, or `none` for verbs that WordNet lacks.
        verbs: number of verbs in captions with this topic.
        distinct: number of different verbs.
        single: number of captions whose only verb has this topic, as in figure 8.
        entropy: entropy of its verbs, in bits.
        top: its most frequent verbs.
    """

    topic: str
    verbs: int
    distinct: int
    single: int
    entropy: float
    top: tuple[VerbCount, ...]


def verb_counts(clips: Iterable[ParsedClip]) -> Counter[Verb]:
    """Count the uses of each verb in captions."""
    return Counter(verb for parsed in clips for text in parsed.texts for verb in text.verbs)


def topic_rows(clips: Sequence[ParsedClip]) -> tuple[TopicRow, ...]:
    """Return table 11, the most frequent topic first."""
    by_topic: dict[str, Counter[str]] = {}
    for verb, count in verb_counts(clips).items():
        by_topic.setdefault(verb.topic, Counter())[verb.text] += count
    single = Counter(text.verbs[0].topic for parsed in clips for text in parsed.texts if len(text.verbs) == 1)
    rows = [
        TopicRow(topic, counts.total(), len(counts), single[topic], entropy(counts.values()), _top(counts))
        for topic, counts in by_topic.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.verbs, row.topic)))


def entropy(counts: Iterable[int]) -> float:
    """Return the entropy of a distribution given by counts, in bits.

    The paper does not say which logarithm it uses. It must be base 2: with natural logarithms its topics would have at
    least 6,713 verbs (the sum of exp of their entropies), but it counts 2,933 stems of verbs (table 2).
    """
    positive = [count for count in counts if count]
    total = sum(positive)
    return sum(count / total * math.log2(total / count) for count in positive)


def _top(counts: Counter[str]) -> tuple[VerbCount, ...]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(VerbCount(verb, count) for verb, count in ranked[:N_TOP])
