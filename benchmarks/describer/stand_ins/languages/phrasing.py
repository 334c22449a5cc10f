"""Sentences about a Backlot film in another language, from claims and back to claims.

A language gives a template or two for each action, and the words for people, things and places in the cases that these
need. Reading a sentence is matching it with the templates, so that whatever has a word of another language is not read.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from benchmarks.describer.stand_ins.film_truth import SOMEBODY, Claim
from cinescribe.backlot.plan.caption_templates import PLACE_WORDS, article

_SLOT = re.compile(r"\{(\w+)\}")
# What a template needs of a claim: one with the place in it, or with a thing, is for claims that have them.
_NEEDED = {"into": "place", "through": "place", "room": "place", "b": "partner", "o": "thing"}


@dataclass(frozen=True, eq=False)  # one of each language, so that patterns are kept by it
class Phrasing:
    """How a language says what Backlot's people do.

    Args:
        tag: BCP 47 tag.
        templates: of each action; slots are `a`, `b_CASE`, `o_CASE`, `at`, and `into`, `through`, `room` of a place.
        people: a name in each case; None where the language has no form of it.
        somebody: `a man` and `a woman` in each case, by English words.
        things: each thing in each case, with its article.
        places: the phrases `at`, `into`, `through` and `room` of each place.
        conjunction: between two clauses.
        squares: the statement about a square of a colour, by its English colour.
    """

    tag: str
    templates: Mapping[str, Sequence[str]]
    people: Mapping[str, Mapping[str, str | None]]
    somebody: Mapping[str, Mapping[str, str]]
    things: Mapping[str, Mapping[str, str]]
    places: Mapping[str, Mapping[str, str]]
    conjunction: str
    squares: Mapping[str, str]

    def sentence(self, claims: Iterable[Claim], called: Mapping[str, str], rng: random.Random) -> str | None:
        """Return claims as a sentence; None if there is no way to say one.

        Args:
            claims: in order.
            called: people's words in the nominative, by English words in lower case, where these are no names of ours.
            rng: chooses among templates.
        """
        clauses = [self._clause(claim, called, rng) for claim in claims]
        if None in clauses:
            return None
        text = f" {self.conjunction} ".join(clause for clause in clauses if clause is not None)
        return f"{text[:1].upper()}{text[1:]}."

    def _clause(self, claim: Claim, called: Mapping[str, str], rng: random.Random) -> str | None:
        fitting = [one for one in self.templates[claim.action] if self._fits(one, claim)]
        rng.shuffle(fitting)
        for template in fitting:
            words = {slot: self._word(slot, claim, called) for slot in _SLOT.findall(template)}
            if all(word is not None for word in words.values()):
                return template.format_map(words)
        return None

    def _fits(self, template: str, claim: Claim) -> bool:
        slots = {slot.partition("_")[0] for slot in _SLOT.findall(template)}
        if claim.place and not slots & {"at", "into", "through", "room"}:
            return False
        if claim.partner and "b" not in slots:
            return False
        return all(getattr(claim, need) for slot, need in _NEEDED.items() if slot in slots)

    def _word(self, slot: str, claim: Claim, called: Mapping[str, str]) -> str | None:
        kind, _, case = slot.partition("_")
        if kind == "at":
            return f" {self.places[claim.place]['at']}" if claim.place else ""
        if kind in ("into", "through", "room"):
            return self.places[str(claim.place)][kind]
        if kind == "o":
            return self.things[str(claim.thing)][case]
        who = claim.actor if kind == "a" else str(claim.partner)
        return self._person(who, case or "nominative", called)

    def _person(self, who: str, case: str, called: Mapping[str, str]) -> str | None:
        if who in self.somebody:
            return self.somebody[who].get(case)
        if who in called:
            return called[who]
        name = who.title()
        return name if case == "nominative" else self.people.get(name, {}).get(case)

    def claims(self, text: str, called: Mapping[str, str]) -> tuple[Claim, ...] | None:
        """Return what a sentence says, clause by clause; None if a clause is in no words of this language's.

        Args:
            text: a sentence, or two.
            called: as in `sentence`.
        """
        bare = text.strip().rstrip(".")
        whole = self._claim(bare, called)
        if whole is not None:
            return (whole,)
        for cut in re.finditer(rf" {self.conjunction} |\. ", bare):
            first, rest = self._claim(bare[: cut.start()], called), bare[cut.end() :]
            others = self.claims(rest, called) if first is not None else None
            if first is not None and others is not None:
                return (first, *others)
        return None

    def _claim(self, clause: str, called: Mapping[str, str]) -> Claim | None:
        clause = f"{clause[:1].upper()}{clause[1:]}"
        for action, pattern in _patterns(self, tuple(called.values())):
            found = pattern.fullmatch(clause)
            if found is not None:
                slots = found.groupdict()
                return Claim(
                    action,
                    self._read(slots["a"], called),
                    self._read(slots.get("b"), called) if slots.get("b") else None,
                    self._thing.get(slots.get("o") or ""),
                    self._place.get((slots.get("at") or slots.get("where") or "").strip()),
                )
        return None

    def _read(self, words: str | None, called: Mapping[str, str]) -> str:
        own = {word: who for who, word in called.items()} | self._who
        words = words or ""
        return own.get(words) or own.get(f"{words[:1].lower()}{words[1:]}") or words.casefold()

    @cached_property
    def _who(self) -> dict[str, str]:
        """People's English words, by all their forms."""
        names = {
            form: name.casefold() for name, forms in self.people.items() for form in (name, *forms.values()) if form
        }
        return names | {form: who for who, forms in self.somebody.items() for form in forms.values()}

    @cached_property
    def _thing(self) -> dict[str, str]:
        return {form: thing for thing, forms in self.things.items() for form in forms.values()}

    @cached_property
    def _place(self) -> dict[str, str]:
        return {phrase: place for place, phrases in self.places.items() for phrase in phrases.values()}

    def pattern(self, template: str, called: Sequence[str]) -> re.Pattern[str]:
        """Return the pattern of a template's sentences."""
        people = _either([*self._who, *called, *(word[:1].upper() + word[1:] for word in (*self._who, *called))])
        places = {
            kind: _either([one[kind] for one in self.places.values()]) for kind in ("at", "into", "through", "room")
        }
        out = []
        for n, part in enumerate(_SLOT.split(template)):
            kind = part.partition("_")[0]
            if n % 2 == 0:
                out.append(re.escape(part))
            elif kind in "ab":
                out.append(f"(?P<{kind}>{people})")
            elif kind == "o":
                out.append(f"(?P<o>{_either(list(self._thing))})")
            elif kind == "at":
                out.append(f"(?P<at>(?: {places['at']})?)")
            else:
                out.append(f"(?P<where>{places[kind]})")
        return re.compile("".join(out))


