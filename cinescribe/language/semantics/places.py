"""What kinds of nouns WordNet says are places, times, containers and things."""

from __future__ import annotations

from functools import lru_cache

from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.wordnet import wordnet

# Hypernyms of places, as word and number of the sense in WordNet 3.0, chosen by reading WordNet's upper levels.
_PLACES = (
    *(("location", 1), ("structure", 1), ("way", 6), ("furniture", 1), ("conveyance", 3), ("facility", 1)),
    *(("geological formation", 1), ("body of water", 1), ("land", 4), ("floor", 1), ("surface", 1), ("sky", 1)),
    *(("visual percept", 1), ("forest", 1), ("forest", 2), ("social gathering", 1), ("rear", 5), ("grass", 1)),
)
_CONTAINERS = (("container", 1),)
_CLOTHING = (("clothing", 1), ("headdress", 1), ("footwear", 1))
# Share of a noun's uses, by tag count, that must be of a kind. Set by hand between `hand` (.01) and `view` (.21).
_SHARE = 0.15
_UNTAGGED = 0.5  # uses of a sense that was never tagged
_CONCRETE = frozenset({"noun.artifact", "noun.object", "noun.plant", "noun.substance", "noun.food", "noun.body"})
_THINGS = frozenset({"noun.artifact", "noun.object", "noun.plant", "noun.substance", "noun.location", "noun.food"})


@lru_cache(maxsize=65536)
def is_place(noun: str) -> bool:
    """Whether one can be at it: a place, building, room, vehicle or piece of furniture, in a common sense."""
    return is_below(noun, _roots(_PLACES))


@lru_cache(maxsize=65536)
def is_container(noun: str) -> bool:
    """Whether things can be in it."""
    return is_below(noun, _roots(_CONTAINERS))


@lru_cache(maxsize=65536)
def is_time(noun: str) -> bool:
    """Whether the commonest sense is a time."""
    found = wordnet().synsets(noun, "n")
    return bool(found) and senses().lexname(found[0]) == "noun.time"


@lru_cache(maxsize=65536)
def is_thing(noun: str) -> bool:
    """Whether the commonest sense is a thing that does not live."""
    found = wordnet().synsets(noun, "n")
    return bool(found) and senses().lexname(found[0]) in _THINGS


@lru_cache(maxsize=65536)
def is_clothing(noun: str) -> bool:
    """Whether it is worn."""
    return is_below(noun, _roots(_CLOTHING))


@lru_cache(maxsize=65536)
def is_body_part(noun: str) -> bool:
    """Whether the commonest sense is a part of the body."""
    found = wordnet().synsets(noun, "n")
    return bool(found) and senses().lexname(found[0]) == "noun.body"


@lru_cache(maxsize=65536)
def is_concrete(noun: str) -> bool:
    """Whether half of its uses are things or parts of the body; words that WordNet lacks are mostly new things."""
    index = senses()
    weights = [(index.lexname(sense), index.count(noun, sense) + _UNTAGGED) for sense in wordnet().synsets(noun, "n")]
    return 2 * sum(n for name, n in weights if name in _CONCRETE) >= sum(n for _, n in weights)


def is_below(noun: str, roots: frozenset[int]) -> bool:
    """Whether a noun has enough of its uses below some senses; a sense without tags counts as half a use."""
    index = senses()
    weights = [(sense, index.count(noun, sense) + _UNTAGGED) for sense in wordnet().synsets(noun, "n")]
    below = sum(weight for sense, weight in weights if not roots.isdisjoint(index.ancestors(sense)))
    return below > 0 and below >= _SHARE * sum(weight for _, weight in weights)


@lru_cache(maxsize=8)
def _roots(hypernyms: tuple[tuple[str, int], ...]) -> frozenset[int]:
    return frozenset(wordnet().synsets(word, "n")[number - 1] for word, number in hypernyms)
