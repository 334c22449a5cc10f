"""Commonsense inferences from actions: intentions, effects and attributes (Video2Commonsense)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cinescribe.backlot.plan.caption_templates import PLACE_WORDS, article
from cinescribe.backlot.plan.plan import Take


@dataclass(frozen=True)
class Inferences:
    """Commonsense inferences from one action, as sentences; people are ids.

    Args:
        intentions: why the actor does it.
        effects: what follows for the actor or the partner.
        attributes: what the actor is like.
    """

    intentions: tuple[str, ...]
    effects: tuple[str, ...]
    attributes: tuple[str, ...]


# Slots: {a} actor, {b} partner, {o} thing with its article. For each action: intentions; effects; attributes.
_KNOWN: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "enter": (
        ("be {at}", "meet somebody", "look for something", "get out of the cold"),
        ("{a} is {at}", "{a} gets noticed", "{a} sees who is there"),
        ("purposeful", "curious", "punctual"),
    ),
    "leave": (
        ("be somewhere else", "get home", "be alone"),
        ("{a} is gone", "{a} gets missed", "{a} arrives somewhere else"),
        ("busy", "independent", "restless"),
    ),
    "run": (
        ("be there in time", "get away", "catch up with somebody", "get some exercise"),
        ("{a} gets out of breath", "{a} sweats", "{a} arrives sooner"),
        ("fast", "athletic", "in a hurry"),
    ),
    "sit": (
        ("rest", "be comfortable", "stay for a while"),
        ("{a} relaxes", "{a}'s legs get a rest", "{a} stays for a while"),
        ("tired", "calm", "patient"),
    ),
    "stand": (
        ("go somewhere", "be seen", "stretch the legs"),
        ("{a} is ready to go", "{a} feels the legs again", "{a} sees farther"),
        ("active", "alert", "polite"),
    ),
    "wave": (
        ("greet somebody", "get attention", "say goodbye"),
        ("{a} gets noticed", "somebody waves back", "{a} smiles"),
        ("friendly", "open", "outgoing"),
    ),
    "pick up": (
        ("have {o}", "use {o}", "take {o} along", "tidy up"),
        ("{a} now holds {o}", "{a} feels the weight", "the table is clear"),
        ("tidy", "helpful", "careful"),
    ),
    "put down": (
        ("be rid of {o}", "have free hands", "leave {o} for somebody"),
        ("{a} has free hands", "{a} walks on without it", "{a} feels lighter"),
        ("careful", "done with it", "relieved"),
    ),
    "open door": (
        ("go through", "see who is there", "let somebody in"),
        ("the way is free", "fresh air comes in", "{a} sees the other side"),
        ("curious", "welcoming", "determined"),
    ),
    "read": (
        ("know what is in {o}", "pass the time", "learn something"),
        ("{a} learns something new", "{a} forgets the time", "{a} thinks about it"),
        ("thoughtful", "curious", "well-read"),
    ),
    "phone": (
        ("talk to somebody", "hear the news", "arrange something"),
        ("{a} hears a voice", "{a} knows more than before", "somebody far away gets a call"),
        ("busy", "talkative", "well-connected"),
    ),
    "drink": (
        ("quench the thirst", "cool down", "take a break"),
        ("{a} is no longer thirsty", "{a} feels refreshed", "there is less left to drink"),
        ("thirsty", "relaxed", "unhurried"),
    ),
    "dance": (
        ("have fun", "celebrate", "move to the music"),
        ("{a} feels happy", "{a} gets warm", "others look on"),
        ("lively", "cheerful", "musical"),
    ),
    "fall": (
        ("get across quickly", "keep upright", "reach something"),
        ("{a} gets hurt", "{a} has to get up again", "somebody comes to help"),
        ("clumsy", "unlucky", "dizzy"),
    ),
    "point": (
        ("show something", "tell somebody the way", "draw attention to something"),
        ("others look there", "{a} is understood", "somebody goes that way"),
        ("observant", "helpful", "direct"),
    ),
    "clap": (
        ("show approval", "praise somebody", "cheer somebody on"),
        ("somebody feels proud", "others join in", "{a}'s hands get warm"),
        ("enthusiastic", "appreciative", "generous"),
    ),
    "hand over": (
        ("give {b} {o}", "help {b}", "please {b}", "be rid of {o}"),
        ("{b} now has {o}", "{b} is thankful", "{a} has free hands"),
        ("generous", "helpful", "reliable"),
    ),
    "hug": (
        ("comfort {b}", "show affection", "welcome {b}"),
        ("{b} feels loved", "{a} feels close to {b}", "{b} hugs back"),
        ("affectionate", "warm", "caring"),
    ),
    "shake hands": (
        ("greet {b}", "close a deal with {b}", "make a good impression"),
        ("{a} and {b} are acquainted", "{b} trusts {a} more", "the deal is done"),
        ("polite", "respectful", "businesslike"),
    ),
    "follow": (
        ("catch up with {b}", "see where {b} goes", "stay close to {b}"),
        ("{b} notices {a}", "{a} gets to the same place as {b}", "{b} feels watched"),
        ("persistent", "curious", "loyal"),
    ),
    "shout at": (
        ("scold {b}", "be heard by {b}", "let off steam"),
        ("{b} gets upset", "{b} shouts back", "{a} gets hoarse"),
        ("angry", "loud", "impatient"),
    ),
    "push": (
        ("get {b} out of the way", "start a fight with {b}", "keep {b} away"),
        ("{b} staggers", "{b} gets angry", "{b} pushes back"),
        ("aggressive", "rough", "annoyed"),
    ),
    "high five": (
        ("celebrate with {b}", "congratulate {b}", "greet {b}"),
        ("{b} feels encouraged", "{a} and {b} cheer", "{a}'s hand tingles"),
        ("cheerful", "friendly", "proud"),
    ),
}


def inferences(take: Take) -> Inferences:
    """Return the commonsense inferences from the action of a take."""
    words = {
        "a": take.actor,
        "b": take.partner or "",
        "o": article(take.thing) if take.thing else "",
        "at": PLACE_WORDS[take.place].at,
    }
    wants, effects, traits = _KNOWN[take.action]
    return Inferences(
        intentions=tuple(f"{take.actor} wants to {want.format_map(words)}." for want in wants),
        effects=tuple(_sentence(effect.format_map(words)) for effect in effects),
        attributes=tuple(f"{take.actor} is {trait}." for trait in traits),
    )


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."
