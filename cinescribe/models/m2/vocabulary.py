"""The published M² renumbered to our vocabulary: words keep their weights."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.language.tokens.vocabulary import END, PAD, START, UNKNOWN, Vocabulary
from cinescribe.models.transformer import CaptionTransformer

_SPECIAL = {"<unk>": UNKNOWN, "<pad>": PAD, "<bos>": START, "<eos>": END}
_NEVER = -1e4  # logit of a word that is never chosen


def with_vocabulary(model: CaptionTransformer, names: Sequence[str]) -> tuple[CaptionTransformer, Vocabulary]:
    """Return a model with our numbers of tokens, dropout off, and its vocabulary.

    Tokens that are not in the published vocabulary, as people, are never written.

    Args:
        model: as `m2_from_published` returns it; not changed.
        names: the published vocabulary by number, with its special tokens.

    Raises:
        ModelError: when there are not as many names as the model has words, or a special token is missing.
    """
    _check(names, n_words=model.sizes.n_words)
    tokens = Vocabulary(tuple(name for name in names if name not in _SPECIAL), n_people=1)
    sizes = dataclasses.replace(
        model.sizes, n_words=len(tokens), first_person=tokens.first_person, n_people=tokens.n_people
    )
    renumbered = CaptionTransformer(sizes)
    renumbered.load_state_dict(_renumbered(model.state_dict(), names, tokens))
    return renumbered.eval(), tokens


def _check(names: Sequence[str], *, n_words: int) -> None:
    missing = [name for name in _SPECIAL if name not in names]
    if len(names) != n_words or missing:
        raise ModelError(
            f"found {len(names)} names{', without ' + missing[0] if missing else ''}; the model has {n_words} words "
            f"with {', '.join(_SPECIAL)} among them: give the vocabulary it was published with"
        )


def _renumbered(weights: Mapping[str, Tensor], names: Sequence[str], tokens: Vocabulary) -> dict[str, Tensor]:
    """Return the weights with those of words in the order of our tokens."""
    theirs = {_SPECIAL.get(name, name): number for number, name in enumerate(names)}
    known = torch.tensor([token in theirs for token in tokens.tokens])
    order = torch.tensor([theirs[token] for token in tokens.tokens if token in theirs])
    width = weights["words.weight"].shape[1]
    words, classifier = torch.zeros(len(tokens), width), torch.zeros(width, len(tokens))
    bias = torch.full((len(tokens),), _NEVER)
    words[known] = weights["words.weight"][order]
    classifier[:, known] = weights["classifier.weight"][:, order]
    bias[known] = weights["classifier.bias"][order]
    return {**weights, "words.weight": words, "classifier.weight": classifier, "classifier.bias": bias}
