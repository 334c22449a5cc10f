"""What a word could be by WordNet: an input of the parser that also describes words that no treebank has.

`nods` could be a plural noun or a verb in the third person. A parser that knows so lets the context decide; without it,
only `-s` decides for words that are rare in treebanks.
"""

from __future__ import annotations

from collections.abc import Iterable

from cinescribe.language.wordnet.wordnet import Pos, wordnet

_PARTS: tuple[Pos, ...] = ("n", "v", "a", "r")
_OTHER = "-"  # in no part of WordNet: closed classes, names, numbers, marks
_SHORTEST = 3  # letters of an ambiguous lemma; shorter ones are mostly symbols (`as` is arsenic)
_IRREGULAR = ("man", "child", "foot", "goose", "mouse", "tooth", "f", "fe")  # ends of nouns with other plurals


def word_class(text: str) -> str:
    """Return the forms that a word could be, and the part of speech with most senses: `nods` gives `nsvsv`.

    Each possible part of speech (`n`, `v`, `a`, `r`) is followed by `s`, `g` or `d` if the word is an inflected form
    that ends in `-s`, in `-ing`, or otherwise. Words outside WordNet give `-`.
    """
    key = text.lower()
    senses = {pos: _n_senses(key, pos) for pos in _PARTS}
    if not any(senses.values()):
        return _OTHER
    forms = "".join(f"{pos}{_ending(key, pos)}" for pos in _PARTS if senses[pos])
    return forms + max(_PARTS, key=lambda pos: senses[pos])


def third_person(lemma: str) -> str:
    """Return the third person singular of a verb, which is also the regular plural of a noun."""
    if lemma.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{lemma}es"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return f"{lemma[:-1]}ies"
    return {"have": "has", "be": "is"}.get(lemma, f"{lemma}s")


def gerund(lemma: str) -> str:
    """Return the `-ing` form of a verb: `running`, `tying`, `panicking`.

    WordNet lists the forms with a doubled consonant, so it distinguishes `getting` from `visiting`.
    """
    for form in (f"{lemma}{lemma[-1:]}ing", f"{lemma}king"):
        if lemma in wordnet().bases(form, "v"):
            return form
    if lemma.endswith("ie"):
        return f"{lemma[:-2]}ying"
    if lemma.endswith("e") and len(lemma) > len("be") and lemma[-2] not in "eoy":
        return f"{lemma[:-1]}ing"
    return f"{lemma}ing"


def is_verb(word: str) -> bool:
    """Whether a word is the base form of a verb and no form of another one (`found` is both)."""
    return word.isalpha() and wordnet().bases(word, "v") == (word,)


def verb_nouns(words: Iterable[str]) -> tuple[str, ...]:
    """Return those words that are base forms both of a verb and of a noun with a regular plural, sorted."""
    return tuple(
        sorted(
            word
            for word in set(words)
            if len(word) >= _SHORTEST
            and is_verb(word)
            and wordnet().bases(word, "n") == (word,)
            and not word.endswith(_IRREGULAR)
        )
    )


def _n_senses(key: str, pos: Pos) -> int:
    return max((len(wordnet().synsets(base, pos)) for base in wordnet().bases(key, pos)), default=0)


def _ending(key: str, pos: Pos) -> str:
    """The ending of an inflected form; empty for a base form."""
    if key in wordnet().bases(key, pos):
        return ""
    return "s" if key.endswith("s") else "g" if key.endswith("ing") else "d"
