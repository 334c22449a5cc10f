"""Replaces names in a film's texts by ids that stay the same through the film, and puts the names back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cinescribe.language.names.mentions import Mention, NameFinder
from cinescribe.language.names.names import NamedPerson
from cinescribe.metrics.identity.person_ids import person_ids, rename_ids
from cinescribe.record import Record
from cinescribe.schema import Clip

PEOPLE_FILE = "people.jsonl"  # in a corpus: the people of each film, as `FilmPerson`
SOMEONE, PEOPLE = "SOMEONE", "PEOPLE"  # LSMDC's words for one person and for several


@dataclass(frozen=True)
class FilmPerson(Record):
    """A person of a film and their id.

    Args:
        film: id of the film.
        id: from `P1`, by first mention in the film.
        name: fullest form of the name.
        forms: all forms of the name in texts.
    """

    film: str
    id: str
    name: str
    forms: tuple[str, ...]


@dataclass(frozen=True)
class Replacement(Record):
    """A part `[start, end)` of an anonymised text, and the original text there."""

    start: int
    end: int
    was: str


@dataclass(frozen=True)
class AnonymisedText(Record):
    """A text without names.

    Args:
        text: with ids, or PEOPLE for a family.
        replaced: the replaced parts in order; `restore_names` undoes them.
    """

    text: str
    replaced: tuple[Replacement, ...] = ()


@dataclass(frozen=True)
class AnonymisedFilm:
    """Clips of a film without names, and its people."""

    clips: tuple[Clip, ...]
    people: tuple[FilmPerson, ...]


def anonymise_film(film: str, clips: Sequence[Clip], people: Sequence[NamedPerson]) -> AnonymisedFilm:
    """Replace the names in all texts of a film by ids, from `P1` by first mention.

    Paraphrases are searched after all texts, so that ids follow the texts. A family (the Smiths) becomes PEOPLE.

    Args:
        film: id of the film.
        clips: clips of the film, in order.
        people: people of the film, from a cast list, a list of names, or found in its texts.

    Returns:
        The clips with ids in their texts and in `people`, and the people mentioned.

    Raises:
        CastError: if two people share a form of a name.
    """
    finder = NameFinder(people)
    texts = [clip.text or "" for clip in clips]
    others = [text for clip in clips for text in clip.paraphrases]
    ids = film_ids([*texts, *others], finder)
    forms = {person.name: person.forms for person in people}
    return AnonymisedFilm(
        tuple(_without_names(clip, finder, ids) for clip in clips),
        tuple(FilmPerson(film, id, name, forms[name]) for name, id in ids.items()),
    )


def film_ids(texts: Iterable[str], finder: NameFinder) -> dict[str, str]:
    """Return an id for the name of each person mentioned, from `P1` by first mention."""
    names = dict.fromkeys(one.name for text in texts for one in finder.mentions(text) if one.name is not None)
    return {name: f"P{n}" for n, name in enumerate(names, 1)}


def anonymised_text(text: str, mentions: Sequence[Mention], ids: Mapping[str, str]) -> AnonymisedText:
    """Replace every mention by the person's id, or by PEOPLE for a family.

    Args:
        text: text with names.
        mentions: mentions in it, in order.
        ids: id of every name mentioned.
    """
    return _replaced(text, [(one.start, one.end, PEOPLE if one.name is None else ids[one.name]) for one in mentions])


def restore_names(anonymised: AnonymisedText) -> str:
    """Return the original text, character for character."""
    return _replaced(anonymised.text, [(one.start, one.end, one.was) for one in anonymised.replaced]).text


def with_full_names(text: str, people: Sequence[FilmPerson]) -> str:
    """Replace ids by full names, for example in a captioner's text about this film; unknown ids stay.

    Args:
        text: text with ids from `P1`, numbered through the film.
        people: people of the film.
    """
    names = {person.id: person.name for person in people}
    return rename_ids(text, [names.get(id, id) for id in person_ids(text)])


def _without_names(clip: Clip, finder: NameFinder, ids: Mapping[str, str]) -> Clip:
    captions = [text for text in (clip.text, *clip.paraphrases) if text is not None]
    mentions = [finder.mentions(text) for text in captions]
    texts = [anonymised_text(text, found, ids).text for text, found in zip(captions, mentions, strict=True)]
    people = dict.fromkeys(ids[one.name] for found in mentions for one in found if one.name is not None)
    if clip.text is None:
        return clip.replace(paraphrases=tuple(texts), people=tuple(people))
    return clip.replace(text=texts[0], paraphrases=tuple(texts[1:]), people=tuple(people))


def _replaced(text: str, changes: Sequence[tuple[int, int, str]]) -> AnonymisedText:
    """Replace parts of a text, and record the original of each."""
    out, replaced, at, length = [], [], 0, 0
    for start, end, new in changes:
        length += start - at
        out += [text[at:start], new]
        replaced.append(Replacement(length, length + len(new), text[start:end]))
        at, length = end, length + len(new)
    return AnonymisedText("".join([*out, text[at:]]), tuple(replaced))
