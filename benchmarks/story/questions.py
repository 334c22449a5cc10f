"""Questions about the story of a Backlot film, from its truth, with the choices of StoryAD-QA.

Wrong choices come from the same film and fit the question in form: only the story tells them from the right one.
A question is asked only where one choice is right. Choices are at most five and at least three.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from cinescribe.backlot.plan.caption_templates import PLACE_WORDS, article
from cinescribe.backlot.plan.naming import named_text
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth
from cinescribe.backlot.plot.stories import HANDLING
from cinescribe.language.parser.word_classes import third_person
from cinescribe.metrics.description.story_questions import CHOICES, StoryQuestion

MOST_OF_A_KIND = 3  # questions of one kind about one film
FEWEST_CHOICES = 3
_MUTUAL = frozenset({"hug", "shake hands", "high five"})  # what one does, the other does too
# Our own words for the actions, base form first; captions use others as well.
_ACTS = {
    "enter": "arrive", "leave": "walk off", "run": "run", "sit": "sit down", "stand": "get up", "wave": "wave",
    "pick up": "pick up {o}", "put down": "put down {o}", "open door": "open a door", "read": "read {o}",
    "phone": "make a phone call", "drink": "drink from {o}", "dance": "dance", "fall": "fall down",
    "point": "point at something", "clap": "clap", "hand over": "give {o} to {b}", "hug": "hug {b}",
    "shake hands": "shake hands with {b}", "follow": "follow {b}", "shout at": "shout at {b}", "push": "push {b}",
    "high five": "high-five {b}",
}  # fmt: skip


@dataclass(frozen=True)
class StoryItem:
    """A question about a film.

    Args:
        question: with its choices.
        kind: a name of `KINDS`.
        statements: what is true if a choice is right, for each choice: sentences in the order of the film.
    """

    question: StoryQuestion
    kind: str
    statements: tuple[str, ...]

    @property
    def chance(self) -> float:
        """The probability of guessing right."""
        return 1 / len(self.statements)


@dataclass(frozen=True)
class _Asked:
    """A question before choices are drawn.

    Args:
        text: of the question.
        right: the choice that is right.
        wrong: all that are not.
        statement: what a choice says, with `{}` for its words.
    """

    text: str
    right: str
    wrong: tuple[str, ...]
    statement: str


def story_items(truth: FilmTruth, *, first_row: int = 0) -> list[StoryItem]:
    """Return the questions about a film, at most `MOST_OF_A_KIND` of each kind.

    Args:
        truth: of the film.
        first_row: number of the first question in its file.
    """
    film, items = _Film(truth), list[StoryItem]()
    for kind, ask in KINDS.items():
        rng = random.Random(f"{truth.id}/{kind}")
        able = [one for one in dict.fromkeys(ask(film)) if len(one.wrong) >= FEWEST_CHOICES - 1]
        for one in rng.sample(able, min(MOST_OF_A_KIND, len(able))):
            items.append(_item(one, kind, rng, file=f"{truth.id}/whole", row=first_row + len(items)))
    return items


def _item(asked: _Asked, kind: str, rng: random.Random, *, file: str, row: int) -> StoryItem:
    chosen = [asked.right, *rng.sample(asked.wrong, min(len(asked.wrong), len(CHOICES) - 1))]
    rng.shuffle(chosen)
    options = (*chosen, *[""] * (len(CHOICES) - len(chosen)))
    question = StoryQuestion(file, row, asked.text, options, CHOICES[chosen.index(asked.right)])
    return StoryItem(question, kind, tuple(asked.statement.replace("{}", one) for one in chosen))


class _Film:
    """A film as questions need it.

    Attributes:
        clips: in order.
        names: of the cast, by id.
    """

    def __init__(self, truth: FilmTruth) -> None:
        self.clips: Sequence[FilmedClip] = truth.clips
        self.names = {member.id: member.name for member in truth.cast}

    def act(self, clip: FilmedClip) -> str:
        """What is done in a clip: `picks up a box`, `gives a box to Ben`."""
        verb, _, rest = self.base(clip).partition(" ")
        return f"{third_person(verb)} {rest}".strip()

    def base(self, clip: FilmedClip, *, asks_thing: bool = False, asks_partner: bool = False) -> str:
        """The same in the base form, without what is asked for: `pick up`, `give a box to`."""
        thing = article(clip.thing) if clip.thing and not asks_thing else ""
        partner = self.names[clip.partner] if clip.partner and not asks_partner else ""
        return " ".join(_ACTS[clip.action].format(o=thing, b=partner).split())

    def event(self, clip: FilmedClip) -> str:
        """A clip as a sentence without its place."""
        return f"{self.names[clip.actor]} {self.act(clip)}."

    def acts_of(self, person: str, place: str) -> frozenset[str]:
        """What somebody does at a place."""
        return frozenset(self.act(clip) for clip in self.clips if clip.place == place and self._does(person, clip))

    def doers(self, place: str) -> frozenset[str]:
        """Who does something at a place."""
        return frozenset(
            one for one in self.names for clip in self.clips if clip.place == place and self._does(one, clip)
        )

    def seen(self, place: str) -> frozenset[str]:
        """Who is in view at a place."""
        return frozenset(one for clip in self.clips if clip.place == place for one in clip.people)

    def others(self, *people: str | None) -> list[str]:
        """The names of the cast without some people."""
        return [name for id, name in self.names.items() if id not in people]

    def reasons(self, clip: FilmedClip) -> list[str]:
        """What the actor of a clip may want, without naming the place: `to greet Ben`."""
        texts = [named_text(text, self.names).partition(" wants ")[2].rstrip(".") for text in clip.intentions]
        return [text for text in texts if not text.endswith(_at(clip.place))]

    def single_events(self) -> list[FilmedClip]:
        """The clips whose sentences no other clip has."""
        counts = Counter(map(self.event, self.clips))
        return [clip for clip in self.clips if counts[self.event(clip)] == 1]

    def _does(self, person: str, clip: FilmedClip) -> bool:
        return person == clip.actor or (person == clip.partner and clip.action in _MUTUAL)


def _at(place: str) -> str:
    return PLACE_WORDS[place].at


def _who(film: _Film) -> Iterator[_Asked]:
    """Who does something at a place."""
    for clip in film.clips:
        act, at = film.act(clip), _at(clip.place)
        doers = {one.actor for one in film.clips if film.act(one) == act and one.place == clip.place}
        others = film.others(clip.actor, clip.partner)
        if len(doers) == 1:
            yield _asked(f"Who {act} {at}?", film.names[clip.actor], others, f"{{}} {act} {at}.")


def _whom(film: _Film) -> Iterator[_Asked]:
    """To whom somebody does something at a place."""
    for clip in film.clips:
        if clip.partner is not None:
            actor, name, at = film.names[clip.actor], film.names[clip.partner], _at(clip.place)
            does = f"{actor} {film.act(clip)} {at}.".replace(name, "{}")
            text = f"Whom does {actor} {film.base(clip, asks_partner=True)} {at}?"
            partners = {
                one.partner
                for one in film.clips
                if (one.actor, one.action, one.thing, one.place) == (clip.actor, clip.action, clip.thing, clip.place)
            }
            if len(partners) == 1:
                yield _asked(text, name, film.others(clip.actor, clip.partner), does)


def _what(film: _Film) -> Iterator[_Asked]:
    """What somebody does at a place where they do one thing."""
    for clip in film.clips:
        name, at = film.names[clip.actor], _at(clip.place)
        if len(film.acts_of(clip.actor, clip.place)) == 1:
            others = {film.act(one) for one in film.clips if name not in film.act(one)} - {film.act(clip)}
            yield _asked(f"What does {name} do {at}?", film.act(clip), others, f"{name} {{}} {at}.")


def _thing(film: _Film) -> Iterator[_Asked]:
    """What somebody picks up, puts down or hands over at a place."""
    # Things that are read or drunk from are fewer: among others they would be known as wrong.
    things = {article(clip.thing) for clip in film.clips if clip.thing and clip.action in HANDLING}
    for clip in film.clips:
        if clip.thing is not None and clip.action in HANDLING:
            name, at, own = film.names[clip.actor], _at(clip.place), article(clip.thing)
            same = {
                article(one.thing)
                for one in film.clips
                if one.thing and (one.actor, one.action, one.place) == (clip.actor, clip.action, clip.place)
            }
            text = f"What does {name} {film.base(clip, asks_thing=True)} {at}?"
            yield _asked(
                text, own, things - same, f"{name} {film.act(clip).replace(own, '{}')} {at}.", n_right=len(same)
            )


def _where(film: _Film) -> Iterator[_Asked]:
    """Where somebody does something."""
    places = {_at(clip.place) for clip in film.clips}
    for clip in film.clips:
        same = {_at(one.place) for one in film.clips if film.event(one) == film.event(clip)}
        text = f"Where does {film.names[clip.actor]} {film.base(clip)}?"
        yield _asked(text, _at(clip.place), places - same, f"{film.event(clip)[:-1]} {{}}.", n_right=len(same))


def _why(film: _Film) -> Iterator[_Asked]:
    """What somebody wants who does one thing at a place; the question does not say what they do."""
    for clip in film.clips:
        name, at = film.names[clip.actor], _at(clip.place)
        if len(film.acts_of(clip.actor, clip.place)) == 1:
            right, *more = film.reasons(clip)
            verbs = {text.split()[1] for text in (right, *more)}  # whoever greets Ben greets somebody
            others = {film.reasons(one)[0] for one in film.clips if one.action != clip.action}
            wrong = {text for text in others if name not in text and text.split()[1] not in verbs}
            yield _asked(f"Why does {name} do what is seen {at}?", right, wrong, f"{name} wants {{}} {at}.")


def _next(film: _Film) -> Iterator[_Asked]:
    """What happens right after something that happens once."""
    once = {clip.id for clip in film.single_events()}
    events = {film.event(clip) for clip in film.clips}
    for clip, after in pairwise(film.clips):
        if clip.id in once:
            own, right = film.event(clip), film.event(after)
            text = f"What happens right after {own[:-1]}?"
            yield _asked(text, right, events - {own, right}, f"{own} {{}}")


def _first(film: _Film) -> Iterator[_Asked]:
    """Which of some events that happen once is the first."""
    once = film.single_events()
    for n, clip in enumerate(once):
        yield _asked("Which of these happens first?", film.event(clip), map(film.event, once[n + 1 :]), "{}")


def _again(film: _Film) -> Iterator[_Asked]:
    """Who does something at two places; the others are not in view at both."""
    for one, two in combinations(dict.fromkeys(clip.place for clip in film.clips), 2):
        doers = film.doers(one) & film.doers(two)
        if len(doers) == 1:
            (who,) = doers
            wrong = [name for id, name in film.names.items() if id not in film.seen(one) & film.seen(two)]
            text = f"Who does something both {_at(one)} and {_at(two)}?"
            yield _asked(text, film.names[who], wrong, f"{{}} is {_at(one)}. {{}} is {_at(two)}.")


KINDS: Mapping[str, Callable[[_Film], Iterator[_Asked]]] = {
    "who": _who, "whom": _whom, "what": _what, "thing": _thing, "where": _where, "why": _why, "next": _next,
    "first": _first, "again": _again,
}  # fmt: skip


def _asked(text: str, right: str, wrong: Iterable[str], statement: str, *, n_right: int = 1) -> _Asked:
    """A question whose choices fill a statement; without wrong choices where several answers are right."""
    others = sorted(set(wrong) - {right}) if n_right == 1 else []
    return _Asked(text, right, tuple(others), statement)
