"""Why people act in a motivated story: their temperaments, and what each implies in several wordings.

In a motivated story, people act in moments of two actions, of which a caption says the first at most. The second says
what the person wanted and what follows; over a film, what a person tends to do next says what that person is like.
Wordings are written for Backlot, in ATOMIC's form: `to comfort somebody`, `hugs somebody`, `kind`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cinescribe.backlot.plan.caption_templates import PLACE_WORDS, article
from cinescribe.backlot.plan.plan import Take


@dataclass(frozen=True)
class Temperament:
    """A person's trait over a whole film.

    Args:
        traits: words for it.
        actions: what such people tend to do next.
    """

    traits: tuple[str, ...]
    actions: tuple[str, ...]


TEMPERAMENTS: Mapping[str, Temperament] = {
    "warm": Temperament(
        ("kind", "affectionate", "caring", "warm-hearted", "friendly"), ("hug", "hand over", "wave"),
    ),
    "hostile": Temperament(
        ("hot-tempered", "aggressive", "rude", "quarrelsome", "unfriendly"), ("shout at", "push"),
    ),
    "restless": Temperament(
        ("restless", "hasty", "impatient", "always on the move", "fidgety"), ("run", "leave", "follow"),
    ),
    "calm": Temperament(("calm", "relaxed", "patient", "easygoing", "unhurried"), ("sit", "drink", "read")),
    "merry": Temperament(("cheerful", "merry", "playful", "lively", "fun-loving"), ("dance", "high five", "clap")),
    "businesslike": Temperament(
        ("businesslike", "orderly", "reliable", "dutiful", "efficient"), ("shake hands", "put down", "phone"),
    ),
}  # fmt: skip
# With what a moment may begin besides what the person's own temperament leads to.
OPENINGS = ("enter", "stand", "pick up", "open door", "point", "fall")
ENDS = frozenset({"leave", "sit"})  # nothing follows from these in a moment


@dataclass(frozen=True)
class _Words:
    """Wordings for an action: what it is for, the action itself as `to ...` and as what happens, what comes of it."""

    purposes: tuple[str, ...]
    base: tuple[str, ...]
    third: tuple[str, ...]
    results: tuple[str, ...]


# Slot: {o} the thing with its article.
_NEXT: Mapping[str, _Words] = {
    "hug": _Words(
        ("comfort somebody", "show affection", "be close to somebody"),
        ("hug somebody", "hold somebody close"),
        ("hugs somebody", "holds somebody close"),
        ("gets hugged back", "feels close to somebody"),
    ),
    "hand over": _Words(
        ("make somebody happy", "help somebody out", "share {o}"),
        ("give somebody {o}", "hand {o} over"),
        ("gives somebody {o}", "hands {o} over"),
        ("gets thanked", "has free hands"),
    ),
    "wave": _Words(
        ("greet somebody", "say hello", "be noticed"),
        ("wave to somebody", "wave a greeting"),
        ("waves to somebody", "waves a greeting"),
        ("gets greeted back", "gets noticed"),
    ),
    "shout at": _Words(
        ("let off steam", "scold somebody", "tell somebody off"),
        ("shout at somebody", "yell at somebody"),
        ("shouts at somebody", "yells at somebody"),
        ("gets hoarse", "gets shouted back at"),
    ),
    "push": _Words(
        ("start a fight", "get somebody out of the way", "hurt somebody"),
        ("push somebody", "shove somebody"),
        ("pushes somebody", "shoves somebody"),
        ("gets pushed back", "makes an enemy"),
    ),
    "run": _Words(
        ("be somewhere in time", "get away quickly", "not be late"),
        ("run off", "rush on"),
        ("runs off", "rushes on"),
        ("gets out of breath", "arrives sooner"),
    ),
    "leave": _Words(
        ("be somewhere else", "be alone", "go home"),
        ("leave", "walk off"),
        ("leaves", "walks off"),
        ("is gone", "gets missed"),
    ),
    "follow": _Words(
        ("see where somebody goes", "not lose sight of somebody", "catch up with somebody"),
        ("follow somebody", "walk after somebody"),
        ("follows somebody", "walks after somebody"),
        ("gets to the same place", "finds out where somebody goes"),
    ),
    "sit": _Words(
        ("rest", "be comfortable", "stay for a while"),
        ("sit down", "take a seat"),
        ("sits down", "takes a seat"),
        ("rests the legs", "settles in"),
    ),
    "drink": _Words(
        ("quench the thirst", "have some refreshment", "take a break"),
        ("drink from {o}", "take a sip from {o}"),
        ("drinks from {o}", "takes a sip from {o}"),
        ("is no longer thirsty", "feels refreshed"),
    ),
    "read": _Words(
        ("know what is written there", "learn something", "pass the time"),
        ("read {o}", "look into {o}"),
        ("reads {o}", "looks into {o}"),
        ("knows more than before", "forgets the time"),
    ),
    "dance": _Words(
        ("have fun", "celebrate", "move to the music"),
        ("dance", "dance on the spot"),
        ("dances", "dances on the spot"),
        ("gets warm", "gets looked at"),
    ),
    "high five": _Words(
        ("celebrate with somebody", "congratulate somebody", "cheer somebody up"),
        ("high-five somebody", "slap hands with somebody"),
        ("high-fives somebody", "slaps hands with somebody"),
        ("shares a laugh", "has a tingling hand"),
    ),
    "clap": _Words(
        ("show approval", "praise somebody", "cheer somebody on"),
        ("clap", "applaud"),
        ("claps", "applauds"),
        ("gets others to join in", "has warm hands"),
    ),
    "shake hands": _Words(
        ("close a deal", "make a good impression", "be polite"),
        ("shake hands with somebody", "give somebody a handshake"),
        ("shakes hands with somebody", "gives somebody a handshake"),
        ("makes an acquaintance", "gets trusted"),
    ),
    "put down": _Words(
        ("have free hands", "put {o} where it belongs", "be done with {o}"),
        ("put {o} down", "set {o} on a table"),
        ("puts {o} down", "sets {o} on a table"),
        ("carries nothing any more", "keeps things in order"),
    ),
    "phone": _Words(
        ("arrange something", "talk to somebody far away", "hear the news"),
        ("make a call", "talk on the phone"),
        ("makes a call", "talks on the phone"),
        ("hears a voice", "has an appointment"),
    ),
}  # fmt: skip
# A person's first action, after `after`; slot {o}.
_FIRST: Mapping[str, str] = {
    "enter": "coming in", "stand": "getting up", "pick up": "picking up {o}", "open door": "opening a door",
    "point": "pointing at something", "fall": "falling down", "hug": "a hug", "wave": "waving", "shout at": "shouting",
    "push": "a push", "run": "running", "follow": "following somebody", "drink": "a drink", "read": "reading",
    "dance": "dancing", "high five": "a high five", "clap": "clapping", "shake hands": "a handshake",
    "phone": "a call", "hand over": "giving {o} away", "put down": "putting {o} down",
}  # fmt: skip


@dataclass(frozen=True)
class Implications:
    """All that a moment implies, in every wording, without subject.

    Args:
        intentions: `to ...`, what the actor wants.
        effects: what happens next and what comes of it.
        attributes: what the actor is like.
    """

    intentions: tuple[str, ...]
    effects: tuple[str, ...]
    attributes: tuple[str, ...]


def implications(first: Take, following: Take, temperament: str) -> Implications:
    """Return what a moment implies, from the takes that show its two actions and the actor's temperament."""
    words = _NEXT[following.action]
    slots = {"o": article(following.thing) if following.thing else ""}
    before = _FIRST[first.action].format_map({"o": article(first.thing) if first.thing else ""})
    where = PLACE_WORDS[following.place].at
    purposes, base, third, results = (
        tuple(one.format_map(slots) for one in own) for own in (words.purposes, words.base, words.third, words.results)
    )
    detailed = (f"{{}} {where}", f"{{}} after {before}", f"{{}} {where} after {before}")
    return Implications(
        intentions=tuple(f"to {one}" for one in (*purposes, *base, *_each(detailed, (*purposes[:1], *base)))),
        effects=(*third, *results, *_each(detailed, third)),
        attributes=TEMPERAMENTS[temperament].traits,
    )


def _each(patterns: tuple[str, ...], phrases: tuple[str, ...]) -> list[str]:
    return [pattern.format(phrase) for pattern in patterns for phrase in phrases]
