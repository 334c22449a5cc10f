"""Further forms of candidate sentences: with an introduction of their person, and two one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from cinescribe.generate.narration.moments import Role
from cinescribe.generate.narration.naming import begins_with_name, people_named
from cinescribe.generate.narration.wording import Candidate, Draft, NarrationVoice, room_of

_MAX_PAIRS = 12  # of a moment


def with_variants(draft: Draft, roles: Sequence[Role], speaker: NarrationVoice) -> Draft:
    """Return a draft with further forms of its candidate sentences, where they fit.

    What introduces a person was measured, and a pair says what its sentences say, so that they are as true as before.

    Args:
        draft: checked.
        roles: the people of the film.
        speaker: the voice.
    """
    sound = [one for one in draft.candidates if not one.faults and not one.hurry]
    longer = [other for one in sound if (other := introduced(one, roles, speaker)) is not None]
    fitting = [one for one in longer if one.duration <= room_of(draft.view, one)]
    pairs: list[Candidate] = []
    for first in [*sound, *fitting]:
        for second in sound:
            pair = _joined(draft, first, second, speaker) if len(pairs) < _MAX_PAIRS else None
            pairs += [] if pair is None else [pair]
    return replace(draft, candidates=(*draft.candidates, *fitting, *pairs))


def introduced(candidate: Candidate, roles: Sequence[Role], speaker: NarrationVoice) -> Candidate | None:
    """Return a candidate that says of its first person who that is; None if there is nothing to say, or it says so."""
    named = people_named(candidate.text, roles)
    if not named or not named[0].has_introduction or not begins_with_name(candidate.text, named[0]):
        return None
    rest = candidate.text[len(named[0].spoken) :]
    text = named[0].introduction + (rest.lstrip(",") if named[0].introduction.endswith(",") else rest)
    text = text[:1].upper() + text[1:]
    return replace(
        candidate, text=text, duration=speaker.duration(text), introduces=(named[0].id,), parts=candidate.checked_as
    )


def _joined(draft: Draft, first: Candidate, second: Candidate, speaker: NarrationVoice) -> Candidate | None:
    """Two sentences about different facts, in the order of the facts; None if they do not fit.

    The second is not spoken before the shot that it describes.
    """
    if not first.facts or not second.facts or max(first.facts) >= min(second.facts):
        return None
    start = max(draft.view.moment.span.start, first.begin)
    text = f"{first.text} {second.text}"
    if start + first.duration < second.begin or first.duration + second.duration > room_of(draft.view, first):
        return None
    pair = replace(
        first,
        text=text,
        gloss=" ".join(filter(None, (first.gloss, second.gloss))),
        facts=(*first.facts, *second.facts),
        duration=speaker.duration(text),
        probability=joint([first.probability, second.probability]),
        parts=(*first.checked_as, *second.checked_as),
    )
    return pair if pair.duration <= room_of(draft.view, pair) else None


def joint(probabilities: Iterable[float | None]) -> float | None:
    """Return the probability that several sentences are true: the product; None if one was not checked."""
    product = 1.0
    for value in probabilities:
        if value is None:
            return None
        product *= value
    return product
