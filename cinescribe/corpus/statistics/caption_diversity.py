"""How varied captions are, those of people and those of captioners: table 14 of Movie Description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.splits.splits import TRAIN
from cinescribe.corpus.statistics.text_counts import ReadClip, anonymous
from cinescribe.errors import CorpusError
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.metrics.embedding.diversity import diversity
from cinescribe.record import Record

_TOKENISER = "ptb"


@dataclass(frozen=True)
class DescriptionRow(Record):
    """A row of table 14.

    Args:
        of: whose captions.
        captions: how many.
        mean_length: words a caption.
        vocabulary: distinct words, as they are, not stems.
        unique: distinct captions.
        novel: share of captions that are none of training; None for those of training, or where there are none.
    """

    of: str
    captions: int
    mean_length: float
    vocabulary: int
    unique: int
    novel: float | None = None


def reference_rows(clips: Sequence[ReadClip]) -> tuple[DescriptionRow, ...]:
    """The row of each split's captions, the first of each clip."""
    training = training_words(clips)
    rows = []
    for split in dict.fromkeys(read.split for read in clips):
        words = {read.clip.id: read.texts[0].words for read in clips if read.split == split and read.texts}
        if words:
            rows.append(description_row(f"reference, {split}", words, () if split == TRAIN else training))
    return tuple(rows)


def captioner_row(of: str, captions: Mapping[str, str], corpus: Corpus, clips: Sequence[ReadClip]) -> DescriptionRow:
    """The row of captions that somebody wrote about clips of a corpus.

    Args:
        of: whose they are.
        captions: one a clip, by the clip's id.
        corpus: whose clips they are of.
        clips: of the corpus, read.

    Raises:
        CorpusError: when a caption is of none of its clips.
    """
    known = {read.clip.id for read in clips}
    strange = next((clip for clip in captions if clip not in known), None)
    if strange is not None:
        raise CorpusError(
            f"{of} has a caption of clip {strange!r}, which {corpus.card.name} does not have; name the captions of "
            "this corpus"
        )
    words = dict(zip(captions, tokenize([anonymous(text) for text in captions.values()]), strict=True))
    return description_row(of, words, training_words(clips))


def training_words(clips: Sequence[ReadClip]) -> list[tuple[str, ...]]:
    """The words of every caption of the training split."""
    return [text.words for read in clips if read.split == TRAIN for text in read.texts]


def description_row(
    of: str, words: Mapping[str, Sequence[str]], training: Sequence[Sequence[str]] = ()
) -> DescriptionRow:
    """A row of table 14, from the words of each caption, by id, and of those of training."""
    found = diversity(words, tokeniser=_TOKENISER, training=training or None, allow_empty=True)
    return DescriptionRow(
        of,
        found.sentences,
        found.mean_length.value,
        found.vocabulary,
        found.unique,
        found.novel.value if found.novel else None,
    )
