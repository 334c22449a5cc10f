"""Roles (subject, verb, object, location) of Backlot's captions, from the tuples that Backlot writes beside them.

This mapping was written before the rules of `cinescribe.language.semantics` and reads only Backlot's truth, with two
exceptions: whether `has` and a noun (`gives P2 a push`) stand in the text. Its decisions:

- A verb keeps the words after it as far as WordNet has the whole as one verb (`pick up`); other words are dropped.
- Places, furniture, the ground and what else one can be at (PLACED) are locations; other nouns after a preposition are
  objects, if the verb has no direct object (`shout at P2`). An argument of the verb (`on a chair`) comes before the
  place of the whole scene (`in the park`).
- A thing comes before a person as object (`hands P2 a box`): a clause has one object.
- Possession (`his hand`) is no event, unless the text says `has`.
- The sentence about strangers has no tuples in the truth: it gets those that it states.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cinescribe.backlot.plan.caption_templates import STRANGERS, TemplateCaption, template_captions
from cinescribe.backlot.plan.plan import PLACES
from cinescribe.backlot.plan.scenes import action_take, takes_by_clip
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.language.wordnet.wordnet import wordnet

HELD_OUT = 3  # one wording in three: no rule was made with a look at how it is parsed
N_CLIPS = 20  # of a film

PLACED = {*PLACES, "table", "chair", "ground", "view", "spot", "air", "background", "door"}
PREPOSITIONS = {
    *("to", "into", "onto", "on", "in", "at", "through", "along", "from", "with", "for", "behind"),
    *("of", "towards", "around", "by", "after"),
}
PERSON = re.compile(r"p\d+")
_AS_NOUNS = ("push", "sip", "hug")
_LEMMAS = {"flowers": "flower"}
Roles = dict[str, set[str]]  # values by role: "subject", "verb", "object", "location"
ROLES = ("subject", "verb", "object", "location")


@dataclass(frozen=True)
class RoleCaption:
    """A caption with its roles; `held_out` says whether its wording was kept from the makers of the rules."""

    text: str
    roles: Roles
    held_out: bool


@dataclass
class _Event:
    subject: str
    verb: str
    direct: list[str]
    oblique: list[str]
    places: list[str]


def role_captions(seeds: Iterable[int]) -> Iterator[RoleCaption]:
    """All captions of films, with their roles."""
    for seed in seeds:
        plan = plan_film(seed, n_clips=N_CLIPS)
        for takes in takes_by_clip(plan.takes):
            take = action_take(takes)
            for caption in template_captions(take, plan.genders[take.actor]):
                yield RoleCaption(caption.text, roles(caption), is_held_out(take.action, caption))


def is_held_out(action: str, caption: TemplateCaption) -> bool:
    """Whether the caption's wording, known by its action and first verb, belongs to the untouched third."""
    wording = f"{action}|{caption.tuples[0][1].split()[0]}"
    return int(hashlib.sha256(wording.encode()).hexdigest(), 16) % HELD_OUT == 0


def roles(caption: TemplateCaption) -> Roles:
    """The values of each role over all clauses of a caption; people are ids in lower case."""
    events, scene = _events(caption)
    found: Roles = {role: set() for role in ROLES}
    for event in events:
        things = [word for word in event.direct if not PERSON.fullmatch(word)]
        objects = things or event.direct or event.oblique
        found["subject"].add(event.subject)
        found["verb"].add(event.verb)
        found["object"].update(objects[:1])
        found["location"].update(event.places[:1])
    if scene and not found["location"]:
        found["location"].add(scene)
    _add_strangers(caption.text, found)
    return found


def _events(caption: TemplateCaption) -> tuple[list[_Event], str]:
    """The events of a caption, and the place of its scene."""
    events: dict[tuple[str, str], _Event] = {}
    scene = ""
    text = caption.text.lower()
    for subject, relation, *objects in caption.tuples:
        first, *rest = relation.split()
        if first in PREPOSITIONS and objects[0] in PLACES:
            scene = objects[0]
            continue
        if first in PREPOSITIONS:  # "is on the phone"
            first, rest = "be", [first]
        if (first == "have" and "has " not in text) or (first in _AS_NOUNS and f" a {first}" in text):
            continue
        preposition, particles = _split(rest, objects)
        event = events.setdefault((subject, first), _Event(subject, first, [], [], []))
        event.verb = max(event.verb, _verb(first, particles), key=len)
        for word in (_LEMMAS.get(word, word) for word in objects):
            if preposition and word in PLACED:
                event.places.append(word)
            else:
                (event.oblique if preposition else event.direct).append(word)
    return list(events.values()), scene


def _split(rest: list[str], objects: list[str]) -> tuple[bool, list[str]]:
    """Whether the last of the words after a verb is a preposition, and the words before that."""
    words = [word for word in rest if word != "hand"]  # "shake hand with"
    if not objects or not words:
        return False, words
    if words[-1] in PREPOSITIONS or (words[-1] == "down" and objects[0] in PLACES):
        return True, words[: -2 if words[-1] == "of" else -1]  # "out of", "ahead of"
    return False, words


def _verb(first: str, particles: list[str]) -> str:
    phrases = (" ".join([first, *particles[:n]]) for n in range(len(particles), 0, -1))
    return next((phrase for phrase in phrases if wordnet().has(phrase, "v")), first)


def _add_strangers(text: str, found: Roles) -> None:
    for who, sentence in (("somebody", STRANGERS[True]), ("other", STRANGERS[False])):
        if text.endswith(sentence):
            found["subject"].add(who)
            found["verb"].add("be")
            found["location"].add("background")
