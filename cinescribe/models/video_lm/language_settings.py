"""Settings that all video language models share: which language model, and what of it is learned."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from cinescribe.errors import ModelError
from cinescribe.language.causal_lm import PACKAGED_LM
from cinescribe.models.video_lm.prompts import PROMPT_FORMATS
from cinescribe.models.video_lm.tuning import TUNINGS


@dataclass(frozen=True)
class LanguageSettings:
    """The settings of the language model in a video language model.

    Args:
        language_model: a name of `language.causal_lm.load_causal_lm`.
        prompt_format: how the language model wants a prompt written: a name of `prompts.FORMATS`.
        tuning: what of the language model is learned besides the projection: `none` (stage 1), `lora` or `full`.
        lora_rank: of the adapters.
        bf16: whether the language model's frozen weights are in bfloat16.

    Raises:
        ModelError: for a value out of range.
    """

    language_model: str = PACKAGED_LM
    prompt_format: str = "chatml"
    tuning: str = "lora"
    lora_rank: int = 8
    bf16: bool = True

    def __post_init__(self) -> None:
        check_known("prompt_format", self.prompt_format, tuple(PROMPT_FORMATS))
        check_known("tuning", self.tuning, TUNINGS)
        check_positive("lora_rank", self.lora_rank)

    @property
    def dtype(self) -> torch.dtype:
        """The type of the language model's weights."""
        return torch.bfloat16 if self.bf16 and self.tuning != "full" else torch.float32


def check_known(name: str, value: object, known: tuple[object, ...]) -> None:
    """Raise a ModelError if a setting is none of the known values."""
    if value not in known:
        raise ModelError(f"{name} is {value!r}; expected one of {', '.join(map(str, known))}")


def check_positive(name: str, number: int) -> None:
    """Raise a ModelError if a setting is not 1 or more."""
    if number < 1:
        raise ModelError(f"{name} is {number}; expected 1 or more")
