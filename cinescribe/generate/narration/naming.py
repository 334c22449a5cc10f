"""The names of people in sentences: whom a sentence names, in whatever case, and how the cast spells them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cinescribe.generate.narration.language.spoken_language import SpokenLanguage
from cinescribe.generate.narration.moments import Role


def named_as_cast(sentence: str, roles: Sequence[Role]) -> str:
    """Return a sentence with names in the cast's spelling; words for people without a name keep a first capital."""
    for role in roles:
        if not role.local_name:
            sentence = re.sub(rf"\b{re.escape(role.name)}\b", role.name, sentence, flags=re.IGNORECASE)
        elif role.local_name.upper() != role.local_name:  # lower case may be a word of the language: `will`
            sentence = re.sub(rf"(?<!\w){re.escape(role.local_name.upper())}(?!\w)", role.local_name, sentence)
    return sentence[:1].upper() + sentence[1:]


def people_named(sentence: str, roles: Sequence[Role]) -> tuple[Role, ...]:
    """Return the people that a sentence names, in the order of their first mention."""
    found = [
        (match.start(), -len(role.spoken), role)
        for role in roles
        if (match := _pattern(role).search(sentence)) is not None
    ]
    return tuple(role for _, _, role in sorted(found, key=lambda item: item[:2]))


def _pattern(role: Role) -> re.Pattern[str]:
    if not role.local_name:
        return re.compile(rf"\b{re.escape(role.name)}\b", re.IGNORECASE)
    words = (role.local_name, role.local_name[:1].upper() + role.local_name[1:], *role.forms)
    either = "|".join(re.escape(one) for one in sorted(words, key=lambda one: (-len(one), one)))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)")


def begins_with_name(sentence: str, role: Role) -> bool:
    """Return whether a sentence begins with a person in the nominative: `Anna sits.`, not `Annas Hand zittert.`."""
    name, after = sentence[: len(role.spoken)], sentence[len(role.spoken) :][:2]
    return name.casefold() == role.spoken.casefold() and re.match(r"['\u2019]?\w", after) is None


def words_for_people(text: str, roles: Sequence[Role], language: SpokenLanguage) -> list[str]:
    """Return what people without a name are called in a language, as lines of a prompt.

    Args:
        text: English, with the people in it.
        roles: the people of the film.
        language: of the sentences.
    """
    return [
        f"In {language.name}, call {role.name} `{role.spoken}`."
        for role in roles
        if role.spoken != role.name and re.search(rf"\b{re.escape(role.name)}\b", text, re.IGNORECASE)
    ]
