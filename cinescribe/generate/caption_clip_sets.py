"""Models over many clip sets: their blanks filled, their captions written, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from cinescribe.corpus.core.blanks import blanked
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.generate.beam import beam_search
from cinescribe.generate.forced import fill
from cinescribe.generate.greedy import greedy
from cinescribe.generate.hypotheses import Written
from cinescribe.generate.logit_constraints import Limits, SetLimits
from cinescribe.generate.sets import SetCaptions, forced, set_captions
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.schema import ClipSet

AT_ONCE = 16  # sets of a batch


class Decoder(Protocol):
    """Writes a row for each item of a batch, of so many tokens at most."""

    def __call__(self, model: Any, batch: Any, /, *, tokens: Tokens, longest: int, limits: Limits) -> Written: ...


def widest_beam(model: Any, batch: Any, *, tokens: Tokens, longest: int, limits: Limits) -> Written:
    """The best of a beam of five."""
    return beam_search(model, batch, tokens=tokens, longest=longest, limits=limits).best


DECODERS: dict[str, Decoder] = {"beam": widest_beam, "greedy": greedy}


def filled_people(model: Any, reader: SetReader, sets: Sequence[ClipSet]) -> dict[str, tuple[str, ...]]:
    """Who a model puts into the blanks of each clip, by the clip's id, in the caption's order.

    Args:
        model: a `generate.step.Filler` in evaluation mode.
        reader: of the sets, in the model's vocabulary.
        sets: with captions; people in them are taken for blanks. Each clip in one set alone.

    Raises:
        FeatureError, LanguageError: as `SetReader.batch`.
        CorpusError: when a clip has no caption.
    """
    people: dict[str, tuple[str, ...]] = {}
    for some in _batches(sets):
        filled = fill(model, _batch(model, reader, [blanked(clip_set) for clip_set in some]), tokens=reader.tokens)
        found = set_captions(forced(filled.words), tokens=reader.tokens, n_clips=len(some[0].clips))
        for clip_set, captions in zip(some, found, strict=True):
            for number, clip in enumerate(clip_set.clips):
                people[clip.id] = tuple(word.person for word in captions.mentions if word.clip == number)
    return people


def written_captions(
    model: Any, reader: SetReader, sets: Sequence[ClipSet], *, decoder: Decoder = greedy
) -> list[SetCaptions]:
    """What a model writes about each set, which it is shown without captions.

    Args:
        model: a `generate.step.Step` in evaluation mode.
        reader: of the sets, in the model's vocabulary.
        sets: of one film's clips each.
        decoder: chooses the words.

    Raises:
        FeatureError: as `SetReader.batch`.
    """
    told: dict[int, SetCaptions] = {}
    for some in _batches(sets):
        n_clips = len(some[0].clips)
        batch = _batch(model, reader, [_untold(clip_set) for clip_set in some])
        limits = SetLimits(reader.tokens, n_clips)
        written = decoder(model, batch, tokens=reader.tokens, longest=reader.sizes.n_tokens, limits=limits)
        captions = set_captions(written, tokens=reader.tokens, n_clips=n_clips)
        told |= {id(clip_set): one for clip_set, one in zip(some, captions, strict=True)}
    return [told[id(clip_set)] for clip_set in sets]


def _batches(sets: Sequence[ClipSet]) -> Iterator[Sequence[ClipSet]]:
    """Sets of as many clips together, since a row has a caption for each."""
    for n_clips in sorted({len(clip_set.clips) for clip_set in sets}):
        alike = [clip_set for clip_set in sets if len(clip_set.clips) == n_clips]
        yield from (alike[at : at + AT_ONCE] for at in range(0, len(alike), AT_ONCE))


def _batch(model: Any, reader: SetReader, sets: Sequence[ClipSet]) -> SetBatch:
    return reader.batch(sets).to(next(model.parameters()).device)


def _untold(clip_set: ClipSet) -> ClipSet:
    """The set as a film shows it, without anybody's words."""
    return ClipSet(tuple(clip.replace(text=None, people=(), paraphrases=()) for clip in clip_set.clips))
