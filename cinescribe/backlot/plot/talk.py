"""Dialogue: short exchanges that fit the action of a clip."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from cinescribe.backlot.plot.stories import Beat, Deck

_Exchange: TypeAlias = tuple[str, ...]  # one line, or a line and its answer

ON_ACTION = 0.7  # share of the exchanges about the action, while some of these are unused

# Slots: {you} name of the listener, {other} an absent person, {thing} and {place} of the clip.
_ANYWHERE: tuple[_Exchange, ...] = (
    ("Did you sleep at all?", "Not much."),
    ("{you}, are you listening?", "Every word."),
    ("I never said that.", "Yes, you did."),
    ("What time is it?", "Almost nine."),
    ("You look different today.", "Do I?"),
    ("Somebody has been here before us.", "How can you tell?"),
    ("Do you trust me?", "I always have."),
    ("It is getting late.", "Let it."),
    ("I have to tell you something.", "Then tell me."),
    ("Have you seen my brother?", "Not since Monday."),
    ("We should have taken the train.", "You hate trains."),
    ("They know about the money.", "Who told them?"),
    ("I had the strangest dream.", "Was I in it?"),
    ("How long have you known?", "Since the summer."),
    ("Are you hungry?", "I could eat."),
    ("The doctor called this morning.", "What did he say?"),
    ("We have a visitor tomorrow.", "Not again."),
    ("You promised, {you}.", "I know I did."),
    ("Can you keep a secret?", "Try me."),
    ("I think it is going to rain.", "It always does."),
    ("My mother sends her love.", "That is kind of her."),
    ("Nobody believes us, {you}.",),
    ("I wish you had told me earlier.",),
    ("Everything will look better tomorrow.",),
    ("There must be another way.",),
    ("You were right about the house.",),
    ("I am not afraid of him.",),
    ("Please don't tell {other}.",),
    ("It was only a misunderstanding.",),
    ("Let us talk about it later.",),
    ("I could stay here for ever.",),
    ("Remember what we agreed, {you}.",),
    ("This is where it all began.",),
    ("One more word and I am leaving.",),
    ("I have been thinking about you.",),
    ("Nothing ever happens around here.",),
    ("Take your time, {you}.",),
    ("We are running out of time.",),
    ("Somebody has to say it.",),
    ("I used to live near here.",),
    ("You cannot be serious.",),
    ("That changes everything.",),
)  # fmt: skip
_PLACES: tuple[_Exchange, ...] = (
    ("I have always liked this {place}.", "You say that every time."),
    ("Why did you choose the {place}?", "Nobody looks for us here."),
    ("So this is the famous {place}.", "It used to be nicer."),
    ("Meet me at the {place} at noon.",),
    ("The whole {place} heard you.",),
)
_THINGS: tuple[_Exchange, ...] = (
    ("Where did you find the {thing}?", "Under the stairs."),
    ("Are you taking the {thing}?", "Of course I am."),
    ("Be careful with the {thing}.", "I always am."),
    ("I have been looking for the {thing}.", "Look no further."),
    ("Don't forget the {thing}, {you}.",),
    ("Whoever owns the {thing} will be back.",),
)
_OF_ACTION: Mapping[str, tuple[_Exchange, ...]] = {
    "enter": (("Sorry I am late.", "We waited for you."), ("Is anybody here?",), ("There you are, {you}.",)),
    "leave": (("I have to go.", "Already?"), ("See you on Sunday, {you}.",), ("I need some air.",)),
    "run": (("Wait for me, {you}!",), ("We are going to miss it!",)),
    "sit": (("Come and sit with me.", "Just for a minute."), ("My feet are killing me.",)),
    "stand": (("Are we leaving already?", "I am afraid so."), ("Time to go, {you}.",)),
    "wave": (("Over here, {you}!",), ("Hello there!", "Hello, {you}.")),
    "open door": (("Did you hear that knock?", "I will go."), ("It was not even locked.",)),
    "phone": (("Yes, I can hear you.",), ("No, I am still waiting for {other}.",), ("Call me back in an hour.",)),
    "drink": (("This is good.", "Is it?"), ("To absent friends.",)),
    "dance": (("I love this song.", "You love every song."), ("Come on, {you}, dance with me!",)),
    "fall": (("{you}, help me!",), ("I slipped.", "Are you all right?"), ("Not again!",)),
    "point": (("Look over there, {you}.", "I see it."), ("It was standing right there.",)),
    "clap": (("Well done, {you}!", "Thank you."), ("That was wonderful!",)),
    "hand over": (("This is for you, {you}.", "You shouldn't have."), ("Keep it safe for me.", "I will.")),
    "hug": (("I missed you, {you}.", "I missed you too."), ("It is good to have you back.",)),
    "shake hands": (("Pleased to meet you.", "The pleasure is mine."), ("Do we have a deal?", "We do.")),
    "follow": (("I am coming with you.", "If you must."), ("Slow down, {you}.",)),
    "shout at": (("How could you, {you}?", "Calm down!"), ("Get out of my sight!",), ("You lied to me!", "I had to!")),
    "push": (("Don't touch me!", "You started it!"), ("Out of my way, {you}!",)),
    "high five": (("We did it, {you}!", "I knew we would!"), ("You are the best!",)),
}  # fmt: skip
_EVERYTHING = _ANYWHERE + _PLACES + _THINGS + tuple(one for those in _OF_ACTION.values() for one in those)

# Lines that a screenplay has in place of those filmed.
OTHER_WORDS = (
    "I knew you would come.", "Say that again.", "You have no idea.", "It is too late for that.", "Ask me tomorrow.",
    "I would rather not.", "Who else was there?", "That is not the point.", "Leave it to me.", "Don't make me laugh.",
    "I heard you the first time.", "It is none of your business.", "Come back when you are ready.",
    "I was just leaving.",
)  # fmt: skip


class Talk:
    """Deals exchanges for the clips of one film; none is repeated before all that fit were used."""

    def __init__(self, rng: random.Random, names: Sequence[str]) -> None:
        self._rng, self._names = rng, names
        self._deck = Deck(rng, _EVERYTHING)

    def about(self, beat: Beat, *, speaker: int, listener: int) -> tuple[str, ...]:
        """Return one or two lines for a clip; `speaker` says the first, `listener` the second.

        Args:
            beat: the beat of the clip.
            speaker: number of a person.
            listener: number of another person.
        """
        own = _OF_ACTION.get(beat.action, ())
        usable = _ANYWHERE + own + (_PLACES if beat.place != "street" else ())
        if beat.thing is not None and beat.action != "phone":
            usable += _THINGS
        fitting = self._deck.has(own) and self._rng.random() < ON_ACTION
        exchange = self._deck.deal(own if fitting else usable)
        people = (speaker, listener)
        return tuple(
            text.format_map(
                {
                    "you": self._names[people[1 - k]],
                    "other": self._other(people),
                    "thing": beat.thing,
                    "place": beat.place,
                }
            )
            for k, text in enumerate(exchange)
        )

    def _other(self, people: tuple[int, int]) -> str:
        """Return the name of an absent person to talk about."""
        absent = [name for n, name in enumerate(self._names) if n not in people]
        return absent[0] if absent else "anybody"
