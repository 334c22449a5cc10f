"""Places captions in gaps: each becomes a cue that is spoken, dropped or extended.

A caption may be spoken in its own words, in its shorter wordings, the shortest one up to a fifth faster, without
sentences at its end, each of which is logged as a dropped cue, and, if allowed, while the film waits. It is heard while
its picture is seen, or later in the same scene. The choice of cues, times and wordings is made over the whole film:
importance, truth and fit to the picture count together. The order of what is heard is that of the film. A cue is never
cut mid-sentence, and nothing disappears silently.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count

from cinescribe.describe.placement.choice import Room, chosen_options
from cinescribe.describe.placement.drafts import PlacementDraft, drafts
from cinescribe.describe.placement.free_gaps import gaps_around
from cinescribe.describe.placement.options import Option, Quietest
from cinescribe.describe.placement.reasons import COULD_WAIT, Reasons
from cinescribe.describe.placement.wordings import PER_SECOND, Durations
from cinescribe.media.voice.voice import Voice
from cinescribe.schema import Caption, Clip, Cue, Gap, Speech
from cinescribe.timing import Seconds, Span


def place(
    captions: Sequence[Caption],
    clips: Sequence[Clip],
    gaps: Sequence[Gap],
    *,
    voice: Voice,
    scenes: Sequence[Span] = (),
    speech: Sequence[Speech] = (),
    quietest: Quietest = lambda span: None,
    extended: bool = False,
    hand_made: Sequence[Cue] = (),
    edited: Collection[str] = (),
) -> tuple[Cue, ...]:
    """Place `captions` in `gaps`; return all cues by time, dropped ones included.

    A cue never starts before what it describes, nor ends after the moment at which the picture contradicts it.

    Args:
        captions: what to say, in any order; an empty text makes no cue.
        clips: the clips that captions without a span of their own describe.
        gaps: where a cue may be spoken, in order.
        voice: speaks each wording to measure its duration.
        scenes: of the film, in order: a cue stays in its own; by default the film is one scene.
        speech: what an extended cue must not interrupt, unless it introduces a person who is seen only then.
        quietest: gives the moment of a span at which such a cue interrupts least; None if nothing is known.
        extended: whether the film may wait for the voice where nothing fits.
        hand_made: cues that stay where they are, and are not returned; others are placed around them.
        edited: ids of cues whose draft is not heard, because a person changed or removed them; they take no room.
    """
    heard = [cue for cue in hand_made if cue.status != "dropped"]
    spoken = sorted([part.span for part in speech] + [cue.span for cue in heard])
    unplaced = _with_ids(drafts(captions, clips, scenes))
    durations = Durations(voice)
    free = Room(gaps_around(gaps, [cue.span for cue in heard]), spoken, extended, quietest)
    own = {name: draft for name, draft in unplaced.items() if name not in edited}
    found = _chosen(own, free, durations)
    waiting = found if extended else _chosen(own, replace(free, extended=True), durations)
    for name in unplaced.keys() - own.keys():  # each as if it were the only one
        found |= _chosen({name: unplaced[name]}, Room(gaps, spoken, extended, quietest), durations)
    reasons = Reasons(free.gaps, {name: (unplaced[name], found[name]) for name in own if name in found}, durations)
    cues: list[Cue] = []
    for name, draft in unplaced.items():
        cue = _unplaced(draft, name)
        option = found.get(name)
        if option is None:
            could_wait = name in waiting
            why = reasons.of(draft) + COULD_WAIT * could_wait
            cues.append(_dropped(cue.replace(could_wait=could_wait), draft.about.start, why))
        elif option.pause:
            cues.append(_extended(cue, option, reasons.of(draft)))
        else:
            cues += _placed(cue, draft, option, reasons)
    return tuple(sorted(cues, key=lambda cue: cue.span.start))


def _chosen(drafts: Mapping[str, PlacementDraft], room: Room, durations: Durations) -> dict[str, Option]:
    """How each draft is heard; those that are not are left out."""
    options = chosen_options(list(drafts.values()), room, durations)
    return {name: option for name, option in zip(drafts, options, strict=True) if option is not None}


def _with_ids(drafts: Sequence[PlacementDraft]) -> dict[str, PlacementDraft]:
    """The drafts by the ids of their cues.

    An id is the moment at which the clip begins in milliseconds: it stays when the film is described again with other
    names or other words.
    """
    out: dict[str, PlacementDraft] = {}
    for draft in drafts:
        name = f"c{round(draft.begin * PER_SECOND)}"
        out[next(each for each in chain([name], (f"{name}.{n}" for n in count(2))) if each not in out)] = draft
    return out


def _unplaced(draft: PlacementDraft, name: str) -> Cue:
    """The caption as a cue at the start of what it describes."""
    caption, begin = draft.caption, draft.begin
    cue = Cue(Span(begin, begin), caption.text, caption.people, evidence=caption.evidence, by=caption.by, id=name)
    return cue.replace(
        notes=caption.notes, shorter=caption.shorter, why=caption.why, effect=caption.effect, trait=caption.trait
    )


def _placed(cue: Cue, draft: PlacementDraft, option: Option, reasons: Reasons) -> list[Cue]:
    text, left_out = option.wording.text, option.wording.left_out
    why = []
    if text != cue.text:
        why.append("only what the gap has room for" if left_out else "said shorter to fit the gap")
    if option.rate > 1.0:
        why.append(f"said {option.rate:.0%} as fast to fit the gap")
    spoken = cue.replace(span=option.span, text=text, rate=option.rate, reason="; ".join(why) or None)
    rest = [cue.replace(text=part, id=f"{cue.id}-{n}") for n, part in enumerate(left_out, 2)]
    return [spoken, *(_dropped(each, option.span.end, reasons.of_left_out(draft, option)) for each in rest)]


def _dropped(cue: Cue, at: Seconds, reason: str) -> Cue:
    return cue.replace(span=Span(at, at), status="dropped", reason=reason)


def _extended(cue: Cue, option: Option, why: str) -> Cue:
    return cue.replace(span=option.span, status="extended", pause=option.pause, reason=f"{why}; the film waits")
