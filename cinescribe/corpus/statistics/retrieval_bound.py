"""The best METEOR that retrieval of training sentences could reach on a split (*Movie Description*, table 10)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.core.blanks import captions_with_someone
from cinescribe.corpus.core.corpus import Corpus, captioned_clips, read_corpus
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.meteor.upper_bound import best_sentences
from cinescribe.metrics.scoring.score_captions import score_captions


@dataclass(frozen=True)
class RetrievalBound:
    """The upper bound of retrieval.

    Args:
        sentences: by clip, the training sentence with the highest METEOR.
        score: METEOR of these sentences: of the corpus, and by clip.
    """

    sentences: dict[str, str]
    score: Score

    @property
    def mean(self) -> float:
        """The mean over clips; the paper does not say whether it is this or the corpus score."""
        return sum(self.score.per_item.values()) / len(self.score.per_item)


def retrieval_bound(corpus: str | Path, *, split: str = "test", training: str = "train") -> RetrievalBound:
    """Return the upper bound of retrieval on a split: for each clip, the training sentence with the highest METEOR.

    People are `someone` in all texts. All captions of a training clip can be retrieved.

    Args:
        corpus: a folder of clips with captions.
        split: the split to be captioned.
        training: the split whose sentences are retrieved.

    Raises:
        CorpusError: when the corpus lacks a split, or a split has no caption.
    """
    corpus = Path(corpus)
    read = read_corpus(corpus)
    references = _captions(read, split)
    sentences = [text for texts in _captions(read, training).values() for text in texts]
    found = best_sentences(sentences, references)
    chosen = {clip: sentences[best.sentence] for clip, best in found.items()}
    [score] = score_captions(chosen, references, metrics=["METEOR"])
    return RetrievalBound(chosen, score)


def _captions(corpus: Corpus, split: str) -> dict[str, tuple[str, ...]]:
    return {clip.id: captions_with_someone(clip) for clip in captioned_clips(corpus, split)}
