"""VerbNet's selectional restrictions, decided by WordNet's hypernyms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cinescribe.language.semantics.places import is_below, is_place
from cinescribe.language.semantics.verbnet_files import Restrictions
from cinescribe.language.wordnet.wordnet import wordnet

# What lies below these senses of WordNet 3.0 (word, number) satisfies a restriction; other types always hold.
_BELOW: Mapping[str, tuple[tuple[str, int], ...]] = {
    "animate": (("person", 1), ("animal", 1)),
    "human": (("person", 1),),
    "animal": (("animal", 1),),
    "biotic": (("living thing", 1),),
    "organization": (("social group", 1),),
    "concrete": (("physical entity", 1),),
    "solid": (("object", 1),),
    "substance": (("matter", 3),),
    "abstract": (("abstraction", 6),),
    "body_part": (("body part", 1),),
    "machine": (("machine", 1), ("device", 1), ("conveyance", 3)),
    "vehicle": (("conveyance", 3),),
    "comestible": (("food", 1), ("food", 2)),
    "communication": (("communication", 2),),
    "currency": (("money", 1), ("currency", 1), ("possession", 2)),
    "garment": (("clothing", 1),),
    "sound": (("sound", 1), ("sound", 4)),
    "region": (("region", 1), ("region", 3)),
    "state": (("state", 2),),
    "time": (("time period", 1),),
    "force": (("force", 2), ("phenomenon", 1)),
    "int_control": (("person", 1), ("animal", 1), ("machine", 1), ("social group", 1), ("phenomenon", 1)),
}
_LOCATIONS = frozenset({"location", "place"})
_PEOPLE = frozenset(
    {"someone", "somebody", "he", "she", "they", "i", "we", "you", "him", "her", "them", "who", "me", "us"}
)


def holds(restrictions: Restrictions, noun: str) -> bool:
    """Whether a noun satisfies the restrictions in enough of its uses; a noun that is not in WordNet always does."""
    if noun not in _PEOPLE and not wordnet().has(noun, "n"):
        return True
    parts = [_is(noun, kind) is wanted or not _is_known(kind) for kind, wanted in restrictions.own]
    parts += [holds(group, noun) for group in restrictions.groups]
    return not parts or (any(parts) if restrictions.is_or else all(parts))


def _is_known(kind: str) -> bool:
    return kind in _BELOW or kind in _LOCATIONS


@lru_cache(maxsize=65536)
def _is(noun: str, kind: str) -> bool:
    if noun in _PEOPLE:
        return kind in {"animate", "human", "biotic", "concrete", "solid", "int_control"}
    if kind in _LOCATIONS:
        return is_place(noun)
    return is_below(noun, _roots(kind))


@lru_cache(maxsize=64)
def _roots(kind: str) -> frozenset[int]:
    found = ((word, number, wordnet().synsets(word, "n")) for word, number in _BELOW.get(kind, ()))
    return frozenset(synsets[number - 1] for word, number, synsets in found)
