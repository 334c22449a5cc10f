"""Captions of clips, made from templates, with their scene-graph tuples.

A template describes only what the camera shows. Its tuples are written beside it, so captions need no parser:
`subject|relation|object`, or `subject|relation` where there is no object.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from cinescribe.backlot.plan.plan import Gender, Take
from cinescribe.record import Record

N_CAPTIONS = 5  # captions of a clip, as in COCO
# Shares of the captions that name the place, begin with it, name the night, mention strangers.
SAYS_PLACE, OPENS_WITH_PLACE, SAYS_NIGHT, SAYS_OTHERS = 0.7, 0.2, 0.5, 0.3


@dataclass(frozen=True)
class TemplateCaption(Record):
    """One caption of a clip, from a template.

    Args:
        text: whole sentences; people are ids (`P1`, `P2`, ...).
        tuples: its scene graph, `(subject, relation, object)` or `(subject, relation)`, lower case, verbs as lemmas.
        people: ids of the people it mentions, by first mention.
    """

    text: str
    tuples: tuple[tuple[str, ...], ...]
    people: tuple[str, ...]


@dataclass(frozen=True)
class PlaceWords:
    """Phrases for a place: where a person is, goes to, and goes along."""

    at: str
    into: str
    through: str


PLACE_WORDS = {
    "kitchen": PlaceWords("in the kitchen", "into the kitchen", "through the kitchen"),
    "bedroom": PlaceWords("in the bedroom", "into the bedroom", "through the bedroom"),
    "office": PlaceWords("in the office", "into the office", "through the office"),
    "street": PlaceWords("on the street", "onto the street", "down the street"),
    "park": PlaceWords("in the park", "into the park", "through the park"),
    "beach": PlaceWords("on the beach", "onto the beach", "along the beach"),
    "bar": PlaceWords("in the bar", "into the bar", "through the bar"),
    "forest": PlaceWords("in the forest", "into the forest", "through the forest"),
    "classroom": PlaceWords("in the classroom", "into the classroom", "through the classroom"),
    "station": PlaceWords("at the station", "into the station", "through the station"),
}

# Slots: {a} actor, {b} partner, {o} thing with its article, {it} its pronoun, {at} optional place. {his} and {himself}
# agree with {a}.
TEMPLATES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "enter": (
        ("{a} walks {into}.", "{a}|walk {to}|{place}"),
        ("{a} enters the {place}.", "{a}|enter|{place}"),
        ("{a} comes {into}.", "{a}|come {to}|{place}"),
        ("{a} steps {into}.", "{a}|step {to}|{place}"),
        ("{a} walks in.", "{a}|walk in"),
    ),
    "leave": (
        ("{a} leaves the {place}.", "{a}|leave|{place}"),
        ("{a} walks away.", "{a}|walk away"),
        ("{a} turns and walks off.", "{a}|turn", "{a}|walk off"),
        ("{a} walks out of view{at}.", "{a}|walk out of|view"),
        ("{a} strides out of view{at}.", "{a}|stride out of|view"),
    ),
    "run": (
        ("{a} runs {through}.", "{a}|run {along}|{place}"),
        ("{a} sprints {through}.", "{a}|sprint {along}|{place}"),
        ("{a} runs past{at}.", "{a}|run past"),
        ("{a} hurries {through}.", "{a}|hurry {along}|{place}"),
        ("{a} races {through}.", "{a}|race {along}|{place}"),
    ),
    "sit": (
        ("{a} sits down{at}.", "{a}|sit down"),
        ("{a} takes a seat{at}.", "{a}|take|seat"),
        ("{a} sits down on a chair{at}.", "{a}|sit down on|chair"),
        ("{a} lowers {himself} onto a chair{at}.", "{a}|lower onto|chair"),
        ("{a} has a seat{at}.", "{a}|have|seat"),
    ),
    "stand": (
        ("{a} stands up{at}.", "{a}|stand up"),
        ("{a} gets to {his} feet{at}.", "{a}|get to|foot", "{a}|have|foot"),
        ("{a} rises from a chair{at}.", "{a}|rise from|chair"),
        ("{a} gets up{at}.", "{a}|get up"),
        ("{a} gets up from a chair{at}.", "{a}|get up from|chair"),
    ),
    "wave": (
        ("{a} waves{at}.", "{a}|wave"),
        ("{a} raises {his} hand and waves{at}.", "{a}|raise|hand", "{a}|have|hand", "{a}|wave"),
        ("{a} lifts an arm and waves{at}.", "{a}|lift|arm", "{a}|wave"),
        ("{a} waves {his} hand{at}.", "{a}|wave|hand", "{a}|have|hand"),
        ("{a} waves with one hand{at}.", "{a}|wave with|hand"),
    ),
    "pick up": (
        ("{a} picks up {o}{at}.", "{a}|pick up|{thing}"),
        ("{a} reaches out and picks up {o}{at}.", "{a}|reach out", "{a}|pick up|{thing}"),
        ("{a} grabs {o}{at}.", "{a}|grab|{thing}"),
        ("{a} lifts {o} from a table{at}.", "{a}|lift|{thing}", "{a}|lift from|table"),
        ("{a} takes {o} from a table{at}.", "{a}|take|{thing}", "{a}|take from|table"),
    ),
    "put down": (
        ("{a} puts down {o}{at}.", "{a}|put down|{thing}"),
        ("{a} sets {o} on a table{at}.", "{a}|set|{thing}", "{a}|set on|table"),
        ("{a} puts {o} on a table{at}.", "{a}|put|{thing}", "{a}|put on|table"),
        ("{a} lays down {o}{at}.", "{a}|lay down|{thing}"),
        ("{a} lowers {o} onto a table{at}.", "{a}|lower|{thing}", "{a}|lower onto|table"),
    ),
    "open door": (
        ("{a} opens the door{at}.", "{a}|open|door"),
        ("{a} reaches for a door and opens it{at}.", "{a}|reach for|door", "{a}|open|door"),
        ("{a} pulls a door open{at}.", "{a}|pull open|door"),
        ("{a} opens a door{at}.", "{a}|open|door"),
        ("{a} swings the door open{at}.", "{a}|swing open|door"),
    ),
    "read": (
        ("{a} reads {o}{at}.", "{a}|read|{thing}"),
        ("{a} holds {o} and reads{at}.", "{a}|hold|{thing}", "{a}|read"),
        ("{a} stands reading {o}{at}.", "{a}|stand", "{a}|read|{thing}"),
        ("{a} looks down at {o} in {his} hands{at}.", "{a}|look down at|{thing}", "{a}|have|hand"),
        ("{a} studies {o}{at}.", "{a}|study|{thing}"),
    ),
    "phone": (
        ("{a} talks on the phone{at}.", "{a}|talk on|phone"),
        ("{a} holds a phone to {his} ear{at}.", "{a}|hold|phone", "{a}|hold to|ear", "{a}|have|ear"),
        ("{a} makes a call{at}.", "{a}|make|call"),
        ("{a} is on the phone{at}.", "{a}|on|phone"),
        ("{a} lifts a phone to {his} ear{at}.", "{a}|lift|phone", "{a}|lift to|ear", "{a}|have|ear"),
    ),
    "drink": (
        ("{a} drinks from {o}{at}.", "{a}|drink from|{thing}"),
        ("{a} lifts {o} to {his} lips{at}.", "{a}|lift|{thing}", "{a}|lift to|lip", "{a}|have|lip"),
        ("{a} takes a sip from {o}{at}.", "{a}|take|sip", "{a}|sip from|{thing}"),
        ("{a} raises {o} and drinks{at}.", "{a}|raise|{thing}", "{a}|drink"),
        ("{a} sips from {o}{at}.", "{a}|sip from|{thing}"),
    ),
    "dance": (
        ("{a} dances{at}.", "{a}|dance"),
        ("{a} sways and dances{at}.", "{a}|sway", "{a}|dance"),
        ("{a} dances with {his} arms in the air{at}.", "{a}|dance with|arm", "{a}|have|arm"),
        ("{a} dances on the spot{at}.", "{a}|dance on|spot"),
        ("{a} moves from foot to foot, dancing{at}.", "{a}|move", "{a}|dance"),
    ),
    "fall": (
        ("{a} falls to the ground{at}.", "{a}|fall to|ground"),
        ("{a} falls down{at}.", "{a}|fall down"),
        ("{a} topples over{at}.", "{a}|topple over"),
        ("{a} collapses{at}.", "{a}|collapse"),
        ("{a} drops to the ground{at}.", "{a}|drop to|ground"),
    ),
    "point": (
        ("{a} points{at}.", "{a}|point"),
        ("{a} stretches out an arm and points{at}.", "{a}|stretch out|arm", "{a}|point"),
        ("{a} points with one hand{at}.", "{a}|point with|hand"),
        ("{a} raises {his} arm to point{at}.", "{a}|raise|arm", "{a}|have|arm", "{a}|point"),
        ("{a} points at something{at}.", "{a}|point at|something"),
    ),
    "clap": (
        ("{a} claps{at}.", "{a}|clap"),
        ("{a} claps {his} hands{at}.", "{a}|clap|hand", "{a}|have|hand"),
        ("{a} applauds{at}.", "{a}|applaud"),
        ("{a} stands and claps{at}.", "{a}|stand", "{a}|clap"),
        ("{a} brings {his} hands together, clapping{at}.", "{a}|bring together|hand", "{a}|have|hand", "{a}|clap"),
    ),
    "hand over": (
        ("{a} hands {b} {o}{at}.", "{a}|hand|{b}", "{a}|hand|{thing}"),
        ("{a} gives {o} to {b}{at}.", "{a}|give|{thing}", "{a}|give to|{b}"),
        ("{a} passes {o} to {b}{at}.", "{a}|pass|{thing}", "{a}|pass to|{b}"),
        ("{a} holds out {o}, and {b} takes {it}{at}.", "{a}|hold out|{thing}", "{b}|take|{thing}"),
        ("{b} takes {o} from {a}{at}.", "{b}|take|{thing}", "{b}|take from|{a}"),
    ),
    "hug": (
        ("{a} hugs {b}{at}.", "{a}|hug|{b}"),
        ("{a} wraps {his} arms around {b}{at}.", "{a}|wrap|arm", "{a}|have|arm", "{a}|wrap around|{b}"),
        ("{a} embraces {b}{at}.", "{a}|embrace|{b}"),
        ("{a} steps up to {b} for a hug{at}.", "{a}|step up to|{b}"),
        ("{a} takes {b} in {his} arms{at}.", "{a}|take|{b}", "{a}|have|arm"),
    ),
    "shake hands": (
        ("{a} shakes hands with {b}{at}.", "{a}|shake|hand", "{a}|shake hand with|{b}"),
        ("{a} and {b} shake hands{at}.", "{a}|shake|hand", "{b}|shake|hand"),
        ("{a} holds out {his} hand, and {b} shakes it{at}.", "{a}|hold out|hand", "{a}|have|hand", "{b}|shake|hand"),
        ("{a} shakes {b}'s hand{at}.", "{a}|shake|hand", "{b}|have|hand"),
        ("{a} takes {b} by the hand and shakes it{at}.", "{a}|take|{b}", "{a}|shake|hand"),
    ),
    "follow": (
        ("{a} follows {b} {through}.", "{a}|follow|{b}", "{a}|follow {along}|{place}"),
        ("{a} follows {b}{at}.", "{a}|follow|{b}"),
        ("{a} walks behind {b}{at}.", "{a}|walk behind|{b}"),
        ("{b} walks ahead of {a}{at}.", "{b}|walk ahead of|{a}"),
        ("{a} walks after {b}{at}.", "{a}|walk after|{b}"),
    ),
    "shout at": (
        ("{a} shouts at {b}{at}.", "{a}|shout at|{b}"),
        ("{a} yells at {b}{at}.", "{a}|yell at|{b}"),
        ("{a} leans towards {b} and shouts{at}.", "{a}|lean towards|{b}", "{a}|shout"),
        ("{a} shouts in {b}'s face{at}.", "{a}|shout in|face", "{b}|have|face"),
        ("{a} screams at {b}{at}.", "{a}|scream at|{b}"),
    ),
    "push": (
        ("{a} pushes {b}{at}.", "{a}|push|{b}"),
        ("{a} shoves {b}{at}.", "{a}|shove|{b}"),
        ("{a} pushes {b} away{at}.", "{a}|push away|{b}"),
        ("{a} gives {b} a push{at}.", "{a}|give|push", "{a}|push|{b}"),
        ("{a} pushes {b} with both hands{at}.", "{a}|push|{b}", "{a}|push with|hand"),
    ),
    "high five": (
        ("{a} high-fives {b}{at}.", "{a}|high-five|{b}"),
        ("{a} gives {b} a high five{at}.", "{a}|give|high five", "{a}|give to|{b}"),
        ("{a} and {b} slap hands in the air{at}.", "{a}|slap|hand", "{b}|slap|hand"),
        ("{a} raises a hand and high-fives {b}{at}.", "{a}|raise|hand", "{a}|high-five|{b}"),
        ("{a} and {b} high-five{at}.", "{a}|high-five", "{b}|high-five"),
    ),
}  # fmt: skip

BESIDE = ("{who} {stand} nearby.", "{who} {stand} close by.", "{who} {stand} to one side.", "Nearby {stand} {who}.")
STRANGERS = {True: "Somebody is in the background.", False: "Others are in the background."}


def article(thing: str) -> str:
    """Return a thing with its indefinite article: `a box`, `an umbrella`, `some flowers`."""
    if thing == "flowers":
        return "some flowers"
    return ("an " if thing[0] in "aeiou" else "a ") + thing


def template_captions(take: Take, gender: Gender) -> tuple[TemplateCaption, ...]:
    """Return `N_CAPTIONS` different captions of a take; the first names everybody in view.

    Args:
        take: the medium or wide take that shows the clip's action.
        gender: gender of the actor.
    """
    rng = random.Random(f"{take.clip}/{take.seed}/tellings")
    templates = TEMPLATES[take.action]
    first = rng.choice([n for n, (text, *_) in enumerate(templates) if text.startswith("{a}")])
    captions: list[TemplateCaption] = []
    for k in range(N_CAPTIONS):
        text, *tuples = templates[(first + k) % len(templates)]
        captions.append(_caption(take, gender, text, tuples, rng, names_all=k == 0))
    return tuple(captions)


def veiled_caption(take: Take) -> str:
    """Return a caption of a take that does not name the action."""
    doers = " and ".join(one for one in (take.actor, take.partner) if one)
    do, thing = ("do" if take.partner else "does"), (f" with {article(take.thing)}" if take.thing else "")
    return f"{doers} {do} something{thing} {PLACE_WORDS[take.place].at}."


def shortest_caption(take: Take, gender: Gender) -> TemplateCaption:
    """Return the shortest caption of a take, without place and bystanders."""
    words = _words(take, gender)
    text, *tuples = min(TEMPLATES[take.action], key=lambda template: len(template[0].format_map(words)))
    return TemplateCaption(
        text.format_map(words), _tuples(tuples, words), _mentioned_people(take, text.format_map(words))
    )


def _caption(
    take: Take, gender: Gender, text: str, tuples: list[str], rng: random.Random, *, names_all: bool
) -> TemplateCaption:
    words = _words(take, gender)
    tuples = list(tuples)
    opening = ""
    if "{at}" in text and rng.random() < SAYS_PLACE:
        tuples.append("{a}|{on}|{place}")
        if rng.random() < OPENS_WITH_PLACE:
            opening = words["where"].capitalize() + ", "
        else:
            words["at"] = " " + words["where"]
    if take.night and not opening and rng.random() < SAYS_NIGHT:
        opening = "At night, "
    caption = opening + text.format_map(words)
    facts = _tuples(tuples, words)
    if take.bystanders and (names_all or rng.random() < 0.5):
        caption, facts = _with_bystanders(take, caption, facts, rng)
    if take.n_extras and rng.random() < SAYS_OTHERS:
        caption += " " + STRANGERS[take.n_extras == 1]
    return TemplateCaption(caption, facts, _mentioned_people(take, caption))


def _words(take: Take, gender: Gender) -> dict[str, str]:
    place, his = PLACE_WORDS[take.place], "her" if gender == "woman" else "his"
    return {
        "a": take.actor, "b": take.partner or "", "thing": take.thing or "",
        "o": article(take.thing) if take.thing else "",
        "it": "them" if take.thing == "flowers" else "it",
        "his": his, "himself": "herself" if gender == "woman" else "himself",
        "place": take.place, "at": "", "where": place.at, "into": place.into, "through": place.through,
        "on": place.at.split()[0], "to": place.into.split()[0], "along": place.through.split()[0],
    }  # fmt: skip


def _with_bystanders(
    take: Take, caption: str, facts: tuple[tuple[str, ...], ...], rng: random.Random
) -> tuple[str, tuple[tuple[str, ...], ...]]:
    stand = "stands" if len(take.bystanders) == 1 else "stand"
    sentence = rng.choice(BESIDE).format(who=" and ".join(take.bystanders), stand=stand)
    return f"{caption} {sentence}", (*facts, *((who.lower(), "stand") for who in take.bystanders))


def _tuples(tuples: list[str], words: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(part.lower() for part in fact.format_map(words).split("|")) for fact in tuples)


def _mentioned_people(take: Take, text: str) -> tuple[str, ...]:
    people = (take.actor, take.partner, *take.bystanders)
    positions = {person: text.find(person) for person in people if person and person in text}
    return tuple(sorted(positions, key=positions.__getitem__))
