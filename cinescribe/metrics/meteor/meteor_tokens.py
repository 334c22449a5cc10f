"""The words that METEOR compares: tokens split further at hyphens, signs and contractions.

The COCO tools run METEOR's own normaliser (`-norm`) over texts that are already tokenised: `t-shirt` becomes two words,
`u.s.` becomes `us`, `n't` becomes `n` and `'t`. This module follows its rules for English, which depend on capitals
(`Mr. Fox` keeps its full stop); the words that come out are in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.metrics.core.tokens import PairTokens, Texts

# METEOR's letters: Latin, Cyrillic and phonetic.
_LETTER = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u0400-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"
_PLAIN = re.compile(f"[0-9{_LETTER}]+")
_SEPARATED = (
    (re.compile(rf"([^0-9{_LETTER}\s.'`,\-\u2018\u2019])"), r" \1 "),
    (re.compile(r"(\.{2,})"), r" \1 "),
    (re.compile(r"(?<![0-9]),|,(?![0-9])"), " , "),
    (re.compile("[`\u2018\u2019]"), "'"),
    (re.compile("[\u201c\u201d]|''"), ' " '),
    (re.compile("\u2013|--"), "-"),
    # A letter between two hyphens belongs to the first one, so the second stays: `jack o-lantern`.
    (re.compile(rf"([0-9{_LETTER}.])-([0-9{_LETTER}])"), r"\1 \2"),
    (re.compile(rf"([^{_LETTER}])'([^{_LETTER}])"), r"\1 ' \2"),
    (re.compile(rf"([^0-9{_LETTER}])'([{_LETTER}])"), r"\1 ' \2"),
    (re.compile(rf"([{_LETTER}])'([^{_LETTER}])"), r"\1 ' \2"),
    (re.compile(rf"([{_LETTER}])'([{_LETTER}])"), r"\1 '\2"),
    (re.compile("([0-9])'(s)"), r"\1 '\2"),
)
# Keep their full stop; other words keep it only before a word in lower case. METEOR's list, with its letter case.
_ABBREVIATIONS = frozenset(
    (
        *"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        *("Adj", "Adm", "Adv", "Asst", "Bart", "Bldg", "Brig", "Bros", "Capt", "Cmdr", "Col", "Comdr", "Con", "Corp"),
        *("Cpl", "DR", "Dr", "Drs", "Ens", "Gen", "Gov", "Hon", "Hr", "Hosp", "Insp", "Lt", "MM", "MR", "MRS", "MS"),
        *("Maj", "Messrs", "Mlle", "Mme", "Mr", "Mrs", "Ms", "Msgr", "Op", "Ord", "Pfc", "Ph", "Prof", "Pvt", "Rep"),
        *("Reps", "Res", "Rev", "Rt", "Sen", "Sens", "Sfc", "Sgt", "Sr", "St", "Supt", "Surg", "v", "vs", "rev"),
        *("Nos", "Nr"),
    )
)
_BEFORE_NUMBERS = frozenset({"No", "Art", "pp"})


def meteor_tokens(tokens: PairTokens) -> PairTokens:
    """Return the pairs in METEOR's words."""
    lowered = [word.lower() for word in tokens.vocabulary]
    numbers: dict[str, int] = {}
    plain = [numbers.setdefault(word, len(numbers)) if _PLAIN.fullmatch(word) else -1 for word in lowered]
    renamed = np.array(plain, dtype=np.int32)
    candidates = _split(tokens.candidates, tokens.vocabulary, renamed, numbers)
    references = _split(tokens.references, tokens.vocabulary, renamed, numbers)
    return PairTokens(tokens.ids, tuple(numbers), candidates, references, tokens.item_bounds, tokens.tokeniser)


def _split(texts: Texts, vocabulary: Sequence[str], renamed: NDArray[np.int32], numbers: dict[str, int]) -> Texts:
    """Return texts in METEOR's word numbers: by `renamed` for plain words, else by `numbers`, which grow."""
    words, lengths = renamed[texts.words], np.diff(texts.bounds)
    to_split = np.unique(np.searchsorted(texts.bounds, np.flatnonzero(words < 0), side="right") - 1)
    pieces, done = [], 0
    for t in to_split.tolist():
        parts = split_meteor(" ".join(vocabulary[word] for word in texts[t]))
        lengths[t] = len(parts)
        pieces += [words[done : texts.bounds[t]], [numbers.setdefault(word, len(numbers)) for word in parts]]
        done = texts.bounds[t + 1]
    joined = np.concatenate([*pieces, words[done:]]).astype(np.int32)
    return Texts(joined, np.concatenate([[0], np.cumsum(lengths)]))


def split_meteor(text: str) -> list[str]:
    """Return METEOR's words of a text, in lower case."""
    text = f" {text} "
    for pattern, replacement in _SEPARATED:
        text = pattern.sub(replacement, text)
    words = text.split()
    pairs = zip(words, [*words[1:], ""], strict=True)
    return [part.lower() for word, after in pairs for part in _split_full_stop(word, after)]


def _split_full_stop(word: str, after: str) -> Iterator[str]:
    stem = word[:-1]
    if not word.endswith(".") or not stem.strip("."):
        yield word
    elif "." in stem and re.search(f"[{_LETTER}]", stem):
        yield word.replace(".", "")
    elif stem in _ABBREVIATIONS or re.match("[a-z]", after) or (stem in _BEFORE_NUMBERS and re.match("[0-9]", after)):
        yield word
    else:
        yield from (stem, ".")
