"""Roles of a clause from VerbNet: frames that fit its syntax, then frames whose restrictions its nouns satisfy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.language.semantics.clauses import Clause
from cinescribe.language.semantics.phrases import is_animate, noun_label
from cinescribe.language.semantics.restrictions import holds
from cinescribe.language.semantics.roles import Roles
from cinescribe.language.semantics.rule_words import NOUN_PREPOSITIONS, PLACE_PREPOSITIONS
from cinescribe.language.semantics.tree import SentenceTree
from cinescribe.language.semantics.verbnet_files import Frame, Slot, VerbClass, VerbMember, read_verbnet
from cinescribe.language.wordnet.senses import senses

# VerbNet's roles that are a LOCATION; the role before the verb is the SUBJECT, any other an OBJECT.
_LOCATIONS = frozenset(
    {"Location", "Destination", "Source", "Initial_Location", "Goal", "Trajectory", "Path", "Place", "Axis"}
)
_FROM = frozenset({"from", "out of", "off", "off of", "away from"})
_OF_SOURCES = frozenset({"src", "src_conf"})


@dataclass(frozen=True)
class VerbMatch:
    """A frame that fits a clause.

    Attributes:
        verb_class: VerbNet's class, as `put-9.1-2`.
        roles: subject, object and location.
        by_role: the word that fills each thematic role, as an index in the sentence.
        sense: the verb's sense in WordNet; None if VerbNet names none.
    """

    verb_class: str
    roles: Roles
    by_role: Mapping[str, int]
    sense: int | None


@dataclass(frozen=True)
class _Arguments:
    """What a clause gives its verb: subject, nouns without preposition, and nouns with one, after the verb."""

    subject: int | None
    bare: tuple[int, ...]
    obliques: tuple[tuple[str, int], ...]


class VerbNet:
    """Classes of verbs that give clauses their roles."""

    def __init__(self, classes: Mapping[str, Sequence[tuple[VerbClass, VerbMember]]]) -> None:
        """Take the classes of each verb, as `read_verbnet` returns them."""
        self._classes = classes

    @classmethod
    def read(cls, folder: Path) -> VerbNet:
        """Read the user's copy.

        Raises:
            LanguageError: when a file is no XML of VerbNet.
        """
        return cls(read_verbnet(folder))

    def match(
        self, tree: SentenceTree, clause: Clause, verb: str, *, filled: Roles, ranked: Sequence[int]
    ) -> VerbMatch | None:
        """Return the frame that covers most arguments of a clause, or None if none fits.

        Args:
            tree: the sentence.
            clause: the clause.
            verb: its label.
            filled: its roles by syntax; what VerbNet leaves open stays so.
            ranked: the senses of the verb, the likeliest first, which decide between frames that cover as much.
        """
        arguments = _arguments(tree, clause, filled)
        best: tuple[tuple[int, int], VerbMatch] | None = None
        for verb_class, member in self._classes.get(verb, ()):
            sense, rank = _sense(member, ranked)
            for by_role in _fitting(tree, verb_class, arguments):
                order = len(by_role), -rank
                if best is None or order > best[0]:
                    roles = _merged(tree, by_role, filled, arguments.subject)
                    best = order, VerbMatch(verb_class.id, roles, by_role, sense)
        return best[1] if best else None


def _arguments(tree: SentenceTree, clause: Clause, filled: Roles) -> _Arguments:
    bare = tuple(sorted(clause.objects))
    if len(bare) == 1 and filled.object is not None:
        bare = (filled.object,)
    attached = (child for n in bare for child in tree.children[n] if tree.dep(child) == "nmod")  # often the verb's
    obliques = ((tree.preposition(n), n) for n in sorted({*clause.obliques, *attached}) if n > clause.at)
    return _Arguments(filled.subject, bare, tuple((preposition, n) for preposition, n in obliques if preposition))


def _sense(member: VerbMember, ranked: Sequence[int]) -> tuple[int | None, int]:
    """The likeliest of a member's senses, and its rank."""
    own = {sense for key in member.keys if (sense := senses().of_key(f"{key}::")) is not None}
    return next(((sense, rank) for rank, sense in enumerate(ranked) if sense in own), (None, len(ranked)))


def _fitting(tree: SentenceTree, verb_class: VerbClass, arguments: _Arguments) -> Iterator[dict[str, int]]:
    """The words of each role, for each frame that fits the syntax and whose restrictions hold."""
    for frame in verb_class.frames:
        by_role = _by_role(frame, arguments)
        if by_role is not None and all(
            role not in verb_class.roles or holds(verb_class.roles[role], noun_label(tree.words, tree.children, n))
            for role, n in by_role.items()
        ):
            yield by_role


def _by_role(frame: Frame, arguments: _Arguments) -> dict[str, int] | None:
    """The words of a frame's roles; None where the frame does not fit the syntax."""
    kinds = [slot.kind for slot in frame]
    if kinds[:2] != ["NP", "VERB"]:
        return None
    found = {} if arguments.subject is None else {frame[0].role: arguments.subject}
    bare, obliques = list(arguments.bare), list(arguments.obliques)
    preposition: Slot | None = None
    for slot in frame[2:]:
        if slot.kind == "PREP":
            preposition = slot
            continue
        if slot.kind != "NP":
            return None
        at = _taken(obliques, preposition) if preposition else bare.pop(0) if bare else None
        if at is None:
            return None
        found[slot.role], preposition = at, None
    return found if not bare and preposition is None else None


def _taken(obliques: list[tuple[str, int]], slot: Slot) -> int | None:
    """The first noun whose preposition fits, taken off the list."""
    for n, (preposition, at) in enumerate(obliques):
        if preposition in slot.words or (not slot.words and _is_of_types(preposition, slot.types)):
            del obliques[n]
            return at
    return None


def _is_of_types(preposition: str, types: tuple[str, ...]) -> bool:
    if types and _OF_SOURCES.issuperset(types):
        return preposition in _FROM
    return preposition in PLACE_PREPOSITIONS or preposition in NOUN_PREPOSITIONS


def _merged(tree: SentenceTree, by_role: Mapping[str, int], filled: Roles, subject: int | None) -> Roles:
    """The roles as subject, object and location; what no role of VerbNet fills keeps its filler by syntax."""
    after = [(role, n) for role, n in by_role.items() if n != subject]
    places = [n for role, n in after if role in _LOCATIONS and not is_animate(tree.words[n])]
    things = [n for role, n in after if n not in places]
    location = places[0] if places else filled.location
    thing = things[0] if things else filled.object
    return Roles(
        filled.subject,
        thing if thing not in places else None,
        location if location not in things else None,
    )
