"""Vectors of events and of phrases that may follow them, from all-MiniLM-L6-v2, whose weights can be trained."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoModel, AutoTokenizer

from cinescribe.language.vectors.encoders import PACKAGED_ENCODER, encoder_folder
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.language.vectors.hub_loading import load_pretrained, loading

# The words between an event and a phrase of it, by what the phrase says; they make one sentence of both. Of MiniLM as
# it comes, names instead of `PersonX` gained .1 to 2.4 points of accuracy by cosine on validation events, and words
# like these lost .5 to 2.6; training needs them, since it must know what kind of phrase is asked for.
CONTINUATIONS = {
    "intention": " because Alex wanted",
    "effect": ", so Alex",
    "attribute": ", so Alex is",
    "oEffect": ", so others",
    "oReact": ", so others feel",
    "oWant": ", then others want",
    "xNeed": ", but before, Alex needed",
    "xWant": ", then Alex wants",
}
_NAMES = {"x": "Alex", "y": "Casey", "z": "Jordan"}
_PERSON = re.compile(r"\bperson ?([xyz])\b", re.IGNORECASE)
_BLANK, _SOMETHING = "___", "something"
_LONGEST = 48  # word pieces; in our part of ATOMIC-2020 events have at most 20, phrases 31


class PhraseEncoder(nn.Module):
    """Encodes events, each with the kind of phrase that is asked for, and phrases.

    Args:
        model: a text encoder of `transformers`.
        tokenizer: its tokenizer.
    """

    def __init__(self, model: Any, tokenizer: Any) -> None:
        super().__init__()
        self.model = model
        self._tokenizer = tokenizer

    def events(self, texts: Sequence[str], kind: str) -> Tensor:
        """Return unit vectors of events with the continuation of a kind of phrase, (texts, D)."""
        return self._vectors([_named(text) + CONTINUATIONS[kind] for text in texts])

    def phrases(self, texts: Sequence[str]) -> Tensor:
        """Return unit vectors of phrases, (texts, D)."""
        return self._vectors([_named(text) for text in texts])

    def _vectors(self, texts: Sequence[str]) -> Tensor:
        inputs = self._tokenizer(list(texts), padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt")
        hidden = self.model(**inputs).last_hidden_state.float()  # (B, S, D)
        keep = inputs["attention_mask"][..., None].float()
        return nn.functional.normalize((hidden * keep).sum(1) / keep.sum(1), dim=-1)


def phrase_encoder() -> PhraseEncoder:
    """Return all-MiniLM-L6-v2 as it comes, in evaluation mode."""
    folder = encoder_folder(PACKAGED_ENCODER, fetch=False, announce=to_stderr)
    with loading(PACKAGED_ENCODER, wanted="a text encoder of transformers"):
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        model = load_pretrained(AutoModel, folder, name=PACKAGED_ENCODER).model
    model.pooler = None  # has no part in the vectors
    return PhraseEncoder(model, tokenizer).eval()


def batched(encode: Any, texts: Sequence[str], *, size: int = 64) -> Tensor:
    """Return vectors of many texts without gradients, the longest texts together.

    Args:
        encode: called with some of the texts.
        texts: all of them.
        size: texts of a batch.
    """
    order = sorted(range(len(texts)), key=lambda n: -len(texts[n]))
    with torch.inference_mode():
        parts = [encode([texts[n] for n in order[first : first + size]]) for first in range(0, len(order), size)]
    together = torch.cat(parts)
    return together[torch.tensor([place for _, place in sorted(zip(order, range(len(order)), strict=True))])]


def _named(text: str) -> str:
    return _PERSON.sub(lambda found: _NAMES[found[1].lower()], text).replace(_BLANK, _SOMETHING)
