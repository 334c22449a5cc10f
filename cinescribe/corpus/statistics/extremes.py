"""The captions that are easiest and hardest for a captioner: *Movie Description* (Rohrbach et al. 2016), 5.5.2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.corpus.statistics.text_counts import ParsedClip, mask_people
from cinescribe.corpus.statistics.verb_topics import VerbCount
from cinescribe.language.semantics.phrases import is_animate
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence
from cinescribe.record import Record

BEST, WORST = "best", "worst"
N_EXTREMES = 100  # captions of each kind, as in the paper
N_VERBS = 6  # verbs that a row names, as in the paper
_SUBJECTS = ("nsubj", "nsubj:pass", "csubj")


@dataclass(frozen=True)
class ExtremeRow(Record):
    """The references of the clips where a captioner is best, or worst.

    Args:
        of: name of the captioner.
        which: `best` or `worst`.
        captions: number of references, one for each clip.
        mean_score: their mean score.
        mean_length: their mean number of words.
        without_verb: number of references without a verb.
        without_subject: number of those whose main clause has no subject.
        other_subject: number of those with a subject that is no person or animal.
        rare_word: number of those with a word that no other scored clip's reference has.
        verbs: the most frequent verbs, by the number of references that have them.
    """

    of: str
    which: str
    captions: int
    mean_score: float
    mean_length: float
    without_verb: int
    without_subject: int
    other_subject: int
    rare_word: int
    verbs: tuple[VerbCount, ...]


def extreme_rows(
    of: str, clips: Sequence[ParsedClip], scores: Mapping[str, float], *, parser: Parser, n: int = N_EXTREMES
) -> tuple[ExtremeRow, ...]:
    """Return the rows of the `n` clips with the best scores and of the `n` with the worst ones.

    Args:
        of: name of the captioner.
        clips: clips with a score; only the first caption of each counts.
        scores: scores by the clip's id.
        parser: finds subjects.
        n: clips in each row; with fewer than 2 `n` clips, half of them.
    """
    n = min(n, len(clips) // 2)
    if not n:
        return ()
    order = sorted(clips, key=lambda parsed: (-scores[parsed.clip.id], parsed.clip.id))
    uses = Counter(word for parsed in clips for word in set(parsed.texts[0].words))
    parts = {BEST: order[:n], WORST: order[-n:]}
    return tuple(_row(of, which, part, scores=scores, uses=uses, parser=parser) for which, part in parts.items())


def _row(
    of: str,
    which: str,
    clips: Sequence[ParsedClip],
    *,
    scores: Mapping[str, float],
    uses: Mapping[str, int],
    parser: Parser,
) -> ExtremeRow:
    texts = [parsed.texts[0] for parsed in clips]
    sentences = [parsed[0] for parsed in parser.parse([mask_people(_first_caption(one)) for one in clips]) if parsed]
    subjects = [_subject_kind(sentence) for sentence in sentences]
    verbs = Counter(verb.text for text in texts for verb in set(text.verbs))
    ranked = sorted(verbs.items(), key=lambda item: (-item[1], item[0]))
    return ExtremeRow(
        of,
        which,
        len(clips),
        float(np.mean([scores[parsed.clip.id] for parsed in clips])),
        float(np.mean([len(text.words) for text in texts])),
        without_verb=sum(not text.verbs for text in texts),
        without_subject=subjects.count(None),
        other_subject=subjects.count(False),
        rare_word=sum(any(uses[word] == 1 for word in text.words) for text in texts),
        verbs=tuple(VerbCount(verb, count) for verb, count in ranked[:N_VERBS]),
    )


def _first_caption(parsed: ParsedClip) -> str:
    return next(text for text in (parsed.clip.text, *parsed.clip.paraphrases) if text is not None and text.strip())


def _subject_kind(sentence: Sentence) -> bool | None:
    """Whether the subject of the main clause is a person or an animal; None without a subject."""
    root = next(at for at, word in enumerate(sentence) if word.head == at)
    subject = next((word for word in sentence if word.head == root and word.dep in _SUBJECTS), None)
    return None if subject is None else is_animate(subject)
