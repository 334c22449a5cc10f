"""Candidates for what captions imply: the phrases of the nearest events of ATOMIC (*Video2Commonsense*, A.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.corpus.commonsense.atomic import AtomicEvent, read_atomic
from cinescribe.corpus.commonsense.caption_candidates import CandidatePhrase, CaptionCandidates
from cinescribe.corpus.commonsense.human_activity import event_of
from cinescribe.corpus.commonsense.nearest_events import nearest
from cinescribe.corpus.commonsense.ranking import PhraseScorer, best_candidates
from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.vectors.sentence_vectors import SentenceVectors, sentence_vectors
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import ASPECTS

N_EVENTS = 3  # nearest events, as in the paper
_BATCH = 4096  # captions parsed and embedded at once


@dataclass(frozen=True)
class Candidates:
    """The candidates of a corpus.

    Attributes:
        captions: with an event, in the corpus's order.
        n_others: captions without human activity.
        n_events: events of ATOMIC.
    """

    captions: tuple[CaptionCandidates, ...]
    n_others: int
    n_events: int


def corpus_candidates(
    corpus: str | Path, atomic: str | Path, *, scorer: PhraseScorer | None = None, progress: Progress = no_progress
) -> Candidates:
    """Return candidates for each caption of a corpus that describes human activity.

    Args:
        corpus: the folder of a corpus.
        atomic: a file that `read_atomic` reads.
        scorer: ranks phrases, of which the best are kept; by default all are, those of the nearest event first.
        progress: called with a stage and the share of it that is done.

    Raises:
        CorpusError, RecordError: as `read_corpus` and `read_atomic`.
    """
    corpus, atomic = Path(corpus), Path(atomic)
    events = read_atomic(atomic)
    captions = [(clip.id, text) for clip in read_corpus(corpus).clips for text in captions_of(clip) if text.strip()]
    parser, vectors = shipped_parser(), sentence_vectors()
    found: list[CaptionCandidates] = []
    index = EventIndex(events, vectors)
    for first in range(0, len(captions), _BATCH):
        batch = index.candidates(captions[first : first + _BATCH], parser)
        found += best_candidates(batch, scorer) if scorer else batch
        progress("captions", min(1, (first + _BATCH) / len(captions)))
    return Candidates(tuple(found), len(captions) - len(found), len(events))


class EventIndex:
    """Events of ATOMIC by their vectors, aspect by aspect: few events have phrases of all three.

    Args:
        events: with their phrases.
        vectors: of events and captions.
    """

    def __init__(self, events: Sequence[AtomicEvent], vectors: SentenceVectors) -> None:
        self._vectors = vectors
        self._events = {aspect: [event for event in events if event.phrases[aspect]] for aspect in ASPECTS}
        self._rows = {
            aspect: np.asarray(vectors.vectors([one.text for one in own]), np.float32)
            for aspect, own in self._events.items()
        }

    def candidates(self, captions: Sequence[tuple[str, str]], parser: Parser) -> list[CaptionCandidates]:
        """Return the candidates of those captions, given with their clips, that describe human activity."""
        parsed = parser.parse([text for _, text in captions])
        events = [next((event for one in sentences if (event := event_of(one))), None) for sentences in parsed]
        kept = [(clip, text, event) for (clip, text), event in zip(captions, events, strict=True) if event]
        distinct = list(dict.fromkeys(event for _, _, event in kept))  # many captions of a clip are one event
        queries = np.asarray(self._vectors.vectors(distinct), np.float32)
        row_of = {event: row for row, event in enumerate(distinct)}
        by_aspect = {aspect: self._phrases(aspect, queries) for aspect in ASPECTS if len(self._rows[aspect])}
        return [
            CaptionCandidates(
                clip, text, event, **{aspect: phrases[row_of[event]] for aspect, phrases in by_aspect.items()}
            )
            for clip, text, event in kept
        ]

    def _phrases(self, aspect: str, queries: NDArray[np.float32]) -> list[tuple[CandidatePhrase, ...]]:
        """The phrases of the nearest events of each query."""
        numbers, similarities = nearest(queries, self._rows[aspect], N_EVENTS)
        return [
            tuple(
                CandidatePhrase(phrase, self._events[aspect][number].text, round(float(similarity), 4))
                for number, similarity in zip(row, own, strict=True)
                for phrase in self._events[aspect][number].phrases[aspect]
            )
            for row, own in zip(numbers, similarities, strict=True)
        ]
