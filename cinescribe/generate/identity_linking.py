"""The whole film: people who were numbered anew in each set of clips, made one through the film.

Sets of a few clips slide over the film, and each set's captions call people P1 on by themselves. Whom a caption means
by such a local number is told by three things. The faces of its clip that the words look at: the decoder's attention
falls on faces, and faces are grouped into persons over the whole film. The other captions of the set with the same
number. And the captions that neighbouring sets have for the same clip, with people in the same places of the same
sentence. All are evidence for pairs, and pairs are joined, surest first. A number is no more than evidence, since a
model that numbers most people rightly still takes one for another now and then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations, count, groupby
from typing import TypeAlias

from cinescribe.generate.edge_contraction import contracted

Local: TypeAlias = tuple[int, int, int]  # numbers of a set and of a clip in the film, and somebody's in the set

TEXT = 0.5  # weight of two words in the same place of the same sentence
ATTENTION = 1.0  # weight of a word that looks at one person's faces and no other's
# The share of a word's attention to faces at which it speaks neither for nor against the person they show.
NEITHER = 0.1
NUMBER = 0.2  # weight of two captions of a set having one number for somebody
_SOMEBODY = "\0"  # stands for people's words where sentences are compared


@dataclass(frozen=True)
class PersonWord:
    """A word of a caption that stands for a person.

    Args:
        at: number of the word in the caption.
        local: the person's number in the set, 1 for P1.
        faces: persons of the film whose faces the clip shows, and the share of the word's attention to those that
            fell on theirs, 0 to 1. Empty where the clip shows no face of a known person.
    """

    at: int
    local: int
    faces: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Version:
    """What one set says of one of its clips.

    Args:
        set: the set's number in the film.
        clip: the clip's number in the film.
        words: its words, as text or as tokens.
        people: those that stand for people.
    """

    set: int
    clip: int
    words: tuple[str | int, ...]
    people: tuple[PersonWord, ...]


def stitched(versions: Sequence[Version], known: Sequence[str]) -> dict[Local, str]:
    """The film-wide person of each local number in each caption.

    Two numbers of one caption are two people. Whoever cannot be told to be a person whose faces the film shows is
    somebody new, with an id behind the known ones, by first appearance.

    Args:
        versions: what every set says of each of its clips.
        known: ids of the film's persons who have faces.
    """
    locals_ = dict.fromkeys(_local(version, word) for version in in_order(versions) for word in version.people)
    kinds: dict[Local | str, Hashable] = dict.fromkeys(known) | {local: local[:2] for local in locals_}
    weights: dict[tuple[Local | str, Local | str], float] = defaultdict(float)
    for local, person, weight in _seen(versions, known):
        weights[local, person] += weight
    for one, other, weight in (*_numbered(locals_), *_shared(versions)):
        weights[one, other] += weight
    fresh = _fresh(known)
    out: dict[Local, str] = {}
    for group in contracted(weights, kinds=kinds):
        person = next((node for node in group if isinstance(node, str)), None) or next(fresh)
        out |= {node: person for node in group if not isinstance(node, str)}
    return out


def central(versions: Iterable[Version], sizes: Mapping[int, tuple[int, int]]) -> dict[int, Version]:
    """For each clip the version of the set in which it stands most in the middle, the earlier of two.

    Args:
        versions: what every set says of each of its clips.
        sizes: the first clip, and the number of clips, of every set.
    """

    def off(version: Version) -> float:
        first, n = sizes[version.set]
        return abs(version.clip - first - (n - 1) / 2)

    return {clip: min(some, key=off) for clip, some in groupby(in_order(versions), key=lambda version: version.clip)}


def in_order(versions: Iterable[Version]) -> list[Version]:
    """By clip, then by set."""
    return sorted(versions, key=lambda version: (version.clip, version.set))


def _seen(versions: Iterable[Version], known: Sequence[str]) -> Iterator[tuple[Local, str, float]]:
    """What attention to faces says for, or against, a local number being one of the film's persons."""
    for version in versions:
        n_told = len({word.local for word in version.people})
        for word in version.people:
            shares = dict(word.faces)
            # Where a clip shows fewer people than are told, every word looks at those few, and some words must not.
            trust = min(1.0, len(shares) / n_told)
            for person in known if shares else ():
                yield _local(version, word), person, ATTENTION * (trust * shares.get(person, 0.0) - NEITHER)


def _numbered(locals_: Iterable[Local]) -> Iterator[tuple[Local, Local, float]]:
    """What one number in two captions of a set says for their being one person."""
    by_number: dict[tuple[int, int], list[Local]] = defaultdict(list)
    for set_, clip, number in locals_:
        by_number[set_, number].append((set_, clip, number))
    for same in by_number.values():
        yield from ((one, other, NUMBER) for one, other in combinations(same, 2))


def _shared(versions: Iterable[Version]) -> Iterator[tuple[Local, Local, float]]:
    """What two captions of one clip say for local numbers of two sets being one person."""
    for _, group in groupby(in_order(versions), key=lambda version: version.clip):
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


def _fresh(known: Iterable[str]) -> Iterator[str]:
    """Ids that nobody has: `p7` after `p1` to `p6`."""
    taken = set(known)
    highest = max((int(one[1:]) for one in taken if one[1:].isdigit()), default=0)
    return (f"p{n}" for n in count(highest + 1))
