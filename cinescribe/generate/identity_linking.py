"""Identity linking: make the local person ids of overlapping clip sets consistent over a whole film.

Sets of a few clips slide over the film, and each set numbers its people P1 on independently. Three kinds of evidence
link a local number to a person of the film. The faces that the words attend to: faces are grouped into persons over the
whole film. The other captions of the set with the same number. And the captions of the same clip in overlapping sets,
with people in the same places of the same sentence. Each kind gives weights for pairs, and pairs are joined, those with
most evidence first. A number is only evidence, since even a good model sometimes confuses two people.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations, count, groupby
from typing import TypeAlias

from cinescribe.generate.edge_contraction import contract_edges

Local: TypeAlias = tuple[int, int, int]  # numbers of set and clip in the film, and of the person in the set

TEXT = 0.5  # weight of two words at the same place of the same sentence
ATTENTION = 1.0  # weight of a word that attends to the faces of one person only
# The share of a word's attention to faces that is evidence neither for nor against the person they show.
NEUTRAL = 0.1
NUMBER = 0.2  # weight of the same number in two captions of a set
_SOMEBODY = "\0"  # replaces person words when sentences are compared


@dataclass(frozen=True)
class PersonWord:
    """A word of a caption that refers to a person.

    Args:
        at: index of the word in the caption.
        local: the person's number in the set, 1 for P1.
        faces: the film's persons whose faces are in the clip, each with their share of the word's attention to these
            faces, 0 to 1. Empty if the clip has no face of a known person.
    """

    at: int
    local: int
    faces: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Version:
    """The caption of a clip in one of the sets that have the clip.

    Args:
        set: the set's number in the film.
        clip: the clip's number in the film.
        words: the caption's words, as text or as tokens.
        people: the words that refer to people.
    """

    set: int
    clip: int
    words: tuple[str | int, ...]
    people: tuple[PersonWord, ...]


def link_identities(versions: Sequence[Version], known: Sequence[str]) -> dict[Local, str]:
    """Return the person of the film for each local number in each caption.

    Two numbers in one caption are two people. A local number that matches no known person gets a new id, numbered after
    the known ones by first appearance.

    Args:
        versions: the captions of every set.
        known: ids of the film's persons who have faces.
    """
    locals_ = dict.fromkeys(_local(version, word) for version in _in_order(versions) for word in version.people)
    kinds: dict[Local | str, Hashable] = dict.fromkeys(known) | {local: local[:2] for local in locals_}
    weights: dict[tuple[Local | str, Local | str], float] = defaultdict(float)
    for local, person, weight in _attention_evidence(versions, known):
        weights[local, person] += weight
    for one, other, weight in (*_number_evidence(locals_), *_text_evidence(versions)):
        weights[one, other] += weight
    new_ids = _new_ids(known)
    out: dict[Local, str] = {}
    for group in contract_edges(weights, kinds=kinds):
        person = next((node for node in group if isinstance(node, str)), None) or next(new_ids)
        out |= {node: person for node in group if not isinstance(node, str)}
    return out


def central_versions(versions: Iterable[Version], sizes: Mapping[int, tuple[int, int]]) -> dict[int, Version]:
    """Return, for each clip, the version of the set in which it is most central; of two, the earlier.

    Args:
        versions: the captions of every set.
        sizes: the first clip, and the number of clips, of every set.
    """

    def distance(version: Version) -> float:
        first, n = sizes[version.set]
        return abs(version.clip - first - (n - 1) / 2)

    return {
        clip: min(some, key=distance) for clip, some in groupby(_in_order(versions), key=lambda version: version.clip)
    }


def _in_order(versions: Iterable[Version]) -> list[Version]:
    """Return versions by clip, then by set."""
    return sorted(versions, key=lambda version: (version.clip, version.set))


def _attention_evidence(versions: Iterable[Version], known: Sequence[str]) -> Iterator[tuple[Local, str, float]]:
    """Yield the evidence from attention to faces for or against a local number being one of the film's persons."""
    for version in versions:
        n_people = len({word.local for word in version.people})
        for word in version.people:
            shares = dict(word.faces)
            # If the clip shows fewer people than the caption mentions, all words attend to these few, some incorrectly.
            trust = min(1.0, len(shares) / n_people)
            for person in known if shares else ():
                yield _local(version, word), person, ATTENTION * (trust * shares.get(person, 0.0) - NEUTRAL)


def _number_evidence(locals_: Iterable[Local]) -> Iterator[tuple[Local, Local, float]]:
    """Yield the evidence that the same number in two captions of a set is one person."""
    by_number: dict[tuple[int, int], list[Local]] = defaultdict(list)
    for set_, clip, number in locals_:
        by_number[set_, number].append((set_, clip, number))
    for same in by_number.values():
        yield from ((one, other, NUMBER) for one, other in combinations(same, 2))


def _text_evidence(versions: Iterable[Version]) -> Iterator[tuple[Local, Local, float]]:
    """Yield the evidence from two captions of one clip that local numbers of two sets are one person."""
    for _, group in groupby(_in_order(versions), key=lambda version: version.clip):
        for one, other in combinations(group, 2):
            match = SequenceMatcher(None, _without_people(one), _without_people(other), autojunk=False)
            weight = TEXT * match.ratio()
            theirs = {word.at: word for word in other.people}
            same = {block.a + n: block.b + n for block in match.get_matching_blocks() for n in range(block.size)}
            for word in one.people:
                if word.at in same:
                    yield _local(one, word), _local(other, theirs[same[word.at]]), weight


def _local(version: Version, word: PersonWord) -> Local:
    return version.set, version.clip, word.local


def _without_people(version: Version) -> list[str | int]:
    places = {word.at for word in version.people}
    return [_SOMEBODY if n in places else word for n, word in enumerate(version.words)]


def _new_ids(known: Iterable[str]) -> Iterator[str]:
    """Yield unused ids: `p7` after `p1` to `p6`."""
    taken = set(known)
    highest = max((int(one[1:]) for one in taken if one[1:].isdigit()), default=0)
    return (f"p{n}" for n in count(highest + 1))
