"""Sheets on which people write a full sentence for each aspect of a clip: V2C-Clean (*Video2Commonsense*, 3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.commonsense.sheets import BETWEEN, FirstPlaces, distinct, read_sheet, write_sheet
from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.errors import CorpusError
from cinescribe.record import Record
from cinescribe.schema import ASPECTS

_COLUMNS = ("clip", "captions", "aspect", "phrases", "sentence")
_FEWEST_WORDS = 3  # of a sentence: somebody, a verb, and what: `She is kind.`


@dataclass(frozen=True)
class CommonsenseSentences(Record):
    """What a clip implies about the person who acts in it, in one full sentence for each aspect (V2C-Clean).

    Args:
        clip: the clip's id.
        intention: what the person wants; None where nobody wrote it, as the others.
        effect: the consequences for the person.
        attribute: what the person is like.
    """

    clip: str
    intention: str | None = None
    effect: str | None = None
    attribute: str | None = None


@dataclass(frozen=True)
class CollectedSentences:
    """Sentences of clips.

    Attributes:
        sentences: of each clip that has one, in the order of the sheets.
        n_missing_sentences: sentences that nobody wrote, of clips and aspects in the sheets.
    """

    sentences: tuple[CommonsenseSentences, ...]
    n_missing_sentences: int


def write_sentence_sheet(path: Path, commonsense: Sequence[Commonsense]) -> int:
    """Write a sheet with a row for each clip and aspect, and return the number of clips.

    Raises:
        CorpusError: when there is no commonsense.
        OutputError: when the file cannot be written.
    """
    if not commonsense:
        raise CorpusError("there is no commonsense to write sentences for; give that of one clip at least")
    clips: dict[str, list[Commonsense]] = {}
    for one in commonsense:
        clips.setdefault(one.clip, []).append(one)
    rows = []
    for clip, items in clips.items():
        captions = f"{BETWEEN} ".join(distinct(one.caption for one in items))
        lists = zip(*((one.intentions, one.effects, one.attributes) for one in items), strict=True)
        for aspect, phrases in zip(ASPECTS, lists, strict=True):
            together = f"{BETWEEN} ".join(distinct(phrase for each in phrases for phrase in each))
            rows.append((clip, captions, aspect, together, ""))
    write_sheet(path, _COLUMNS, rows)
    return len(clips)


def collect_sentences(sheets: Sequence[Path]) -> CollectedSentences:
    """Return the sentences of filled sheets.

    Args:
        sheets: filled sheets of `write_sentence_sheet`, with one sentence for each clip and aspect.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when columns or cells are wrong, an aspect of a clip has two sentences, or
            fewer than three words are no sentence.
    """
    found: dict[str, dict[str, str]] = {}
    seen, n_rows = FirstPlaces(), 0
    for sheet in sheets:
        for row in read_sheet(sheet, _COLUMNS):
            clip, aspect, sentence = row.needed("clip"), row.aspect(), row.cells["sentence"]
            seen.claim(clip, aspect, where=row.where, what=f"the {aspect} of clip {clip!r}")
            n_rows += 1
            if sentence and len(sentence.split()) < _FEWEST_WORDS:
                raise CorpusError(f"{row.where} has {sentence!r} for a sentence; write a full one, with a verb")
            if sentence:
                found.setdefault(clip, {})[aspect] = sentence
    sentences = tuple(CommonsenseSentences(clip, **by_aspect) for clip, by_aspect in found.items())
    return CollectedSentences(sentences, n_rows - sum(map(len, found.values())))
