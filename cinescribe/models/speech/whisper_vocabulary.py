"""The special tokens of a Whisper checkpoint, its languages, and the words that its text tokens spell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from transformers.models.whisper.tokenization_whisper import LANGUAGES

from cinescribe.errors import ModelError
from cinescribe.language_tags import base_language, known_language

_LANGUAGE = re.compile(r"<\|([a-z]{2,3})\|>")
_ENGLISH_ONLY = 51864  # tokens of the checkpoints that know English only
_NO_SPEECH = ("<|nospeech|>", "<|nocaptions|>")  # one token under its later and its first name
_UNFINISHED = "\ufffd"  # what half a letter is decoded as
# Written without spaces between words: each letter is a word of its own there.
_UNSPACED = frozenset(("zh", "ja", "th", "lo", "my", "yue"))
_MARKS = re.compile(r"[^\w\s]+")
_OPENING = frozenset("\"'\u201c\u201e\u2018\u00ab\u00bf\u00a1([{-")  # marks that may precede a word


@dataclass(frozen=True)
class SpokenToken:
    """A language that a checkpoint knows: its token, and its BCP 47 tag."""

    token: int
    tag: str


@dataclass(frozen=True)
class WordTokens:
    """Where the tokens of a word are in a text.

    Args:
        first: its first token.
        spoken: the one after its last letter.
        after: the one after the marks that follow it.
    """

    first: int
    spoken: int
    after: int


@dataclass(frozen=True)
class WhisperVocabulary:
    """The tokens of a Whisper checkpoint.

    Args:
        tokenizer: of `transformers`.
        start, end: begin a transcript and end it.
        transcribe: asks for the words, not for a translation.
        no_times: asks for text without times of phrases.
        no_speech: the probability of no speech, by the first token.
        languages: that the checkpoint knows; () if it knows English only.
        text_tokens: number of tokens that spell text; all later ones are special.
    """

    tokenizer: Any
    start: int
    end: int
    transcribe: int
    no_times: int
    no_speech: int | None
    languages: tuple[SpokenToken, ...]
    text_tokens: int

    def spoken(self, tag: str) -> SpokenToken | None:
        """Return the token of a language; None if the checkpoint does not know it."""
        return next((one for one in self.languages if base_language(one.tag) == base_language(tag)), None)

    def prompt(self, language: SpokenToken | None) -> list[int]:
        """Return the tokens before the text of a transcript."""
        task = [] if language is None else [language.token, self.transcribe]
        return [self.start, *task, self.no_times]

    def text(self, tokens: Sequence[int]) -> str:
        """Return what text tokens spell."""
        return str(self.tokenizer.decode(list(tokens), skip_special_tokens=False, clean_up_tokenization_spaces=False))

    def words(self, tokens: Sequence[int], language: str | None) -> list[WordTokens]:
        """Return the words of a text, in order.

        Marks belong to the word before them, opening ones to the word after.
        """
        is_spaced = language is None or base_language(language) not in _UNSPACED
        words: list[WordTokens] = []
        at, is_open = 0, False  # whether marks before it open a word
        for piece in self._letters(tokens):
            text, after = self.text(piece), at + len(piece)
            is_mark = _MARKS.fullmatch(text.strip()) is not None
            begins = text.startswith(" ") or not is_spaced
            opens = is_mark and begins and {*text.strip()} <= _OPENING
            if words and not opens and (is_open or is_mark or not begins):
                last = words.pop()
                words.append(WordTokens(last.first, last.spoken if is_mark and not is_open else after, after))
            else:
                words.append(WordTokens(at, after, after))
            is_open = opens or (is_open and is_mark)
            at = after
        return words

    def _letters(self, tokens: Sequence[int]) -> list[list[int]]:
        """The tokens, those together that spell one letter only together."""
        pieces: list[list[int]] = []
        piece: list[int] = []
        for token in tokens:
            piece.append(token)
            if _UNFINISHED not in self.text(piece):
                pieces.append(piece)
                piece = []
        return [*pieces, piece] if piece else pieces


def whisper_vocabulary(tokenizer: Any, *, n_tokens: int, is_multilingual: bool | None) -> WhisperVocabulary:
    """Return the tokens of a checkpoint.

    Args:
        tokenizer: of `transformers`.
        n_tokens: that the network writes.
        is_multilingual: as the checkpoint says; None if it does not.

    Raises:
        ModelError: when a token that every Whisper has is missing.
    """
    known: dict[str, int] = tokenizer.get_vocab()
    many = n_tokens != _ENGLISH_ONLY if is_multilingual is None else is_multilingual
    found = ((_LANGUAGE.fullmatch(mark), token) for mark, token in known.items())
    codes = {match[1]: token for match, token in found if match is not None and match[1] in LANGUAGES}
    tags = ((known_language(code), token) for code, token in sorted(codes.items()))
    return WhisperVocabulary(
        tokenizer,
        start=_token(known, "<|startoftranscript|>"),
        end=(end := _token(known, "<|endoftext|>")),
        transcribe=_token(known, "<|transcribe|>"),
        no_times=_token(known, "<|notimestamps|>"),
        no_speech=next((known[mark] for mark in _NO_SPEECH if mark in known), None),
        languages=tuple(SpokenToken(token, tag) for tag, token in tags if tag is not None) if many else (),
        text_tokens=end,
    )


def _token(known: dict[str, int], mark: str) -> int:
    if mark not in known:
        raise ModelError(f"the tokenizer has no {mark!r}; expected a Whisper model with its own tokenizer")
    return known[mark]
