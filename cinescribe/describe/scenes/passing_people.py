"""Calls unknown people `somebody`: those mentioned by one caption only, with no visible face.

A pointer gives each person without a found face a new number. A number that never occurs again tells a
listener nothing, and adds an entry to the cast for a person who may be in it already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from cinescribe.generate.micap_captioner import off_screen_person
from cinescribe.language.messages.messages import Messages
from cinescribe.language.messages.spoken_messages import MODEL_LANGUAGE, spoken_messages
from cinescribe.language.names.name_replacement import with_names
from cinescribe.schema import Caption

_WORDS = ("somebody", "somebody-else")  # messages for the first and the second of a caption


def with_somebody(
    captions: Sequence[Caption], known: Collection[str], messages: Messages | None = None
) -> list[Caption]:
    """Return the captions with `somebody` in place of unknown people who are mentioned once.

    If no one is known, everyone keeps their number: a film without clear faces has people too.

    Args:
        captions: of a film.
        known: ids of the people whose faces show.
        messages: of the captions' language; by default the English ones.
    """
    say = messages or spoken_messages(MODEL_LANGUAGE)
    somebody = [say.text(name) for name in _WORDS]
    counts = Counter(person for caption in captions for person in set(caption.people) - set(known))
    passing = {person for person, n in counts.items() if n == 1}
    return [_with_words(caption, passing, somebody) for caption in captions] if known and passing else list(captions)


def _with_words(caption: Caption, passing: Collection[str], somebody: Sequence[str]) -> Caption:
    here = [person for person in caption.people if person in passing]
    if not here or len(here) > len(somebody):
        return caption
    words: Mapping[str, str] = {off_screen_person(one).called: word for one, word in zip(here, somebody, strict=False)}
    return caption.replace(
        text=with_names(caption.text, words),
        shorter=tuple(with_names(text, words) for text in caption.shorter),
        people=tuple(person for person in caption.people if person not in here),
        evidence=tuple(
            item.replace(what=with_names(item.what, words), word=words.get(item.word or "", item.word))
            for item in caption.evidence
        ),
    )
