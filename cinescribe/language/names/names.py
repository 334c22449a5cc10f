"""People with all forms of their names, from a cast list or a file of names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import CastError
from cinescribe.input_files import read_text
from cinescribe.language.names.name_words import FAMILY_TITLES, ROLE_NOUNS, TITLES
from cinescribe.record import Record

_ASIDE = re.compile(r"\([^()]*\)|\[[^][]*\]|#\s*\d+|\^|'s (?:voice|v\.?o\.?)$", re.IGNORECASE)
_TITLE = re.compile(rf"(?:{'|'.join(sorted(TITLES))})\.?", re.IGNORECASE)
_INNER_CAPITAL = re.compile(r"(?:Mc|Mac(?=[A-Z]{3})|O'|D')", re.IGNORECASE)


@dataclass(frozen=True)
class NamedPerson(Record):
    """A person and the forms of their name in texts.

    Args:
        name: the fullest form, unique to the person.
        forms: every form, including `name`; no two people share one.
    """

    name: str
    forms: tuple[str, ...]


def read_names(path: Path) -> tuple[NamedPerson, ...]:
    """Read the people of a file of names.

    Each line is a person: the forms of their name, separated by commas, the fullest first, as in
    `Anna Smith, Anna, Miss Smith`. Empty lines and comments (`#`) are skipped.

    Raises:
        RecordError: when the file cannot be read.
        CastError: when a line has no name, or two people share a form; the message names the line.
    """
    people: list[NamedPerson] = []
    owner: dict[str, int] = {}
    for number, line in enumerate(read_text(path).split("\n"), 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        forms = tuple(dict.fromkeys(" ".join(form.split()) for form in text.split(",") if form.strip()))
        if not forms or not all(any(map(str.isalpha, form)) for form in forms):
            raise CastError(f"{str(path)!r}, line {number}: found {text!r}; expected names with commas between")
        taken = next((form for form in forms if form_key(form) in owner), None)
        if taken is not None:
            raise CastError(
                f"{str(path)!r}, line {number}: {taken!r} is a form of line {owner[form_key(taken)]} already; "
                "give it to one person"
            )
        owner |= dict.fromkeys(map(form_key, forms), number)
        people.append(NamedPerson(forms[0], forms))
    return tuple(people)


def people_from_cast(names: Iterable[str]) -> tuple[NamedPerson, ...]:
    """Return the people of a cast list, each with the forms that texts may use.

    `ANNA SMITH`, `ANNA` and `CAPTAIN SMITH` are one person if the list has no other Anna or Smith. A name that several
    people share belongs to none of them; as a whole entry of the list, it becomes a person of its own. `MR. SMITH` is a
    separate person, since he and Anna may both be Smiths. Roles (`GUARD #2`, `OLD WOMAN`) are left out.

    Args:
        names: speakers as in a screenplay's dialogue, in any case, with or without extensions such as (V.O.).
    """
    entries: dict[str, _Entry] = {}
    for entry in filter(None, map(_entry, names)):
        entries.setdefault(form_key(entry.text), entry)
    full = [entry for entry in entries.values() if entry.is_full]
    n_owners = Counter(key for entry in full for key in set(map(form_key, entry.ends)))
    forms = {entry: [entry.text, *(word for word in entry.ends if n_owners[form_key(word)] == 1)] for entry in full}
    for entry in entries.values():
        if entry not in forms:
            owner = _owner(entry, full, forms)
            if owner is None:
                forms[entry] = [entry.text]
            elif entry.text not in forms[owner]:
                forms[owner].append(entry.text)
    return tuple(NamedPerson(entry.text, tuple(dict.fromkeys(own))) for entry, own in forms.items())


def form_key(form: str) -> str:
    """Return the key of a form: the same whatever its capitals and the full stops after its titles."""
    return spaced(form).lower()


def spaced(form: str) -> str:
    """Return a form with single spaces and without full stops, which are optional after titles."""
    return " ".join(form.replace(".", " ").split())


@dataclass(frozen=True)
class _Entry:
    """A name of a cast list: its title as written and the words after it."""

    title: str
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join((self.title, *self.words)).strip()

    @property
    def is_full(self) -> bool:
        return not self.title and len(self.words) > 1

    @property
    def ends(self) -> tuple[str, ...]:
        """The first and last word, which texts may use on their own; `Lee` only of `la doctora Lee`."""
        ends = self.words[0], self.words[-1]
        return tuple(word for word in ends if not word[0].islower()) or ends


def _entry(name: str) -> _Entry | None:
    parts = [_cased(part) for part in _ASIDE.sub(" ", name).replace(",", " ").split()]
    title = parts.pop(0) if len(parts) > 1 and _TITLE.fullmatch(parts[0]) else ""
    words = [part for part in parts if not part.strip(".#").isdigit()]
    if not words or any(word.lower() in ROLE_NOUNS for word in words) or words[0].lower() in ("the", "a", "an"):
        return None
    if not any(map(str.isalpha, words[0])):
        return None
    return _Entry(title if len(words) == 1 else "", tuple(words))  # any title may precede a full name


def _cased(word: str) -> str:
    """A word of a cast list as texts write it: capitals only at the start, and after Mc and O'."""
    if not word.isupper() or "." in word[:-1] or len(word.strip(".")) < 2:
        return word
    inner = _INNER_CAPITAL.match(word)
    at = inner.end() if inner else 0
    rest = "-".join(part.capitalize() for part in word[at:].split("-"))
    return word[:at].capitalize() + rest if not inner or "'" not in inner[0] else word[:at].upper() + rest


def _owner(entry: _Entry, full: Sequence[_Entry], forms: dict[_Entry, list[str]]) -> _Entry | None:
    """The full name that this is a short form of, if there is exactly one."""
    if entry.title.rstrip(".").title() in FAMILY_TITLES:
        return None
    name = form_key(" ".join(entry.words))
    owners = [one for one in full if name in map(form_key, forms[one])]
    return owners[0] if len(owners) == 1 else None
