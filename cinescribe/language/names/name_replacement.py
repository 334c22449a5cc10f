"""Puts names into sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cinescribe.language.names.name_places import NamePlace, begins_sentence, capital, names_pattern, spellings


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Return a text in which whole words are replaced, all at once; its sentences still begin with a capital letter.

    Args:
        text: sentences.
        names: the new words for each old one, which may be several words and may also begin a sentence.

    Example:
        >>> with_names("P1 greets person 2. Person 2 nods.", {"P1": "the cook", "person 2": "Anna"})
        'The cook greets Anna. Anna nods.'
    """
    wanted = spellings(names)
    pattern = names_pattern(wanted)
    if pattern is None:
        return text
    return pattern.sub(lambda found: _fitted(text, found.start(), names[wanted[" ".join(found[0].split())]]), text)


def with_names_at(text: str, places: Sequence[NamePlace], names: Mapping[str, str]) -> str:
    """Return a text with new words at some places; its sentences still begin with a capital letter.

    Args:
        text: sentences.
        places: where to replace, from `name_places`.
        names: the new words for each old name.
    """
    out, at = [], 0
    for one in places:
        start, end = one.place
        out += [text[at:start], _fitted(text, start, names[one.old])]
        at = end
    return "".join([*out, text[at:]])


def _fitted(text: str, at: int, name: str) -> str:
    """A name as it is written at a place of a text."""
    return capital(name) if begins_sentence(text, at) else name
