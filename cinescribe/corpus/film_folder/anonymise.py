"""Names taken out of a film's texts: ids that stay the same through the film, or SOMEONE and PEOPLE, and back again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.language.names.mentions import Mention, NameFinder
from cinescribe.language.names.names import Called
from cinescribe.language.wordnet.wordnet import wordnet
from cinescribe.metrics.identity.person_ids import person_ids, rename_ids
from cinescribe.record import Record
from cinescribe.schema import Clip
from cinescribe.store import read_records, write_records

PEOPLE_FILE = "people.jsonl"  # in a corpus: who is behind the ids of each film
SOMEONE, PEOPLE = "SOMEONE", "PEOPLE"  # as LSMDC writes one and several

_LISTED = re.compile(r"\s*,\s*|\s*,?\s+(?:and|&)\s+")
_LAST_LISTED = re.compile(r"\s*,?\s+(?:and|&)\s+")
_NEXT_WORD = re.compile(r"\s+([a-z]+)\b")


@dataclass(frozen=True)
class NamedPerson(Record):
    """Who is behind an id.

    Args:
        film: id of the film.
        id: `P1` on, by first mention in the film.
        name: the fullest form of the name.
        forms: every form that stands for it in texts.
    """

    film: str
    id: str
    name: str
    forms: tuple[str, ...]


@dataclass(frozen=True)
class Replaced(Record):
    """A stretch of an anonymised text, `[start, end)`, and what stood there."""

    start: int
    end: int
    was: str


@dataclass(frozen=True)
class Anonymised(Record):
    """A text without names.

    Args:
        text: with ids, or SOMEONE and PEOPLE.
        replaced: what they stand for, in order; `with_names` puts it back.
    """

    text: str
    replaced: tuple[Replaced, ...] = ()


@dataclass(frozen=True)
class AnonymisedFilm:
    """Clips of a film without names, and who its people are."""

    clips: tuple[Clip, ...]
    people: tuple[NamedPerson, ...]


def anonymised(film: str, clips: Sequence[Clip], people: Sequence[Called]) -> AnonymisedFilm:
    """The clips of a film with ids for names in every text, `P1` on by first mention, and who is mentioned in `people`.

    Paraphrases are read after all texts, so that the ids are in order of the texts' mentions. Several of one family
    (the Smiths) become PEOPLE.

    Args:
        film: id of the film.
        clips: of the film, in order.
        people: of its cast list, of a list of names, or as they were found in its texts.

    Raises:
        CastError: when two people share a form of a name.
    """
    finder = NameFinder(people)
    texts = [clip.text or "" for clip in clips]
    others = [text for clip in clips for text in clip.paraphrases]
    ids = film_ids([*texts, *others], finder)
    forms = {person.name: person.forms for person in people}
    return AnonymisedFilm(
        tuple(_without_names(clip, finder, ids) for clip in clips),
        tuple(NamedPerson(film, id, name, forms[name]) for name, id in ids.items()),
    )


def film_ids(texts: Iterable[str], finder: NameFinder) -> dict[str, str]:
    """An id for the name of each person that the texts mention, `P1` on by first mention."""
    names = dict.fromkeys(one.name for text in texts for one in finder.mentions(text) if one.name is not None)
    return {name: f"P{n}" for n, name in enumerate(names, 1)}


def with_ids(text: str, mentions: Sequence[Mention], ids: Mapping[str, str]) -> Anonymised:
    """The text with the id of everybody mentioned for their name, PEOPLE for several of a family.

    Args:
        text: with names.
        mentions: in it, in order.
        ids: of every name mentioned.
    """
    return _replaced(text, [(one.start, one.end, PEOPLE if one.name is None else ids[one.name]) for one in mentions])


def with_someone(text: str, mentions: Sequence[Mention]) -> Anonymised:
    """The text as LSMDC's: SOMEONE for a name, PEOPLE for names in a row (`Anna, Ben and Carl walk`) and for families.

    Args:
        text: with names.
        mentions: in it, in order.
    """
    groups = _coordinated(text, mentions)
    return _replaced(
        text,
        [
            (group[0].start, group[-1].end, SOMEONE if len(group) == 1 and group[0].name is not None else PEOPLE)
            for group in groups
        ],
    )


def with_names(anonymised: Anonymised) -> str:
    """The text as it was, to the letter."""
    return _replaced(anonymised.text, [(one.start, one.end, one.was) for one in anonymised.replaced]).text


def named(text: str, people: Sequence[NamedPerson]) -> str:
    """A text with ids, such as a captioner's of this film, with the fullest name for each; ids of nobody stay.

    Args:
        text: with `P1` on as they are numbered through the film.
        people: of the film.
    """
    names = {person.id: person.name for person in people}
    return rename_ids(text, [names.get(id, id) for id in person_ids(text)])


def write_people(folder: Path, people: Iterable[NamedPerson]) -> None:
    """Write who is behind the ids of a corpus.

    Raises:
        OutputError: when the folder cannot be written.
    """
    write_records(Path(folder) / PEOPLE_FILE, people)


def read_people(folder: Path) -> tuple[NamedPerson, ...]:
    """Who is behind the ids of a corpus.

    Raises:
        RecordError: when the corpus has no such file, or it is malformed.
    """
    return tuple(read_records(Path(folder) / PEOPLE_FILE, NamedPerson))


def _without_names(clip: Clip, finder: NameFinder, ids: Mapping[str, str]) -> Clip:
    told = [text for text in (clip.text, *clip.paraphrases) if text is not None]
    mentions = [finder.mentions(text) for text in told]
    texts = [with_ids(text, found, ids).text for text, found in zip(told, mentions, strict=True)]
    people = dict.fromkeys(ids[one.name] for found in mentions for one in found if one.name is not None)
    if clip.text is None:
        return clip.replace(paraphrases=tuple(texts), people=tuple(people))
    return clip.replace(text=texts[0], paraphrases=tuple(texts[1:]), people=tuple(people))


def _coordinated(text: str, mentions: Sequence[Mention]) -> list[list[Mention]]:
    """The mentions in groups, those of a row of names together: commas and a last `and` between them."""
    groups: list[list[Mention]] = []
    for mention in mentions:
        if groups and _LISTED.fullmatch(text, groups[-1][-1].end, mention.start):
            groups[-1].append(mention)
        else:
            groups.append([mention])
    return [part for group in groups for part in _rows(text, group)]


def _rows(text: str, group: list[Mention]) -> list[list[Mention]]:
    """A group as one row if it ends as rows do, else one by one.

    After the last name a verb in the singular has that one alone as its subject: `Ben hits Anna and Carl runs`.
    """
    if len(group) > 1 and _has_singular_verb(text[group[-1].end :]):
        return [*_rows(text, group[:-1]), group[-1:]]
    closed = len(group) > 1 and _LAST_LISTED.fullmatch(text, group[-2].end, group[-1].start)
    return [group] if closed else [[mention] for mention in group]


def _has_singular_verb(after: str) -> bool:
    found = _NEXT_WORD.match(after)
    if found is None or not found[1].endswith("s"):
        return False
    return found[1] in ("is", "has", "was") or any(base != found[1] for base in wordnet().bases(found[1], "v"))


def _replaced(text: str, changes: Sequence[tuple[int, int, str]]) -> Anonymised:
    """The text with stretches changed, and where what stood there stands now."""
    out, replaced, at, length = [], [], 0, 0
    for start, end, new in changes:
        length += start - at
        out += [text[at:start], new]
        replaced.append(Replaced(length, length + len(new), text[start:end]))
        at, length = end, length + len(new)
    return Anonymised("".join([*out, text[at:]]), tuple(replaced))
