"""What a text says about each of its blanks: [CLS; b_k] by a text encoder (MICap, eq. 1; Park et al. 2020, FillIn).

The captions of a set are read as one text with the encoder's mask where a person stands, known or not. FillIn's encoder
is a BERT fine-tuned to tell the gender of blanks; any encoder of `transformers` that knows a mask does.
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
from cinescribe.features.clip_sets.captionset import named
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.language.vectors.encoders import PACKAGED, encoder_folder, encoder_name
from cinescribe.language.vectors.hub_files import to_stderr, weights_digest
from cinescribe.language.vectors.hub_loading import loaded, loading
from cinescribe.schema import ClipSet

_PERSON = re.compile(rf"{re.escape(BLANK)}|\bP\d+\b")
_AT_ONCE = 32  # sets


@dataclass(frozen=True)
class EncodedBlanks:
    """Blank vectors by the last layer of a text encoder; a `BlankText`.

    Attributes:
        name: of the encoder, with the beginning of its weights' digest.
        model: the encoder.
        tokenizer: cuts texts into word pieces.
    """

    name: str
    model: Any
    tokenizer: Any

    @property
    def width(self) -> int:
        """Numbers of a vector: twice the encoder's."""
        return 2 * int(self.model.config.hidden_size)

    def vectors(self, sets: Sequence[ClipSet]) -> list[NDArray[np.float32]]:
        """[CLS; b_k] of the blanks of each set in order of reading, (K, 2D) each; none where there is no text.

        Raises:
            FeatureError: when a set's captions are longer than the encoder reads.
        """
        found: list[NDArray[np.float32]] = []
        for start in range(0, len(sets), _AT_ONCE):
            found += self._vectors(sets[start : start + _AT_ONCE])
        return found

    def _vectors(self, sets: Sequence[ClipSet]) -> list[NDArray[np.float32]]:
        texts = [_PERSON.sub(self.tokenizer.mask_token, one_text(clip_set)) for clip_set in sets]
        given = self.tokenizer(texts, padding=True, return_tensors="pt")
        self._check(sets, given["attention_mask"].sum(1).tolist())
        with torch.inference_mode():
            hidden = self.model(**given.to(self.model.device)).last_hidden_state.float().cpu()  # (B, S, D)
        is_blank = (given["input_ids"] == self.tokenizer.mask_token_id).cpu()
        return [
            torch.cat([rows[:1].expand(int(blanks.sum()), -1), rows[blanks]], 1).numpy()
            for rows, blanks in zip(hidden, is_blank, strict=True)
        ]

    def _check(self, sets: Sequence[ClipSet], lengths: Sequence[int]) -> None:
        longest = int(self.model.config.max_position_embeddings)
        for clip_set, length in zip(sets, lengths, strict=True):
            if length > longest:
                raise FeatureError(
                    f"the captions of {named(clip_set)} have {length} word pieces, {self.name} reads {longest}; "
                    "leave the set out"
                )


def encoded_blanks(
    name: str = PACKAGED, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr, device: str = "cpu"
) -> EncodedBlanks:
    """Blank vectors by an encoder that is here, or may be fetched.

    Args:
        name: `all-MiniLM-L6-v2`, which is always here; an id of the hub, as `bert-base-uncased`; or a folder in its
            layout, as fine-tuning to tell the gender of blanks writes it.
        fetch: consent to fetch the model when it is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched.
        device: where torch computes.

    Raises:
        ModelError: when the model is not here, cannot be fetched, is no text encoder, or knows no mask.
    """
    folder = encoder_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="a text encoder of transformers"):
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        model = loaded(AutoModel, folder, name=name).model.to(device)
    if tokenizer.mask_token is None:
        raise ModelError(f"the model {name!r} knows no mask to put for a blank; name one of BERT's kind")
    return EncodedBlanks(f"{encoder_name(name)}-{weights_digest(folder)}", model, tokenizer)


def one_text(clip_set: ClipSet) -> str:
    """The captions of a set as one text; empty where it has none."""
    return " ".join(clip.text for clip in clip_set.clips if clip.text)


def blanked_text(clip_set: ClipSet) -> str:
    """The captions of a set as one text with a blank for each person."""
    return _PERSON.sub(BLANK, one_text(clip_set))
