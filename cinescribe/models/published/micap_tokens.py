"""The tokens of the released MICap, and the equivalent tokens here.

Its tokenizer is BERT's with tokens added behind the pieces: the second is a blank, then people and others, then start
and end of a captionset. A separator ends each caption, also the last.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import ModelError, brief
from cinescribe.features.imports.micap_info import MicapInfo
from cinescribe.input_files import read_text
from cinescribe.language.tokens.word_pieces import END, WordPieces, read_word_pieces
from cinescribe.parsing import parse_json

# Places of added tokens behind the pieces: 30,523, 30,524, 30,536 and 30,537 in the published code.
_BLANK, FIRST_CLASS, _START, _END = 1, 2, 14, 15
_PERSON = re.compile(r"\[?p(\d+)\]?", re.IGNORECASE)


@dataclass(frozen=True)
class ReleasedTokens:
    """The published numbers of our tokens.

    Args:
        tokens: the vocabulary here.
        inputs: the published token of each token here, as the model reads it, (V,).
        outputs: the same, as the model writes it: the end is its separator after the last caption, (V,).
        n_published: tokens of the published tokenizer.
        first_class: the token that is class 0 of a model that only fills in.
    """

    tokens: WordPieces
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    n_published: int
    first_class: int


def read_released_tokens(folder: Path, info: MicapInfo) -> ReleasedTokens:
    """Read a published tokenizer.

    Args:
        folder: with `vocab.txt` and `added_tokens.json`.
        info: the sets of the release, whose captions show how they were put together.

    Raises:
        RecordError: when a file is missing, or is no text or no JSON.
        LanguageError: when the pieces are not those of a BERT.
        ModelError: when people have no tokens, or captions are put together in another way.
    """
    tokens = read_word_pieces(folder / "vocab.txt", n_people=info.n_people)
    n_pieces = len(tokens.pieces)
    added = parse_json(read_text(folder / "added_tokens.json"), "added_tokens.json")
    people = _people(added, info.n_people)
    separator = tokens.pieces.index(END)
    read = {n: n for n in range(n_pieces)}
    read |= {tokens.start: n_pieces + _START, tokens.end: n_pieces + _END, tokens.blank: n_pieces + _BLANK}
    read |= {tokens.separator: separator} | {tokens.first_person + n: one for n, one in enumerate(people)}
    written = read | {tokens.end: separator}
    _check(info, start=read[tokens.start], end=read[tokens.end], separator=separator)
    inputs, outputs = (tuple(one[n] for n in range(len(tokens))) for one in (read, written))
    return ReleasedTokens(tokens, inputs, outputs, n_pieces + len(added), n_pieces + FIRST_CLASS)


def counts_separators_ahead(info: MicapInfo, tokens: ReleasedTokens) -> bool:
    """Return whether separators count to the clip after them in the captions of the release, as they do here."""
    separator = tokens.outputs[tokens.tokens.end]
    return all(
        segment == sum(word == separator for word in group.captions.words[: n + 1])
        for group in info.groups[:1]
        for n, (segment, kept) in enumerate(zip(group.captions.segments, group.captions.mask, strict=True))
        if kept
    )


def _people(added: object, n_people: int) -> list[int]:
    if not isinstance(added, dict) or not all(type(number) is int for number in added.values()):
        raise ModelError(f"added_tokens.json is {brief(added)}; expected numbers by token, as in MICap's release")
    found = {int(match[1]): added[name] for name in added if (match := _PERSON.fullmatch(name))}
    missing = [f"P{n}" for n in range(1, n_people + 1) if n not in found]
    if missing:
        raise ModelError(f"added_tokens.json has no token {missing[0]}; give the tokenizer of MICap's release")
    return [found[n] for n in range(1, n_people + 1)]


def _check(info: MicapInfo, *, start: int, end: int, separator: int) -> None:
    """Raise unless captions begin with the start, end with separator and end, and have a separator for each clip."""
    for group in info.groups:
        words = [word for word, kept in zip(group.captions.words, group.captions.mask, strict=True) if kept]
        if len(words) == len(group.captions.words):  # may have been cut
            continue
        if words[:1] != [start] or words[-2:] != [separator, end] or words.count(separator) != len(group.clips):
            raise ModelError(
                f"the captions of group {group.number} are the tokens {brief(words)}; expected {start}, captions that "
                f"each end with {separator}, and {end}: give the JSON and the tokenizer of one release"
            )
        if list(group.captions.positions[: len(words)]) != list(range(len(words))):
            raise ModelError(f"the tokens of group {group.number} are not numbered from 0; give the release's JSON")
