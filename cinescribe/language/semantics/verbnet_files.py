"""Reads VerbNet (Kipper et al. 2006; version 3): verb classes with members, thematic roles and syntactic frames.

VerbNet is not part of Cinescribe; `read_verbnet` reads the user's copy. Its files name an external document type,
which is never opened; declarations of their own, which could define entities, are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from cinescribe.errors import LanguageError, RecordError, brief
from cinescribe.input_files import read_bytes

_CLASSES = frozenset({"VNCLASS", "VNSUBCLASS"})
_SLOTS = frozenset({"NP", "PREP", "VERB", "ADV", "ADJ", "LEX"})
_DEEPEST = 60  # open tags; VerbNet has 20
_GIVE = "give the folder of VerbNet's XML files, unchanged"


@dataclass(frozen=True)
class Restrictions:
    """Selectional restrictions of a role: `(type, whether it is required)`, and groups of them.

    All must hold, or one of them if `is_or`.
    """

    own: tuple[tuple[str, bool], ...] = ()
    groups: tuple[Restrictions, ...] = ()
    is_or: bool = False


@dataclass(frozen=True)
class Slot:
    """A part of a frame.

    Attributes:
        kind: `NP`, `PREP`, `VERB`, `ADV`, `ADJ` or `LEX`.
        role: thematic role of an `NP`.
        words: prepositions or words that are allowed there; empty where the types say which.
        types: types of prepositions, as `loc`.
    """

    kind: str
    role: str = ""
    words: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


Frame = tuple[Slot, ...]


@dataclass(frozen=True)
class VerbMember:
    """A verb of a class: its name, with spaces, and its sense keys in WordNet, without `::`."""

    name: str
    keys: tuple[str, ...]


@dataclass(frozen=True)
class VerbClass:
    """A class or subclass; roles and frames include those of the classes above."""

    id: str
    members: tuple[VerbMember, ...]
    roles: Mapping[str, Restrictions]
    frames: tuple[Frame, ...]


def read_verbnet(folder: Path) -> dict[str, list[tuple[VerbClass, VerbMember]]]:
    """Return the classes of each verb, in the order of the files.

    Args:
        folder: VerbNet's XML files, one for each class.

    Raises:
        LanguageError: when there is no such file, or one is no XML of VerbNet, or has declarations or entities.
    """
    paths = sorted(Path(folder).glob("*.xml"))
    if not paths:
        raise LanguageError(f"{str(folder)!r} has no XML files; {_GIVE}")
    found: dict[str, list[tuple[VerbClass, VerbMember]]] = {}
    for path in paths:
        for verb_class in read_verb_classes(path):
            for member in verb_class.members:
                found.setdefault(member.name, []).append((verb_class, member))
    return found


def read_verb_classes(path: Path) -> list[VerbClass]:
    """Return the class of a file with its subclasses.

    Raises:
        LanguageError: when the file is no XML of VerbNet, or has declarations or entities.
    """
    try:
        raw = read_bytes(path)
    except RecordError as error:
        raise LanguageError(str(error)) from error
    reader = _Reader(str(path))
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.EntityDeclHandler = reader.refuse_entity
    parser.SkippedEntityHandler = reader.refuse_entity
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    try:
        parser.Parse(raw, True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # the last two: of an encoding that it does not know
        raise LanguageError(f"{str(path)!r} is no complete XML ({error}); {_GIVE}") from error
    return reader.classes


@dataclass
class _OpenClass:
    """A class whose tag is open."""

    id: str
    members: list[VerbMember] = field(default_factory=list)
    roles: dict[str, Restrictions] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)


@dataclass
class _OpenRestrictions:
    is_or: bool
    own: list[tuple[str, bool]] = field(default_factory=list)
    groups: list[Restrictions] = field(default_factory=list)


@dataclass
class _Reader:
    """Handles XML events and collects the classes."""

    name: str
    classes: list[VerbClass] = field(default_factory=list)
    _tags: list[str] = field(default_factory=list)
    _open: list[_OpenClass] = field(default_factory=list)
    _role: str = ""
    _slots: list[Slot] | None = None
    _restrictions: list[_OpenRestrictions] = field(default_factory=list)

    def doctype(self, name: str, system: str | None, public: str | None, has_declarations: int) -> None:
        if has_declarations:
            raise self._refused(f"declarations in its document type {brief(name)}")

    def refuse_entity(self, name: str, *_: object) -> None:
        raise self._refused(f"an entity, {brief(name)}")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if not self._tags and tag != "VNCLASS":
            raise LanguageError(f"{self.name!r} is XML of {brief(tag)}, not of VerbNet; {_GIVE}")
        if len(self._tags) == _DEEPEST:
            raise LanguageError(f"{self.name!r} has more than {_DEEPEST} tags in each other; {_GIVE}")
        self._tags.append(tag)
        if tag in _CLASSES:
            self._open_class(attributes.get("ID", ""))
        elif tag == "MEMBER" and "name" in attributes:
            keys = tuple(key.lstrip("?") for key in attributes.get("wn", "").split())
            self._open[-1].members.append(VerbMember(attributes["name"].replace("_", " ").lower(), keys))
        elif tag == "THEMROLE":
            self._role = attributes.get("type", "")
            self._open[-1].roles[self._role] = Restrictions()
        elif tag == "SYNTAX":
            self._slots = []
        elif tag in _SLOTS and self._slots is not None:
            self._slots.append(_slot(tag, attributes.get("value", "")))
        elif tag == "SELRESTRS":
            self._restrictions.append(_OpenRestrictions(attributes.get("logic", "") == "or"))
        elif tag == "SELRESTR" and self._restrictions:
            self._restrictions[-1].own.append((attributes.get("type", ""), attributes.get("Value", "+") == "+"))

    def end(self, tag: str) -> None:
        self._tags.pop()
        if tag in _CLASSES:
            closed = self._open.pop()
            self.classes.append(VerbClass(closed.id, tuple(closed.members), closed.roles, tuple(closed.frames)))
        elif tag == "SYNTAX" and self._slots is not None:
            self._open[-1].frames.append(tuple(self._slots))
            self._slots = None
        elif tag == "THEMROLE":
            self._role = ""
        elif tag == "SELRESTRS":
            self._close_restrictions()

    def _open_class(self, name: str) -> None:
        above = self._open[-1] if self._open else _OpenClass("")
        self._open.append(_OpenClass(name, [], dict(above.roles), list(above.frames)))

    def _close_restrictions(self) -> None:
        closed = self._restrictions.pop()
        found = Restrictions(tuple(closed.own), tuple(closed.groups), closed.is_or)
        if self._restrictions:
            self._restrictions[-1].groups.append(found)
        elif self._slots:
            last = self._slots[-1]
            if last.kind == "PREP":
                self._slots[-1] = Slot("PREP", "", last.words, tuple(name for name, wanted in found.own if wanted))
        elif self._role:
            self._open[-1].roles[self._role] = found

    def _refused(self, what: str) -> LanguageError:
        return LanguageError(f"{self.name!r} has {what}, which could expand without end; {_GIVE}")


def _slot(kind: str, value: str) -> Slot:
    if kind == "NP":
        return Slot("NP", value.strip().lstrip("?"))
    words = tuple(word.replace("_", " ").lower() for word in value.replace("|", " ").split())
    return Slot(kind, "", words)
