"""Semantic groups of labels: verbs, places, objects (*Movie Description*, §4.2.1).

The paper takes places and objects from the classes of two published networks. WordNet replaces their lists:
a place is where a scene is, an object is a thing or an animal in view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.wordnet import wordnet
from cinescribe.train.fitted.label_mining import RoleLabel

# Hypernyms of scenes, as word and number of the sense in WordNet 3.0. Furniture, vehicles, walls and doors are objects.
_SCENES = (
    *(("location", 1), ("structure", 1), ("way", 6), ("facility", 1), ("geological formation", 1), ("land", 4)),
    *(("body of water", 1), ("forest", 1), ("forest", 2), ("establishment", 4)),
)
_NO_SCENES = (("obstruction", 1), ("supporting structure", 1), ("partition", 1), ("seat", 3))
_THINGS = frozenset({"noun.artifact", "noun.animal", "noun.plant", "noun.food", "noun.object", "noun.body"})
# Least share of a noun's uses, by the tag counts of its senses; rare senses make almost every noun a thing.
_SCENE_SHARE, _THING_SHARE = 0.3, 0.15


def in_groups(labels: Iterable[RoleLabel], groups: Sequence[str]) -> dict[str, frozenset[RoleLabel]]:
    """Return the labels of each group; a label is in the first group that takes it, and in none if none does.

    In the group `all`, a word that is both verb and noun is one label, as a noun.

    Args:
        labels: the labels.
        groups: names of `train.recipes.label_config.LABEL_GROUPS`.
    """
    found: dict[str, set[RoleLabel]] = {group: set() for group in groups}
    for label in labels:
        group = next((group for group in groups if _TAKES[group](label)), None)
        if group is not None:
            found[group].add(RoleLabel(label.text, is_verb=False) if group == "all" else label)
    return {group: frozenset(some) for group, some in found.items()}


@lru_cache(maxsize=65536)
def is_scene(noun: str) -> bool:
    """Whether a noun is mostly a place that a scene can be in: a room, a building, a street, a forest."""
    return _share(noun, _is_scene_sense) >= _SCENE_SHARE


@lru_cache(maxsize=65536)
def is_object(noun: str) -> bool:
    """Whether a noun is mostly a thing or an animal that can be in view, and no scene."""
    index = senses()
    return not is_scene(noun) and _share(noun, lambda sense: index.lexname(sense) in _THINGS) >= _THING_SHARE


def _is_scene_sense(sense: int) -> bool:
    above = senses().ancestors(sense)
    return not above.isdisjoint(_roots(_SCENES)) and above.isdisjoint(_roots(_NO_SCENES))


def _share(noun: str, has: Callable[[int], bool]) -> float:
    """Return the share of a noun's uses in senses of a kind; a sense without tags counts as half a use."""
    weights = [(sense, senses().count(noun, sense) + 0.5) for sense in wordnet().synsets(noun, "n")]
    whole = sum(weight for _, weight in weights)
    return sum(weight for sense, weight in weights if has(sense)) / whole if weights else 0.0


@lru_cache(maxsize=2)
def _roots(names: tuple[tuple[str, int], ...]) -> frozenset[int]:
    return frozenset(wordnet().synsets(word, "n")[number - 1] for word, number in names)


_TAKES: Mapping[str, Callable[[RoleLabel], bool]] = MappingProxyType({
    "all": lambda label: True,
    "verbs": lambda label: label.is_verb,
    "places": lambda label: not label.is_verb and is_scene(label.text),
    "objects": lambda label: not label.is_verb and is_object(label.text),
    "others": lambda label: not label.is_verb,
})  # fmt: skip
