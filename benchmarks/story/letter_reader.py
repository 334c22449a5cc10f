"""A causal language model that reads a description and chooses the likeliest letter, asked as `score story-qa` asks."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from benchmarks.story.questions import StoryItem
from cinescribe.language.causal_lm.causal_lm import CausalLM
from cinescribe.metrics.description.story_questions import CHOICES, PROMPT

_NOTHING = "(nothing was described)"
_CUT = "\n\nQuestion:"  # up to here all questions about a description are asked in the same words


@dataclass(frozen=True)
class LetterReader:
    """Chooses letters; a model that would say something else first is not asked to.

    Args:
        model: with a chat template.
    """

    model: CausalLM

    def letters(self, items: Sequence[StoryItem], said: Sequence[str]) -> list[str]:
        """Return the likeliest letter of each question about one description."""
        texts = [self._chat(item, " ".join(said) or _NOTHING) for item in items]
        begin = texts[0].partition(_CUT)[0]
        assert all(text.startswith(begin) for text in texts)
        with torch.inference_mode():
            read = self.model.network(**self._tokens(begin), use_cache=True).past_key_values
            return [
                self._letter(text.removeprefix(begin), len(item.statements), read)
                for text, item in zip(texts, items, strict=True)
            ]

    def _letter(self, rest: str, n_choices: int, read: Any) -> str:
        logits = self.model.network(**self._tokens(rest), past_key_values=copy.deepcopy(read), use_cache=True).logits
        letters = [self.model.tokenizer(f" {letter}", add_special_tokens=False)["input_ids"][-1] for letter in CHOICES]
        return CHOICES[int(logits[0, -1, letters[:n_choices]].argmax())]

    def _tokens(self, text: str) -> dict[str, torch.Tensor]:
        return {"input_ids": torch.tensor([self.model.tokenizer(text, add_special_tokens=False)["input_ids"]])}

    def _chat(self, item: StoryItem, description: str) -> str:
        options = "\n".join(
            f"{letter}. {text}" for letter, text in zip(CHOICES, item.question.options, strict=True) if text
        )
        asked = PROMPT.format(description=description, question=item.question.question, options=options)
        chat: str = self.model.tokenizer.apply_chat_template(
            [{"role": "user", "content": asked}], tokenize=False, add_generation_prompt=True
        )
        return f"{chat}Answer:"
