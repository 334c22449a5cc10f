"""The tokens of a language model of the hub, with what captionsets need added behind its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from transformers import AutoTokenizer

from cinescribe.errors import LanguageError, ModelError
from cinescribe.language.tokens.vocabulary import BLANK, N_PEOPLE, check_mentions, check_people
from cinescribe.language.vectors.hub_files import first_line
from cinescribe.language.vectors.hub_loading import LOADING_FAILURES

_ADDED = ("pad", "start", "separator", "blank")  # in this order behind the model's own tokens, people after them
_WHOLE = re.compile(r"(\[blank\]|\bP\d+\b)")  # never cut into pieces
_WORD_STARTS = ("\u0120", "\u2581")  # what GPT-2's and T5's pieces begin with where a space stood
_NO_SPACE = re.compile(r" (?='s\b|[.,;:!?])")


@dataclass(frozen=True)
class PretrainedTokens:
    """A tokenizer's tokens, its end of text the end; then padding, start, separator, blank and the people `P1` on.

    The tokenizer is left as it is: the text between people and blanks is cut by it alone.

    Args:
        tokenizer: of `transformers`.
        n_people: person tokens.

    Raises:
        LanguageError: when the tokenizer knows no end of text, or there is no person.
    """

    tokenizer: Any
    n_people: int = N_PEOPLE

    def __post_init__(self) -> None:
        check_people(self.n_people)
        if self.tokenizer.eos_token_id is None:
            raise LanguageError("the tokenizer has no end of text; name a language model that writes, as T5 or GPT-2")

    @property
    def pad(self) -> int:
        return self._added("pad")

    @property
    def start(self) -> int:
        return self._added("start")

    @property
    def end(self) -> int:
        return int(self.tokenizer.eos_token_id)

    @property
    def separator(self) -> int:
        return self._added("separator")

    @property
    def blank(self) -> int:
        return self._added("blank")

    @property
    def first_person(self) -> int:
        return len(self.tokenizer) + len(_ADDED)

    def __len__(self) -> int:
        return self.first_person + self.n_people

    def encode(self, text: str) -> list[int]:
        """The tokens of one caption, without start or end.

        Raises:
            LanguageError: when the caption names more people than there are tokens for.
        """
        check_mentions(text, self.n_people)
        return [token for part in _WHOLE.split(text) for token in self._part(part)]

    def decode(self, tokens: Sequence[int]) -> str:
        """The caption that tokens spell; special ones but the blank are left out."""
        special = {self.pad, self.start, self.separator, *self.tokenizer.all_special_ids}
        shown = [token for token in tokens if token not in special]
        runs = groupby(shown, key=lambda token: token >= len(self.tokenizer))
        text = "".join(self._run(list(run), is_added) for is_added, run in runs)
        return _NO_SPACE.sub("", " ".join(text.split()))

    def _added(self, name: str) -> int:
        return len(self.tokenizer) + _ADDED.index(name)

    def _part(self, part: str) -> list[int]:
        if part == BLANK:
            return [self.blank]
        if _WHOLE.fullmatch(part):
            return [self.first_person + int(part[1:]) - 1]
        tokens: list[int] = self.tokenizer.encode(part, add_special_tokens=False) if part.strip() else []
        return tokens

    def _run(self, tokens: list[int], is_added: bool) -> str:
        """What tokens of one kind spell, a space before them where one stood."""
        if is_added:
            names = (BLANK if token == self.blank else f"P{token - self.first_person + 1}" for token in tokens)
            return "".join(f" {name}" for name in names)
        first = str(self.tokenizer.convert_ids_to_tokens(tokens[0]))
        space = " " if first.startswith(_WORD_STARTS) else ""
        return space + str(self.tokenizer.decode(tokens, clean_up_tokenization_spaces=False)).lstrip()


def read_pretrained_tokens(folder: Path, *, n_people: int = N_PEOPLE) -> PretrainedTokens:
    """The tokens of a model's folder.

    Raises:
        ModelError: when there is no tokenizer.
        LanguageError: as `PretrainedTokens`.
    """
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    except LOADING_FAILURES as error:
        raise ModelError(
            f"{str(folder)!r} holds no tokenizer ({first_line(error)}); fetch the model again, whole"
        ) from error
    return PretrainedTokens(tokenizer, n_people)
