"""Base forms: closed classes as a treebank has them, all other words by WordNet's morphology."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from cinescribe.language.parser.treebank import Tree
from cinescribe.language.wordnet.wordnet import wordnet

# Parts of speech whose words are few, and irregular in ways that WordNet does not know: `'ve`, `n't`, `an`.
_CLOSED = frozenset({"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ"})
_FEWEST = 2  # times that a form is seen; rarer ones are mostly misspelt


def lemma_table(trees: Sequence[Tree]) -> dict[str, str]:
    """The commonest lemma of each form of the closed classes, where it is not the form itself, by `AUX is`."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for tree in trees:
        for word in tree.words:
            if word.pos in _CLOSED:
                seen[_key(word.text, word.pos)][word.lemma] += 1
    table = {key: lemmas.most_common(1)[0][0] for key, lemmas in seen.items() if lemmas.total() >= _FEWEST}
    return {key: lemma for key, lemma in sorted(table.items()) if key != f"{key.split(' ')[0]} {lemma}"}


def lemma(text: str, pos: str, *, features: str, table: Mapping[str, str]) -> str:
    """The base form of a word, lower-case."""
    if pos in _CLOSED:
        return table.get(_key(text, pos), text.lower())
    return text.lower() if pos == "PROPN" else wordnet().lemma(text, pos, features)


def _key(text: str, pos: str) -> str:
    return f"{pos} {text.lower()}"
