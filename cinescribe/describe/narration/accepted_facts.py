"""What was accepted about each moment of a narrated film, and the shots to show of it and of what follows."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.export.narration import NarratedMoment
from cinescribe.generate.narration.moments import Moment, NumberedShot, Role
from cinescribe.generate.narration.naming import people_named
from cinescribe.generate.narration.wording import is_state
from cinescribe.generate.readings.film_readings import ReadMoment
from cinescribe.generate.readings.reading import SeenFact
from cinescribe.schema import Shot, Speech
from cinescribe.timing import Seconds, Span

_AFTER: Seconds = 12.0  # that is shown of what follows a moment; a Backlot action and the one it leads to last 14 s
_MOST_AFTER = 5  # shots of it
_MOST_FACTS = 4  # of a moment, the surest: further ones say the same in other words
_SLIVER: Seconds = 0.25  # of a shot at the edge, in which nothing happens


def read_moments(
    narrated: Sequence[NarratedMoment], shots: Sequence[Shot], speech: Sequence[Speech], roles: Sequence[Role]
) -> list[ReadMoment]:
    """Return the moments of a narration with the sentences that its checks accepted, said or not.

    Sentences of nobody, and those that only say where people stand, imply nothing.

    Args:
        narrated: every pause, by time.
        shots: of the film, in order.
        speech: with words where they are known.
        roles: the people of the film.
    """
    return [
        ReadMoment(_with_following(one, shots, speech), one.since, _facts(one, n, roles))
        for n, one in enumerate(narrated)
    ]


def _facts(one: NarratedMoment, number: int, roles: Sequence[Role]) -> tuple[SeenFact, ...]:
    sure = {each.text: each.probability for each in one.considered if each.probability is not None and not each.faults}
    plain: list[SeenFact] = []
    for text in sorted(sure, key=len):
        people = people_named(text, roles)
        says_more = any(each.text.rstrip(".") in text for each in plain)  # the same with a place, or joined to another
        if people and not says_more and not is_state(_deed(text, people[0])):
            plain.append(SeenFact(text, number, sure[text], tuple(role.name for role in people)))
    return tuple(sorted(plain, key=lambda fact: -fact.probability)[:_MOST_FACTS])


def _deed(text: str, who: Role) -> str:
    """A sentence without the person with whom it begins."""
    return text[len(who.spoken) :].lstrip() if text.startswith(who.spoken) else text


def _with_following(one: NarratedMoment, shots: Sequence[Shot], speech: Sequence[Speech]) -> Moment:
    about = Span(one.since, one.span.end)
    own = [shot.span for shot in shots if shot.span.overlap(about) > min(_SLIVER, about.duration / 2)]
    until = about.end + _AFTER
    after = [shot.span for shot in shots if about.end <= shot.span.start < until - _SLIVER][:_MOST_AFTER]
    spans = [*own, *(Span(span.start, min(span.end, until)) for span in after)]
    end = max([about.end, *(min(span.end, until) for span in spans)])
    dialogue = tuple(line.text for line in speech if line.text and Span(about.start, end).overlap(line.span) > 0)
    numbered = tuple(NumberedShot(n, span, is_context=False) for n, span in enumerate(spans, 1))
    return Moment(one.span, Span(about.start, end), numbered, dialogue)
