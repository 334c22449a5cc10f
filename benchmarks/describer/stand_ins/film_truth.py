"""What is true of a Backlot film, asked in the words of its caption templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from cinescribe.backlot.plan.caption_templates import BESIDE, PLACE_WORDS, TEMPLATES, article
from cinescribe.backlot.plan.plan import THINGS
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth
from cinescribe.timing import Span

SOMEBODY = {"man": "a man", "woman": "a woman"}  # people without a name
_INTRODUCTION = re.compile(r", in [\w ]+,")
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Claim:
    """What a clause says.

    Args:
        action: name of the action; `beside` for somebody who stands near, `present` for somebody who is at a place.
        actor, partner: as they are called; lower case.
        thing, place: what it names of them.
    """

    action: str
    actor: str
    partner: str | None = None
    thing: str | None = None
    place: str | None = None


def claims(text: str, names: Iterable[str]) -> tuple[Claim, ...] | None:
    """Return what a sentence says, clause by clause; None if a clause is in no words of Backlot's.

    Args:
        text: a sentence, whose clauses are joined by `and`.
        names: what people are called.
    """
    bare = _INTRODUCTION.sub("", text).strip().rstrip(".")
    called = tuple(sorted({name.casefold() for name in names} | set(SOMEBODY.values()), key=len, reverse=True))
    whole = _claim(bare, called)
    if whole is not None:
        return (whole,)
    for cut in re.finditer(r",? and |\. ", bare):
        first = _claim(bare[: cut.start()], called)
        rest = claims(bare[cut.end() :], names) if first is not None else None
        if first is not None and rest is not None:
            return (first, *rest)
    return None


def _claim(clause: str, names: tuple[str, ...]) -> Claim | None:
    clause = clause.casefold()
    for action, pattern in _patterns(names):
        match = pattern.fullmatch(clause)
        if match:
            slots = match.groupdict()
            return Claim(action, slots["a"], slots.get("b"), slots.get("thing"), _place(clause))
    return None


def _place(clause: str) -> str | None:
    found = re.search(rf"\b({'|'.join(PLACE_WORDS)})\b", clause)
    return found[1] if found else None


@cache
def _patterns(names: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    texts = [(action, text) for action, templates in TEMPLATES.items() for text, *_ in templates]
    beside = ("{a} stands nearby.", "{a} stands close by.", "{a} stands to one side.")
    assert len(beside) == len(BESIDE) - 1
    texts += [*(("beside", text) for text in beside), ("present", "{a} is{at}.")]
    return tuple((action, _pattern(text, names)) for action, text in texts)


def _pattern(template: str, names: tuple[str, ...]) -> re.Pattern[str]:
    people = "|".join(map(re.escape, names))
    things = "|".join(map(re.escape, sorted(THINGS, key=len, reverse=True)))
    articles = "|".join(re.escape(one) for one in {article(thing).removesuffix(thing) for thing in THINGS})
    places = PLACE_WORDS.values()
    slots = {
        "a": f"(?P<a>{people})", "b": f"(?P<b>{people})", "o": f"(?:{articles})(?P<thing>{things})",
        "it": "(?:it|them)", "his": "(?:his|her)", "himself": "(?:himself|herself)",
        "place": f"(?:{'|'.join(PLACE_WORDS)})", "at": f"(?: (?:{'|'.join(place.at for place in places)}))?",
        "into": f"(?:{'|'.join(place.into for place in places)})",
        "through": f"(?:{'|'.join(place.through for place in places)})",
    }  # fmt: skip
    parts = _SLOT.split(template.rstrip("."))
    return re.compile("".join(slots[part] if n % 2 else re.escape(part.casefold()) for n, part in enumerate(parts)))


def predicate(clip: FilmedClip, partner: str, gender: str, *, variant: int) -> str:
    """Return what the actor of a clip does, in words of one of its templates, without the place."""
    texts = [text for text, *_ in TEMPLATES[clip.action] if text.startswith("{a} ") and "{b} takes" not in text]
    texts = [text for text in texts if " and {b}" not in text and ", and {b}" not in text] or texts
    place = PLACE_WORDS[clip.place]
    words = {
        "a": "", "b": partner, "o": article(clip.thing) if clip.thing else "", "at": "",
        "it": "them" if clip.thing == "flowers" else "it", "his": "her" if gender == "woman" else "his",
        "himself": "herself" if gender == "woman" else "himself", "place": clip.place,
        "into": place.into, "through": place.through,
    }  # fmt: skip
    return texts[variant % len(texts)].format_map(words).strip().rstrip(".")


def seen_clips(truth: FilmTruth, about: Span, action: str) -> list[FilmedClip]:
    """Return the clips of which a claim may be true: whose action is done meanwhile; for presence, that are on."""
    return [clip for clip in truth.clips if about.overlap(clip.span if action == "present" else clip.action_span) > 0]


def proof(claim: Claim, clips: Iterable[FilmedClip], called: Mapping[str, str]) -> FilmedClip | None:
    """Return the clip of which a claim is true in every word; None if it is false.

    Args:
        claim: the claim.
        clips: of which it may be true.
        called: what each member of the cast is called, by id; lower case.
    """

    def fits(words: str | None, member: str | None) -> bool:
        return words is None or (member is not None and words in called.get(member, "").split("|"))

    for clip in clips:
        place = claim.place in (None, clip.place)
        if claim.action in ("beside", "present"):
            doing = (clip.actor, clip.partner) if claim.action == "beside" else ()
            others = [member for member in clip.people if member not in doing]
            if place and any(fits(claim.actor, member) for member in others):
                return clip
            continue
        pairs = [(clip.actor, clip.partner)]
        is_mutual = clip.action in ("hug", "shake hands", "high five")
        pairs += [(clip.partner, clip.actor)] if is_mutual and clip.partner else []
        is_right = any(fits(claim.actor, actor) and fits(claim.partner, partner) for actor, partner in pairs)
        if claim.action == clip.action and place and is_right and claim.thing in (None, clip.thing):
            return clip
    return None
