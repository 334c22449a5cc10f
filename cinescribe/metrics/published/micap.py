"""MICap's scores of captionsets as its released code computes them (Raajesh et al. 2024, `trainer.py`, `ispice.py`).

It differs from the metrics' definitions in five ways:

- ROUGE-L and CIDEr split words at spaces, so that `yard.` and `yard` differ, and so do `The` and `the`;
- CIDEr has the document frequencies of each batch of 16 captionsets;
- METEOR and SPICE are means of the captionsets' scores, with one reference each;
- iSPICE compares the strings of tuples, without synonyms, and only the ids P1 to P11 count;
- a captionset whose *prediction* has no tuple of two or more elements with an id is left out of iSPICE's mean.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.metrics.core.masked_mean import masked_mean_score
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, mean_score, metric_signature
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.metrics.meteor.paraphrases import Paraphrases
from cinescribe.metrics.overlap.cider import cider_by_batch
from cinescribe.metrics.overlap.rouge import rouge
from cinescribe.metrics.published.space_tokens import batches, single_space_tokens, space_tokens
from cinescribe.metrics.scene_graph.spice import spice
from cinescribe.metrics.scene_graph.tuples import Tuples, pair_tuples

BATCH = 16  # captionsets, `batch_size` of the release's configuration
_WRITTEN_IDS = tuple(f"P{n}" for n in range(1, 19))
_COUNTED_IDS = frozenset(f"p{n}" for n in range(1, 12))
_SMALL_ID = re.compile(r"\bp(\d+)\b")


def micap_scores(pairs: Pairs, parser: Parser, *, paraphrases: Paraphrases | None = None) -> list[Score]:
    """Return METEOR, ROUGE-L, CIDEr, SPICE and iSPICE as MICap's released code computes them.

    Args:
        pairs: captionsets with one reference each, in the order in which they were decoded.
        parser: gives the tuples; the release uses SPICE's own, so SPICE and iSPICE agree with it only as far as the
            parsers do.
        paraphrases: METEOR's table, which the release has.

    Raises:
        ScoreError: when an item has several references, or no prediction has a tuple with an id.
    """
    if several := [key for key, texts in zip(pairs.ids, pairs.references, strict=True) if len(texts) > 1]:
        raise ScoreError(f"item {several[0]!r} has several references; MICap's code takes one for each captionset")
    written = replace(
        pairs,
        candidates=tuple(map(as_written, pairs.candidates)),
        references=tuple(tuple(map(as_written, texts)) for texts in pairs.references),
    )
    tokens = space_tokens(written)
    candidates, references = pair_tuples(written, parser)
    return [
        _item_mean(meteor(tokens, paraphrases=paraphrases)),
        rouge(single_space_tokens(written)),
        cider_by_batch(batches(written, BATCH)),
        _item_mean(spice(written, parser)[0]),
        released_ispice(pairs.ids, candidates, [texts[0] for texts in references], source=parser.name),
    ]


def as_written(text: str) -> str:
    """Return a captionset with ids from P1 by first appearance and capitals, as the release prepares it.

    Sentences end at a full stop and a space. Their first words have one capital each, and only words that are exactly
    an id are renamed. The last full stop is lost.
    """
    renamed: dict[str, str] = {}
    sentences = []
    for sentence in f"{text} ".split(". "):
        words = sentence.split()
        for n, word in enumerate(words):
            if word.upper() in _WRITTEN_IDS:
                words[n] = renamed.setdefault(word, _WRITTEN_IDS[min(len(renamed), len(_WRITTEN_IDS) - 1)])
        if words:
            sentences.append(" ".join(words))
    whole = _SMALL_ID.sub(r"P\1", ". ".join(sentences))
    parts = (sentence.split() for sentence in f"{whole} ".split(". "))
    return ". ".join(f"{words[0].capitalize()} {' '.join(words[1:])}" for words in parts if words)


def released_ispice(
    ids: Sequence[str], candidates: Sequence[Tuples], references: Sequence[Tuples], *, source: str = "given"
) -> Score:
    """Return iSPICE as the release computes it from given tuples.

    Args:
        ids: the items' ids.
        candidates: the tuples of each candidate; ids are `p1`, `p2`, ...
        references: the tuples of each reference.
        source: the parser's name in the signature.

    Raises:
        ScoreError: when no candidate has a tuple of two or more elements with an id.
    """
    values, counted = np.zeros(len(ids)), np.zeros(len(ids), np.bool_)
    for n, (candidate, reference) in enumerate(zip(candidates, references, strict=True)):
        (actions, people), (expected, expected_people) = _with_ids(candidate), _with_ids(reference)
        counted[n] = bool(actions)
        values[n] = _f1(actions, expected) * _f1(people, expected_people)
    return masked_mean_score(
        "iSPICE",
        ids,
        values,
        mask=counted,
        wanted="a tuple of two or more elements with an id in its candidate",
        signature=metric_signature("iSPICE", parser=source, match="strings", without="no-id-tuple"),
    )


def _item_mean(score: Score) -> Score:
    values = np.array(list(score.per_item.values()))
    return mean_score(score.name, list(score.per_item), values, signature=f"{score.signature}|mean:items")


def _with_ids(tuples: Tuples) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Return the tuples of two or more elements with an id, and the different ids."""
    found = [tuple(map(str, each)) for each in tuples]
    found = [each for each in found if not _COUNTED_IDS.isdisjoint(each)]
    return [each for each in found if len(each) > 1], sorted({each for each in found if len(each) == 1})


def _f1(found: Sequence[tuple[str, ...]], expected: Sequence[tuple[str, ...]]) -> float:
    shared = sum(each in expected for each in found)
    if not shared:
        return 0.0
    precision, recall = shared / len(found), shared / len(expected)
    return 2 * precision * recall / (precision + recall)
