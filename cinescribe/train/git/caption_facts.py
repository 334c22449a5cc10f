"""What a generated caption of a drawn take says: its action, thing, place and light, read by the templates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from cinescribe.backlot.plan.caption_templates import PLACE_WORDS, TEMPLATES, article
from cinescribe.backlot.plan.plan import THINGS, Take

_PERSON = "(?:a|another) (?:woman|man)"
_SLOTS = {
    "{a}": _PERSON, "{b}": _PERSON, "{it}": "(?:it|them)", "{his}": "(?:her|his)", "{himself}": "(?:herself|himself)",
    "{o}": "(?:{})".format("|".join(article(thing) for thing in THINGS)), "{place}": r"\w+", "{at}": "",
    "{into}": r"\w+(?: the)? \w+", "{through}": r"\w+(?: the)? \w+",
}  # fmt: skip


@dataclass(frozen=True)
class CaptionFacts:
    """What a caption says; None for what it leaves open."""

    action: str | None
    thing: str | None
    place: str | None
    night: bool

    @classmethod
    def of(cls, caption: str) -> CaptionFacts:
        """Return the facts of a caption; of several sentences, of the first."""
        text = re.sub(r"\s+", " ", caption.lower()).strip()
        place = next((place for place in PLACE_WORDS if re.search(rf"\b{place}\b", text)), None)
        action = next((action for action, pattern in _patterns() if pattern.search(text)), None)
        thing = next((thing for thing in THINGS if re.search(rf"\b{article(thing)}\b", text)), None)
        return cls(action, thing, place, "at night" in text)


def recall(captions: Mapping[str, str], takes: Mapping[str, Take]) -> dict[str, float]:
    """Return the shares of takes whose caption says what they show.

    Actions and things count in all takes that have them; a place where the caption names one, since captions may leave
    it out.
    """
    counts: dict[str, list[bool]] = {"action": [], "thing": [], "place": []}
    for id, caption in captions.items():
        take, facts = takes[id], CaptionFacts.of(caption)
        counts["action"].append(facts.action == take.action)
        if take.thing is not None and take.action != "phone":
            counts["thing"].append(facts.thing == take.thing)
        if facts.place is not None:
            counts["place"].append(facts.place == take.place)
    return {name: sum(found) / max(1, len(found)) for name, found in counts.items()}


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The patterns of all actions, the longest first, since some templates begin as another one does."""
    found = [(action, text) for action, templates in TEMPLATES.items() for text, *_ in templates]
    ordered = sorted(found, key=lambda item: -len(item[1]))
    return tuple((action, re.compile("".join(_parts(text.rstrip("."))))) for action, text in ordered)


def _parts(template: str) -> Iterator[str]:
    for part in re.split(r"(\{\w+\})", template.lower()):
        yield _SLOTS[part] if part.startswith("{") else re.escape(part)
