"""Diversity of reference captions and of captioners' captions: table 14 of Movie Description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.splits.splits import TRAIN
from cinescribe.corpus.statistics.text_counts import ParsedClip, mask_people
from cinescribe.errors import CorpusError
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.metrics.embedding.diversity import diversity
from cinescribe.record import Record

_TOKENISER = "ptb"


@dataclass(frozen=True)
class DescriptionRow(Record):
    """A row of table 14.

    Args:
        of: name of the captioner or reference split.
        captions: number of captions.
        mean_length: mean number of words per caption.
        vocabulary: number of distinct words, without stemming.
        unique: number of distinct captions.
        novel: share of captions that do not occur in training; None for training itself, or without training captions.
    """

    of: str
    captions: int
    mean_length: float
    vocabulary: int
    unique: int
    novel: float | None = None


def reference_rows(clips: Sequence[ParsedClip]) -> tuple[DescriptionRow, ...]:
    """Return a row for each split, from the first caption of each clip."""
    training = training_words(clips)
    rows = []
    for split in dict.fromkeys(parsed.split for parsed in clips):
        words = {parsed.clip.id: parsed.texts[0].words for parsed in clips if parsed.split == split and parsed.texts}
        if words:
            rows.append(description_row(f"reference, {split}", words, () if split == TRAIN else training))
    return tuple(rows)


def captioner_row(of: str, captions: Mapping[str, str], corpus: Corpus, clips: Sequence[ParsedClip]) -> DescriptionRow:
    """Return the row of a captioner.

    Args:
        of: name of the captioner.
        captions: caption of each clip, by the clip's id.
        corpus: corpus with these clips.
        clips: all clips of the corpus, parsed.

    Raises:
        CorpusError: if a caption belongs to no clip of the corpus.
    """
    known = {parsed.clip.id for parsed in clips}
    unknown = next((clip for clip in captions if clip not in known), None)
    if unknown is not None:
        raise CorpusError(
            f"{of} has a caption of clip {unknown!r}, which {corpus.card.name} does not have; give captions of "
            "this corpus"
        )
    words = dict(zip(captions, tokenize([mask_people(text) for text in captions.values()]), strict=True))
    return description_row(of, words, training_words(clips))


def training_words(clips: Sequence[ParsedClip]) -> list[tuple[str, ...]]:
    """Return the words of every caption of the training split."""
    return [text.words for parsed in clips if parsed.split == TRAIN for text in parsed.texts]


def description_row(
    of: str, words: Mapping[str, Sequence[str]], training: Sequence[Sequence[str]] = ()
) -> DescriptionRow:
    """Return a row of table 14, given the words of each caption by id, and of each training caption."""
    scores = diversity(words, tokeniser=_TOKENISER, training=training or None, allow_empty=True)
    return DescriptionRow(
        of,
        scores.sentences,
        scores.mean_length.value,
        scores.vocabulary,
        scores.unique,
        scores.novel.value if scores.novel else None,
    )
