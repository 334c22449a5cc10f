"""Writes what clips imply: completion with a given caption, generation with the model's own (V2C, sections 2 and 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.commonsense_batch import CommonsenseBatch
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader
from cinescribe.generate.greedy import greedy
from cinescribe.generate.hypotheses import Hypotheses
from cinescribe.generate.logit_constraints import SetLimits
from cinescribe.generate.sample import Sampling, sampled
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.metrics.identity.person_ids import PERSON
from cinescribe.models.commonsense.network import CaptioningNetwork, CaptionSteps, CommonsenseNetwork, PhraseSteps
from cinescribe.record import Record
from cinescribe.schema import ASPECTS

_BATCH_SIZE = 64  # clips
TOP_P = 0.9  # nucleus of samples: Holtzman et al. 2020 recommend .9 to .95


@dataclass(frozen=True)
class WrittenPhrase(Record):
    """A phrase with its log-probability under the model."""

    text: str
    log_prob: float


@dataclass(frozen=True)
class WrittenCommonsense(Record):
    """What a model writes about a clip.

    Args:
        clip: the clip's id.
        caption: the caption it was written from.
        written: whether the model wrote that caption.
        intention, effect, attribute: phrases, the likeliest first.
    """

    clip: str
    caption: str
    written: bool
    intention: tuple[WrittenPhrase, ...]
    effect: tuple[WrittenPhrase, ...]
    attribute: tuple[WrittenPhrase, ...]


def write_commonsense(
    network: CommonsenseNetwork,
    reader: CommonsenseReader,
    items: Sequence[CommonsenseItem],
    *,
    n_samples: int = 1,
    seed: int = 0,
) -> Iterator[WrittenCommonsense]:
    """Yield what a model writes about each item, from the item's caption or, without one, from its own.

    Args:
        network: in evaluation mode.
        reader: reads items in the model's vocabulary.
        items: without phrases.
        n_samples: phrases of each aspect: of 1 the likeliest words; of more, samples of the nucleus, equal ones once.
        seed: of the samples.

    Raises:
        ModelError: for items without caption, when the model writes none.
        FeatureError, LanguageError: as `CommonsenseReader.batch`.
    """
    device = next(network.parameters()).device
    for own, group in groupby(items, lambda item: item.caption is None):  # captions of a batch are all given or none
        chosen = list(group)
        for at in range(0, len(chosen), _BATCH_SIZE):
            some = chosen[at : at + _BATCH_SIZE]
            batch = reader.batch([CommonsenseItem(item.clip, item.caption) for item in some]).to(device)
            if own:
                batch = with_own_captions(network, batch, reader.tokens, longest=reader.sizes.n_tokens)
            phrases = _phrases(network, batch, reader, n_samples=n_samples, seed=seed)
            for n, item in enumerate(some):
                caption = item.caption if item.caption is not None else reader.tokens.decode(batch.captions[n].tolist())
                yield WrittenCommonsense(item.clip.id, caption, own, *phrases[n])


def with_own_captions(
    network: CommonsenseNetwork, batch: CommonsenseBatch, tokens: Tokens, *, longest: int
) -> CommonsenseBatch:
    """Return a batch with the captions that a model writes, the likeliest words one by one.

    Raises:
        ModelError: for a model that writes none.
    """
    if not isinstance(network, CaptioningNetwork):
        raise ModelError("the clips have no captions and the model writes none; give captions of the clips")
    limits = SetLimits(tokens, 1, never=(tokens.unknown,))
    written = greedy(CaptionSteps(network), batch.video, tokens=tokens, longest=longest, limits=limits)
    return batch.with_captions(written.words)


def _phrases(
    network: CommonsenseNetwork, batch: CommonsenseBatch, reader: CommonsenseReader, *, n_samples: int, seed: int
) -> list[list[tuple[WrittenPhrase, ...]]]:
    """Return the phrases of each aspect, clip by clip."""
    tokens, longest = reader.tokens, reader.sizes.n_tokens
    limits = SetLimits(tokens, 1, never=(tokens.unknown,))
    steps = PhraseSteps(network)
    if n_samples == 1:
        found = greedy(steps, batch, tokens=tokens, longest=longest, limits=limits)
    else:
        sampling = Sampling(n_samples, top_p=TOP_P, seed=seed)
        found = sampled(steps, batch, tokens=tokens, longest=longest, sampling=sampling, limits=limits)
    texts = _texts(found, tokens)
    rows = [_ranked(texts[at : at + n_samples]) for at in range(0, len(texts), n_samples)]
    return [rows[at : at + len(ASPECTS)] for at in range(0, len(rows), len(ASPECTS))]


def _texts(found: Hypotheses, tokens: Tokens) -> list[WrittenPhrase]:
    words: Tensor = found.words
    return [
        WrittenPhrase(_lower_first(tokens.decode(row)), round(score, 4))
        for row, score in zip(words.tolist(), torch.nan_to_num(found.scores).tolist(), strict=True)
    ]


def _ranked(phrases: Sequence[WrittenPhrase]) -> tuple[WrittenPhrase, ...]:
    """Return the phrases without repetitions, the likeliest first."""
    by_text = {phrase.text: phrase for phrase in phrases}
    return tuple(sorted(by_text.values(), key=lambda phrase: -phrase.log_prob))


def _lower_first(text: str) -> str:
    """Undo the capital that decoding gives the first word: phrases have none, people keep theirs."""
    return text if PERSON.match(text) else text[:1].lower() + text[1:]
