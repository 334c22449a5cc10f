"""Plans product adverts with a metaphor: first the product, then what it is compared to."""

from __future__ import annotations

import random
from dataclasses import dataclass

from cinescribe.backlot.plan.caption_templates import article
from cinescribe.backlot.plan.plan import N_LAYOUTS, SHARED_ACTIONS, FilmPlan, Take
from cinescribe.backlot.plan.truth import Metaphor
from cinescribe.backlot.plot.coverage import LEAD_IN, LEAD_OUT
from cinescribe.backlot.plot.screenplay import cast
from cinescribe.schema import Transition
from cinescribe.timing import Seconds, Span

SHOWN: tuple[Seconds, ...] = (3.5, 4.0, 4.5)  # length of each of the two takes


@dataclass(frozen=True)
class Idea:
    """A metaphor that can be filmed: an action with the product, and the scene it is compared to.

    Args:
        thing, action, place: how the product is shown.
        property: what the product shares with the scene.
        secondary: the concept the scene stands for, with its article.
        scene_action, scene_place, night: the scene; its action may need two people.
    """

    thing: str
    action: str
    place: str
    property: str
    secondary: str
    scene_action: str
    scene_place: str
    night: bool = False


IDEAS = (
    Idea("bottle", "drink", "kitchen", "refreshing", "the sea", "run", "beach"),
    Idea("bottle", "drink", "bar", "lively", "a dance", "dance", "bar", night=True),
    Idea("bottle", "pick up", "kitchen", "pure", "a forest", "enter", "forest"),
    Idea("cup", "drink", "office", "warm", "a hug", "hug", "kitchen"),
    Idea("cup", "drink", "bedroom", "calming", "a walk on the beach", "follow", "beach"),
    Idea("book", "read", "bedroom", "exciting", "a chase", "follow", "street", night=True),
    Idea("book", "read", "park", "enlightening", "a teacher", "point", "classroom"),
    Idea("phone", "phone", "office", "direct", "a handshake", "shake hands", "office"),
    Idea("phone", "phone", "street", "quick", "a runner", "run", "station"),
    Idea("letter", "read", "kitchen", "welcome", "a friend at the door", "open door", "kitchen"),
    Idea("flowers", "pick up", "kitchen", "loving", "an embrace", "hug", "park"),
    Idea("umbrella", "pick up", "bedroom", "protective", "a friend's arms", "hug", "street"),
    Idea("ball", "pick up", "park", "joyful", "a victory", "high five", "park"),
    Idea("guitar", "pick up", "bedroom", "rousing", "applause", "clap", "bar", night=True),
    Idea("camera", "pick up", "office", "observant", "a lookout", "point", "forest"),
    Idea("lamp", "pick up", "bedroom", "cheerful", "a day in the park", "dance", "park"),
    Idea("hat", "pick up", "bedroom", "polite", "a greeting", "wave", "street"),
    Idea("key", "pick up", "office", "promising", "an open door", "open door", "station"),
    Idea("bag", "pick up", "bedroom", "ready", "a traveller", "leave", "station"),
)


def plan_advert(seed: int, *, id: str | None = None) -> tuple[FilmPlan, Metaphor]:
    """Return the plan of an advert, two clips without dialogue, and its metaphor.

    Args:
        seed: the same seed gives the same advert.
        id: id of the film; `advert-<seed>` when None.
    """
    rng = random.Random(seed)
    idea = rng.choice(IDEAS)
    members = cast(rng, 2)
    lengths = rng.choice(SHOWN), rng.choice(SHOWN)
    product = _take(rng, "c001", idea.action, idea.place, Span(0.0, lengths[0]), thing=idea.thing)
    scene = _take(
        rng, "c002", idea.scene_action, idea.scene_place, Span(lengths[0], sum(lengths)), night=idea.night, blend=0.75
    )
    primary = article(idea.thing)
    text = f"{primary[0].upper()}{primary[1:]} {_is(idea)} as {idea.property} as {idea.secondary}."
    metaphor = Metaphor(idea.thing, idea.property, idea.secondary, text)
    title = f"As {idea.property.capitalize()} as {idea.secondary.capitalize()}"
    return FilmPlan(id or f"advert-{seed}", seed, title, members, (product, scene), ()), metaphor


def _is(idea: Idea) -> str:
    return "are" if idea.thing == "flowers" else "is"


def _take(
    rng: random.Random,
    clip: str,
    action: str,
    place: str,
    span: Span,
    *,
    thing: str | None = None,
    night: bool = False,
    blend: Seconds = 0.0,
) -> Take:
    """Return a clip of one take; a shared action takes both members."""
    shared = action in SHARED_ACTIONS
    transition: Transition = "dissolve" if blend else "cut"
    return Take(
        id=f"{clip}.1",
        clip=clip,
        span=span,
        place=place,
        layout=rng.randrange(N_LAYOUTS),
        night=night,
        scale="medium" if thing else "wide",
        move=rng.choice(("still", "zoom in")),
        action=action,
        actor="P1",
        action_span=Span(span.start + blend / 2 + LEAD_IN, span.end - LEAD_OUT),
        partner="P2" if shared else None,
        thing=thing,
        costumes=(("P1", 0), ("P2", 0)) if shared else (("P1", 0),),
        transition=transition,
        blend=blend,
        seed=rng.getrandbits(31),
    )
