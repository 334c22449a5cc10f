"""A tokenizer of transformers as `Tokens`, for decoding, and texts as tokens of video batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.models.video_lm.prompts import METAPHOR_PROMPT, PromptFormat
from cinescribe.models.video_lm.video_batch import VideoBatch


class LanguageTokens:
    """The tokens of a language model; the decoding's start token is the last one of every prompt. A `Tokens`.

    Args:
        tokenizer: a tokenizer of transformers.
        written: the text around prompts.
        name: the model's name in messages.

    Raises:
        ModelError: when the tokenizer has no token for the end of a text.
    """

    n_people = 0

    def __init__(self, tokenizer: Any, written: PromptFormat, *, name: str) -> None:
        if tokenizer.eos_token_id is None:
            raise ModelError(
                f"the tokenizer of {name!r} has no token for the end of a text (eos_token), so that no caption would "
                "end; name another language model"
            )
        self._tokenizer, self._written, self._name = tokenizer, written, name
        self.end = int(tokenizer.eos_token_id)
        self.pad = self.end if tokenizer.pad_token_id is None else int(tokenizer.pad_token_id)
        self.separator = self.blank = self.unknown = self.pad
        self.first_person = len(tokenizer)
        self.before = self._ids(written.before, special=True)
        self.start = self._asked(METAPHOR_PROMPT)[-1]

    def __len__(self) -> int:
        return len(self._tokenizer)

    def prompt(self, text: str) -> list[int]:
        """Return the tokens between the video and the answer.

        Raises:
            ModelError: when the last one is not `start`, so that no caption could begin after it.
        """
        ids = self._asked(text)
        if ids[-1] != self.start:
            raise ModelError(
                f"the prompt {text!r} ends in another token of {self._name!r} than {METAPHOR_PROMPT!r} does; end it in "
                "the same mark"
            )
        return ids

    def encode(self, text: str) -> list[int]:
        """Return the tokens of an answer, without its end."""
        return self._ids(text)

    def decode(self, tokens: Sequence[int]) -> str:
        """Return the text of a decoded row: what is after the start and before the end."""
        words = list(tokens[1:]) if tokens and tokens[0] == self.start else list(tokens)
        words = words[: words.index(self.end)] if self.end in words else words
        text = str(self._tokenizer.decode(words, skip_special_tokens=True))
        return " ".join(text.split())

    def batch(self, seen: Tensor, prompts: Sequence[str], answers: Sequence[Sequence[str]] = ()) -> VideoBatch:
        """Return videos with texts as a batch.

        Args:
            seen: what the model's `look` returned for each video, (B, ...).
            prompts: the prompt of each.
            answers: the answers of each; none to write one.

        Raises:
            ModelError: as `prompt`.
        """
        asked, asked_mask = _padded([self.prompt(text) for text in prompts], self.pad)
        n_answers = max(map(len, answers), default=0)
        flat = [[*self.encode(text), self.end] for texts in answers for text in texts]
        longest = max(map(len, flat), default=0)
        written = torch.full((len(seen), n_answers, longest), self.pad)
        mask = torch.zeros(written.shape, dtype=torch.bool)
        rows = iter(flat)
        for b, texts in enumerate(answers):
            for a, row in zip(range(len(texts)), rows, strict=False):
                written[b, a, : len(row)] = torch.tensor(row)
                mask[b, a, : len(row)] = True
        return VideoBatch(seen, asked, asked_mask, written, mask)

    def _asked(self, text: str) -> list[int]:
        return self._ids(self._written.after.format(prompt=text))

    def _ids(self, text: str, *, special: bool = False) -> list[int]:
        ids = [int(one) for one in self._tokenizer(text, add_special_tokens=special)["input_ids"]]
        return ids[:-1] if ids and special and ids[-1] == self.end else ids


def _padded(rows: Sequence[Sequence[int]], pad: int) -> tuple[Tensor, Tensor]:
    longest = max(map(len, rows), default=0)
    ids = torch.tensor([[*row, *[pad] * (longest - len(row))] for row in rows])
    mask = torch.tensor([[n < len(row) for n in range(longest)] for row in rows])
    return ids, mask
