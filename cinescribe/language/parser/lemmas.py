"""Lemmas: closed-class words from a treebank, all other words from WordNet's morphology."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from cinescribe.language.parser.treebank import TreebankSentence
from cinescribe.language.wordnet.wordnet import wordnet

# Parts of speech with few words, irregular in ways that WordNet does not cover: `'ve`, `n't`, `an`.
CLOSED_CLASSES = frozenset({"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ"})
_MIN_COUNT = 2  # occurrences of a form; rarer ones are mostly misspelt


def lemma_table(trees: Sequence[TreebankSentence]) -> dict[str, str]:
    """Return the commonest lemma of each closed-class form (key `AUX is`), where it differs from the form."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for tree in trees:
        for word in tree.words:
            if word.pos in CLOSED_CLASSES:
                counts[_key(word.text, word.pos)][word.lemma] += 1
    table = {key: lemmas.most_common(1)[0][0] for key, lemmas in counts.items() if lemmas.total() >= _MIN_COUNT}
    return {key: lemma for key, lemma in sorted(table.items()) if key != f"{key.split(' ')[0]} {lemma}"}


def lemma(text: str, pos: str, *, features: str, table: Mapping[str, str]) -> str:
    """Return the base form of a word, in lower case."""
    if pos in CLOSED_CLASSES:
        return table.get(_key(text, pos), text.lower())
    return text.lower() if pos == "PROPN" else wordnet().lemma(text, pos, features)


def _key(text: str, pos: str) -> str:
    return f"{pos} {text.lower()}"
