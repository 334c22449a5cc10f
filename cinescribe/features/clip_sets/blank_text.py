"""Text vectors of blanks: [CLS; b_k] by a text encoder (MICap, eq. 1; Park et al. 2020, FillIn).

The captions of a set are one text in which the encoder's mask token replaces each person, known or not. FillIn's
encoder is a BERT fine-tuned to predict the gender of blanks; any encoder of `transformers` with a mask token works.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import AutoModel, AutoTokenizer

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.captionset import set_name
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER, encoder_folder, encoder_name
from cinescribe.language.vectors.hub_files import to_stderr, weights_digest
from cinescribe.language.vectors.hub_loading import load_pretrained, loading
from cinescribe.schema import ClipSet

_PERSON = re.compile(rf"{re.escape(BLANK)}|\bP\d+\b")
_BATCH = 32  # sets


@dataclass(frozen=True)
class EncodedBlanks:
    """Blank vectors by the last layer of a text encoder; a `BlankText`.

    Attributes:
        name: of the encoder, with the first digits of its weights' digest.
        model: the encoder.
        tokenizer: splits texts into word pieces.
    """

    name: str
    model: Any
    tokenizer: Any

    @property
    def width(self) -> int:
        """The width of a vector: twice the encoder's."""
        return 2 * int(self.model.config.hidden_size)

    def vectors(self, sets: Sequence[ClipSet]) -> list[NDArray[np.float32]]:
        """Return [CLS; b_k] for the blanks of each set in text order, (K, 2D) each; K is 0 without text.

        Raises:
            FeatureError: when a set's captions are longer than the encoder can read.
        """
        vectors: list[NDArray[np.float32]] = []
        for start in range(0, len(sets), _BATCH):
            vectors += self._vectors(sets[start : start + _BATCH])
        return vectors

    def _vectors(self, sets: Sequence[ClipSet]) -> list[NDArray[np.float32]]:
        texts = [_PERSON.sub(self.tokenizer.mask_token, one_text(clip_set)) for clip_set in sets]
        inputs = self.tokenizer(texts, padding=True, return_tensors="pt")
        self._check(sets, inputs["attention_mask"].sum(1).tolist())
        with torch.inference_mode():
            hidden = self.model(**inputs.to(self.model.device)).last_hidden_state.float().cpu()  # (B, S, D)
        is_blank = (inputs["input_ids"] == self.tokenizer.mask_token_id).cpu()
        return [
            torch.cat([rows[:1].expand(int(blanks.sum()), -1), rows[blanks]], 1).numpy()
            for rows, blanks in zip(hidden, is_blank, strict=True)
        ]

    def _check(self, sets: Sequence[ClipSet], lengths: Sequence[int]) -> None:
        limit = int(self.model.config.max_position_embeddings)
        for clip_set, length in zip(sets, lengths, strict=True):
            if length > limit:
                raise FeatureError(
                    f"the captions of {set_name(clip_set)} have {length} word pieces, more than the {limit} of "
                    f"{self.name}; leave the set out"
                )


def encoded_blanks(
    name: str = PACKAGED_ENCODER,
    *,
    fetch: bool = False,
    announce: Callable[[str], None] = to_stderr,
    device: str = "cpu",
) -> EncodedBlanks:
    """Load a text encoder for blank vectors.

    Args:
        name: `all-MiniLM-L6-v2`, which comes with cinescribe; a hub id such as `bert-base-uncased`; or a folder in the
            hub's layout, such as one fine-tuned to predict the gender of blanks.
        fetch: allow a download when the model is not on this machine.
        announce: called with one line, size and licence, before a download.
        device: where torch computes.

    Raises:
        ModelError: when the model is not on this machine, cannot be fetched, is no text encoder, or has no mask token.
    """
    folder = encoder_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="a text encoder of transformers"):
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        model = load_pretrained(AutoModel, folder, name=name).model.to(device)
    if tokenizer.mask_token is None:
        raise ModelError(
            f"the model {name!r} has no mask token to put for a blank; name a masked language model such as BERT"
        )
    return EncodedBlanks(f"{encoder_name(name)}-{weights_digest(folder)}", model, tokenizer)


def one_text(clip_set: ClipSet) -> str:
    """Return the captions of a set as one text; empty without captions."""
    return " ".join(clip.text for clip in clip_set.clips if clip.text)


def blanked_text(clip_set: ClipSet) -> str:
    """Return the captions of a set as one text with a blank for each person."""
    return _PERSON.sub(BLANK, one_text(clip_set))
