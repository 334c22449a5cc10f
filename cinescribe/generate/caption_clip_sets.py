"""Fill in and caption many clip sets with a model, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from cinescribe.corpus.core.blanks import blanked
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.generate.beam import beam_search
from cinescribe.generate.forced import fill
from cinescribe.generate.greedy import greedy
from cinescribe.generate.hypotheses import Hypotheses
from cinescribe.generate.logit_constraints import Limits, people_and_unknown, set_limits
from cinescribe.generate.pointing.point import person_labels, point
from cinescribe.generate.sets import SetCaptions, as_hypotheses, set_captions
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.pointer.pointer import Pointer
from cinescribe.schema import ClipSet

BATCH_SIZE = 16  # sets of five clips of a batch
CLIPS_PER_BATCH = 5 * BATCH_SIZE  # clips of a batch


class Decoder(Protocol):
    """Decodes one row of tokens for each item of a batch, of at most `longest` tokens."""

    def __call__(self, model: Any, batch: Any, /, *, tokens: Tokens, longest: int, limits: Limits) -> Hypotheses:
        """Return one row for each item."""


def best_beam(model: Any, batch: Any, *, tokens: Tokens, longest: int, limits: Limits) -> Hypotheses:
    """Return the best hypothesis of a beam of five."""
    return beam_search(model, batch, tokens=tokens, longest=longest, limits=limits).best


DECODERS: dict[str, Decoder] = {"beam": best_beam, "greedy": greedy}


def fill_people(model: Any, reader: SetReader, sets: Sequence[ClipSet]) -> dict[str, tuple[str, ...]]:
    """Return the people a model predicts at the blanks of each clip, by clip id, in the order of the caption.

    Args:
        model: a `generate.step.Filler` or a `Pointer` in evaluation mode.
        reader: reads the sets, in the model's vocabulary.
        sets: clip sets with captions; people in them count as blanks. Each clip is in one set only.

    Raises:
        FeatureError, LanguageError: as `SetReader.batch`.
        CorpusError: when a clip has no caption.
    """
    people: dict[str, tuple[str, ...]] = {}
    for n_clips, numbers in _batches(sets):
        batch = _read(model, reader, [blanked(sets[n]) for n in numbers])
        found = (
            _pointed(model, batch, n_clips) if isinstance(model, Pointer) else _filled(model, batch, reader, n_clips)
        )
        for n, labels in zip(numbers, found, strict=True):
            people |= zip((clip.id for clip in sets[n].clips), labels, strict=True)
    return people


def _filled(model: Any, batch: SetBatch, reader: SetReader, n_clips: int) -> list[list[tuple[str, ...]]]:
    """Return the people of each clip of each set, in the order of the caption."""
    filled = fill(model, batch, tokens=reader.tokens)
    captions = set_captions(as_hypotheses(filled.words), tokens=reader.tokens, n_clips=n_clips)
    return [
        [tuple(mention.person for mention in one.mentions if mention.clip == clip) for clip in range(n_clips)]
        for one in captions
    ]


def _pointed(model: Pointer, batch: SetBatch, n_clips: int) -> list[list[tuple[str, ...]]]:
    return [person_labels(people, n_clips=n_clips) for people in point(model, batch)]


def caption_sets(
    model: Any, reader: SetReader, sets: Sequence[ClipSet], *, decoder: Decoder = greedy, someone: bool = False
) -> list[SetCaptions]:
    """Return the captions that a model writes for each set; it does not see the sets' own captions.

    Args:
        model: a `generate.step.Step` in evaluation mode.
        reader: reads the sets, in the model's vocabulary.
        sets: clip sets, each of one film.
        decoder: chooses the words.
        someone: whether the model writes `someone` for people; it then gets no person ids and no unknown words.

    Raises:
        FeatureError: as `SetReader.batch`.
    """
    never = people_and_unknown(reader.tokens) if someone else ()
    captions: dict[int, SetCaptions] = {}  # by the set's index
    for n_clips, numbers in _batches(sets):
        batch = _read(model, reader, [_without_captions(sets[n]) for n in numbers])
        limits = set_limits(reader, n_clips, never)
        written = decoder(model, batch, tokens=reader.tokens, longest=reader.sizes.n_tokens, limits=limits)
        found = set_captions(written, tokens=reader.tokens, n_clips=n_clips)
        captions |= dict(zip(numbers, found, strict=True))
    return [captions[n] for n in range(len(sets))]


def _batches(sets: Sequence[ClipSet]) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield the number of clips and the indices of the sets of each batch: a row has a caption for each clip."""
    for n_clips in sorted({len(clip_set.clips) for clip_set in sets}):
        numbers = [n for n, clip_set in enumerate(sets) if len(clip_set.clips) == n_clips]
        size = max(CLIPS_PER_BATCH // n_clips, 1)
        yield from ((n_clips, numbers[at : at + size]) for at in range(0, len(numbers), size))


def _read(model: Any, reader: SetReader, sets: Sequence[ClipSet]) -> SetBatch:
    return reader.batch(sets).to(next(model.parameters()).device)


def _without_captions(clip_set: ClipSet) -> ClipSet:
    return ClipSet(tuple(clip.replace(text=None, people=(), paraphrases=()) for clip in clip_set.clips))
