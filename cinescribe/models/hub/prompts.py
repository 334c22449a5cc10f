"""The prompt for hub models, and the clean-up of their answers: one sentence that names only people in the clip."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cinescribe.features.clip_sets.batch import ClipInput
from cinescribe.language.messages.languages import english_name
from cinescribe.language.messages.lists import listed
from cinescribe.language.messages.messages import Messages
from cinescribe.language.messages.sentence_case import sentence_case
from cinescribe.language.messages.spoken_messages import MODEL_LANGUAGE, spoken_messages
from cinescribe.language_tags import is_same_language
from cinescribe.models.observer.wording import side_at
from cinescribe.schema import Person

_MAX_WORDS = 30  # of a sentence: twelve seconds of speech
_PREAMBLE = re.compile(
    r"^(?:(?:sure|certainly|okay)\b[,!:.]?\s*|here is .{0,40}?:\s*|caption:\s*|assistant:\s*"
    r"|(?:this|the|in this|in the) (?:image|picture|photo|photograph|video|clip|scene|frame)s?,?\s*"
    r"(?:(?:shows?|depicts?|features?|is of|of)\s+)?|(?:an?|the) (?:image|picture|photo|photograph|video|clip) of\s+"
    r"|(?:we|you) (?:can )?see\s+)",
    re.IGNORECASE,
)
_END = re.compile(r"(?<=[.!?])(?=\s|$)")
_SOMEBODY = r"(?:man|woman|person|boy|girl|guy|lady|gentleman|child|kid)"
_KIND = r"(?:young|old|older|elderly|little|small|tall|bearded|bald|smiling)"
_ONE_OF_MANY = re.compile(rf"\b(?:a|an|one)\s+(?:{_KIND}\s+)?{_SOMEBODY}\b", re.IGNORECASE)
_THE_ONE = re.compile(rf"\bthe\s+(?:{_KIND}\s+)?{_SOMEBODY}\b", re.IGNORECASE)
_TWO = re.compile(
    rf"\b(?:two|a couple of)\s+(?:{_KIND}\s+)?(?:men|women|people|persons|boys|girls|kids|children)\b", re.I
)
_LABEL = re.compile(r"\bP\d+\b")
_PLACES = {"left": "on the left", "right": "on the right", None: "in the centre"}  # in prompts, which are English


def visible_people(clip: ClipInput, people: Sequence[Person]) -> list[tuple[Person, str]]:
    """Return the people whose faces the clip shows, from left to right, each with their place in the frame in words."""
    across: dict[str, list[float]] = {}
    for face in clip.faces:
        if face.person is not None:
            across.setdefault(face.person, []).append((face.box[0] + face.box[2]) / 2)
    middles = {person: sorted(places)[len(places) // 2] for person, places in across.items()}
    here = sorted((person for person in people if person.id in middles), key=lambda person: middles[person.id])
    return [(person, _PLACES[side_at(middles[person.id])]) for person in here]


def prompt(here: Sequence[tuple[Person, str]], language: str = MODEL_LANGUAGE) -> str:
    """Return the prompt for a model that takes instructions.

    Args:
        here: the people of the clip, with their places.
        language: of the sentence, as BCP 47 tag; the prompt itself is English.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    ask = (
        "These frames are from one film clip, in order. Say in one short sentence, in the present tense, what is "
        "visible, for somebody who cannot see it. Name no feelings and nothing that is not visible."
    )
    if not is_same_language(language, MODEL_LANGUAGE):
        ask = f"{ask} Write the sentence in {english_name(language)}."
    if not here:
        return ask
    who = listed([f"{person.called} ({where})" for person, where in here], spoken_messages(MODEL_LANGUAGE))
    return f"{ask} The people are: {who}. Call them by these names."


def one_sentence(text: str) -> str:
    """Return a model's answer as one sentence with a capital and a full stop; empty if it has no word."""
    words = " ".join(text.split())
    while (shorter := _PREAMBLE.sub("", words, count=1)) != words:
        words = shorter
    sentence = _END.split(words, maxsplit=1)[0].strip(" \"'`*,;:-")
    sentence = _shortened(sentence)
    if not re.search(r"[^\W\d_]", sentence):
        return ""
    return sentence[0].upper() + sentence[1:] + ("" if sentence[-1] in ".!?" else ".")


def with_people(
    sentence: str, here: Sequence[Person], everybody: Sequence[Person], messages: Messages | None = None
) -> str:
    """Return the sentence with unambiguous people named, and without names of people who are not in the clip.

    If the clip shows one known face and the sentence mentions one person, such as `a man`, these are the same; likewise
    two faces and `two people`. If there is a choice, nothing is replaced. A name whose face the clip does not show
    becomes `somebody`.

    Args:
        sentence: of a model.
        here: the people of the clip.
        everybody: the people of the film.
        messages: of the sentence's language; by default the English ones. Only English has words such as `a man`.
    """
    words = messages or spoken_messages(MODEL_LANGUAGE)
    absent = {person.called for person in everybody} | set(_LABEL.findall(sentence))
    absent -= {person.called for person in here}
    for called in sorted(absent, key=len, reverse=True):
        sentence = re.sub(rf"\b{re.escape(called)}\b", words.text("somebody"), sentence)
    if is_same_language(words.language, MODEL_LANGUAGE) and not named_people(sentence, here):
        sentence = _named(sentence, here)
    return sentence_case(sentence, words.language)


def named_people(sentence: str, people: Sequence[Person]) -> list[Person]:
    """Return the people that a sentence names."""
    return [person for person in people if re.search(rf"\b{re.escape(person.called)}\b", sentence)]


def _named(sentence: str, here: Sequence[Person]) -> str:
    ones, twos = _ONE_OF_MANY.findall(sentence), _TWO.findall(sentence)
    if len(here) == 1 and len(ones) == 1 and not twos:
        return _THE_ONE.sub(here[0].called, _ONE_OF_MANY.sub(here[0].called, sentence))
    if len(here) == 2 and len(twos) == 1 and not ones:
        return _TWO.sub(listed([person.called for person in here], spoken_messages(MODEL_LANGUAGE)), sentence)
    return sentence


def _shortened(sentence: str) -> str:
    """Return a sentence cut at its last pause before the word limit, or at the limit."""
    words = sentence.split()
    if len(words) <= _MAX_WORDS:
        return sentence
    kept = words[:_MAX_WORDS]
    pause = max((n for n, word in enumerate(kept) if word.endswith((",", ";", ":"))), default=_MAX_WORDS - 1)
    return " ".join(kept[: pause + 1]).rstrip(" ,;:")
