"""How much likelier a clip makes a phrase than other clips do, under a model that writes what clips imply.

A phrase that is long or rare is unlikely of every clip, whether it is true or not. What tells is the log of the ratio
p(phrase | clip, caption) / mean p(phrase | other clip, its caption): the pointwise mutual information of phrase and
clip, the mean over other clips standing for the chance of the phrase by itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader
from cinescribe.models.commonsense.network import CommonsenseNetwork

_N_ROWS = 512  # phrases read at once: what a model keeps of a clip is copied for each


@torch.inference_mode()
def phrase_log_probs(
    network: CommonsenseNetwork,
    reader: CommonsenseReader,
    items: Sequence[CommonsenseItem],
    phrases: Sequence[tuple[int, str, str]],
) -> Tensor:
    """Return the log-probability of each phrase about its item, (R,).

    Args:
        network: in evaluation mode.
        reader: reads items in the model's vocabulary.
        items: clips with captions.
        phrases: the number of an item, the aspect and the text of each, best in the order of items.

    Raises:
        FeatureError, LanguageError: as `CommonsenseReader.batch`.
    """
    device, found = next(network.parameters()).device, []
    for first in range(0, len(phrases), _N_ROWS):
        part = phrases[first : first + _N_ROWS]
        numbers = {n: at for at, n in enumerate(dict.fromkeys(n for n, _, _ in part))}
        rows = [(numbers[n], aspect, text) for n, aspect, text in part]
        batch = reader.batch_of_phrases([items[n] for n in numbers], rows).to(device)
        hidden, _ = network.read_phrases(batch.phrases[:, :-1], network.start_phrases(batch))
        words = batch.phrases[:, 1:]
        each = network.phrase_logits(hidden).float().log_softmax(-1).gather(2, words[..., None])[..., 0]
        found.append(each.masked_fill(words == reader.tokens.pad, 0).sum(1).cpu())
    return torch.cat(found) if found else torch.zeros(0)


@dataclass(frozen=True)
class PhrasePrior:
    """How likely phrases are of clips that they were not asked about.

    Args:
        films: of the other clips, (J,).
        log_probs: of each phrase, by aspect and text, about each of these clips, (J,).
    """

    films: tuple[str, ...]
    log_probs: Mapping[tuple[str, str], Tensor]

    def of(self, aspect: str, text: str, *, film: str) -> float:
        """Return the log of a phrase's mean probability about the clips of other films; of all, where all are of one.

        Args:
            aspect: of the phrase.
            text: of the phrase.
            film: of the clip that it is asked about, in which it may be as likely as in the clip itself.
        """
        others = torch.tensor([one != film for one in self.films])
        kept = self.log_probs[aspect, text][others if others.any() else ~others]
        return float(kept.logsumexp(0)) - math.log(len(kept))


def phrase_prior(
    network: CommonsenseNetwork,
    reader: CommonsenseReader,
    others: Sequence[CommonsenseItem],
    phrases: Sequence[tuple[str, str]],
) -> PhrasePrior:
    """Return the prior of phrases, each an aspect and a text, by clips with captions of several films.

    Raises:
        FeatureError, LanguageError: as `CommonsenseReader.batch`.
    """
    distinct = list(dict.fromkeys(phrases))
    asked = [(n, aspect, text) for n in range(len(others)) for aspect, text in distinct]
    found = phrase_log_probs(network, reader, others, asked).reshape(len(others), len(distinct))
    return PhrasePrior(tuple(one.clip.film for one in others), {one: found[:, at] for at, one in enumerate(distinct)})