@cache
def _patterns(phrasing: Phrasing, called: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (action, phrasing.pattern(template, called))
        for action, templates in phrasing.templates.items()
        for template in templates
    )


def _either(words: Sequence[str]) -> str:
    return f"(?:{'|'.join(re.escape(word) for word in sorted(set(words), key=lambda word: (-len(word), word)))})"


def in_english(claims: Iterable[Claim], names: Iterable[str]) -> str:
    """Return claims as an English sentence of Backlot's templates.

    Args:
        claims: in order.
        names: people, as they are written.
    """
    written = {name.casefold(): name for name in names} | {one: one for one in SOMEBODY.values()}
    return " and ".join(_english(claim, written) for claim in claims) + "."


def _english(claim: Claim, written: Mapping[str, str]) -> str:
    a, b = written.get(claim.actor, claim.actor), written.get(claim.partner or "", claim.partner or "")
    thing = article(claim.thing) if claim.thing else ""
    at = f" {PLACE_WORDS[claim.place].at}" if claim.place else ""
    into = f" {PLACE_WORDS[claim.place].into}" if claim.place else " in"
    through = f" {PLACE_WORDS[claim.place].through}" if claim.place else " past"
    leaves = f"leaves the {claim.place}" if claim.place else "walks away"
    return {
        "enter": f"{a} walks{into}", "leave": f"{a} {leaves}", "run": f"{a} runs{through}",
        "sit": f"{a} sits down{at}", "stand": f"{a} stands up{at}", "wave": f"{a} waves{at}",
        "pick up": f"{a} picks up {thing}{at}", "put down": f"{a} puts down {thing}{at}",
        "open door": f"{a} opens the door{at}", "read": f"{a} reads {thing}{at}", "phone": f"{a} makes a call{at}",
        "drink": f"{a} drinks from {thing}{at}", "dance": f"{a} dances{at}", "fall": f"{a} falls down{at}",
        "point": f"{a} points{at}", "clap": f"{a} claps{at}", "hand over": f"{a} gives {thing} to {b}{at}",
        "hug": f"{a} hugs {b}{at}", "shake hands": f"{a} shakes hands with {b}{at}", "follow": f"{a} follows {b}{at}",
        "shout at": f"{a} shouts at {b}{at}", "push": f"{a} pushes {b}{at}", "high five": f"{a} high-fives {b}{at}",
        "beside": f"{a} stands nearby", "present": f"{a} is{at}",
    }[claim.action]  # fmt: skip
