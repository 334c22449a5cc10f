"""Whether a word or a name is also an ordinary word, so that it may occur in a text without naming a person."""

from __future__ import annotations

from functools import lru_cache

from cinescribe.language.names.name_words import MONTHS, PLACE_NAMES, WORDS
from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.wordnet import PARTS_OF_SPEECH, wordnet

# Topics of WordNet's nouns whose words also occur without an article: `Wren song`, `Basil grows`.
_WITHOUT_ARTICLE = frozenset(("noun.animal", "noun.plant", "noun.food"))
# Uses of a word, beside those for people, in Princeton's tagged texts that make it an ordinary one: `john`, the toilet,
# has two, `cliff` three.
_MIN_USES = 3


@lru_cache(maxsize=1024)
def is_also_word(name: str) -> bool:
    """Whether a name is also a word, a month or a place, or is not written as names are."""
    if not name[:1].isupper():
        return True
    if " " in name or not name.isalpha():
        return False
    return name in WORDS or name in MONTHS or name in PLACE_NAMES or _is_ordinary(name.lower())


def is_known_word(word: str) -> bool:
    """Return whether WordNet has a word, or a base form of it."""
    return any(wordnet().morphy(word, part) is not None for part in PARTS_OF_SPEECH)


def is_verb_form(word: str) -> bool:
    """Return whether a word may be a form of a verb."""
    return bool(wordnet().bases(word, "v"))


def _is_ordinary(word: str) -> bool:
    """Whether WordNet has a word as more than a name, and not for people only: `Cook opens` lacks an article."""
    uses = 0
    for sense in wordnet().synsets(word):
        topic = senses().lexname(sense)
        if topic in _WITHOUT_ARTICLE:
            return True
        uses += senses().count(word, sense) if topic != "noun.person" else 0
    return uses >= _MIN_USES
