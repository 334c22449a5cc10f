"""Films a beat of the story: scales and lengths of its takes, and times of its lines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cinescribe.backlot.plan.plan import SHARED_ACTIONS, DialogueLine, Move, PlannedMember, Scale, Take
from cinescribe.backlot.plot.stories import Beat
from cinescribe.schema import Transition
from cinescribe.timing import Seconds, Span

_TICK: Seconds = 1 / 8  # lengths of takes are multiples of this: exact in binary, whole frames at 24 and 8 Hz
SHORTEST_CLIP, LONGEST_CLIP = 4.0, 7.0
_CLOSE: tuple[Seconds, Seconds] = (1.5, 2.25)  # length of a close take
MASTER, TWO_MASTERS = 2.5, 3.5  # minimum length of the one or two takes that show the action
LEAD_IN, LEAD_OUT = 0.25, 0.25  # seconds of a take before and after the action
BRIEF: tuple[Seconds, Seconds] = (1.6, 2.4)  # length of an action that is not in `LASTING`
ABSENT_BEFORE = frozenset({"enter"})  # no close take before the action
ABSENT_AFTER = frozenset({"leave", "fall", "run"})  # no close take after the action
FULL_LENGTH = frozenset({"fall", "sit", "stand"})  # needs a wide take
DOWN_AFTER = frozenset({"fall"})  # no medium take: it would show an empty place
AT_END = frozenset({"leave"})  # happens at the end of a single take, since there may be no one left to film
LASTING = frozenset({"read", "phone", "drink", "dance", "run", "follow", "clap", "wave", "shout at"})

# Scales of a clip's takes, with their weights.
PATTERNS: tuple[tuple[tuple[Scale, ...], int], ...] = (
    (("medium",), 4), (("wide",), 3), (("wide", "medium"), 3), (("medium", "close"), 4), (("close", "medium"), 4),
    (("close", "wide"), 2), (("wide", "close"), 2), (("wide", "medium", "close"), 2), (("close", "medium", "close"), 2),
)  # fmt: skip
MOVES: tuple[tuple[Move, ...], tuple[int, ...]] = (("still", "pan left", "pan right", "zoom in"), (60, 12, 12, 16))
BETWEEN_SCENES: tuple[tuple[Transition, ...], tuple[int, ...]] = (("cut", "dissolve", "fade"), (50, 28, 22))
BLENDS: tuple[Seconds, ...] = (0.5, 0.625, 0.75, 0.875, 1.0, 1.125)
OCCLUDED = 0.3  # share of takes in hard films in which an object hides half of the actor
N_COSTUMES = 3

TALKS = 0.5  # share of clips with dialogue
LINE_MARGIN: Seconds = 0.35  # silence between lines, and between a line and its clip's end
# Upper bound for the length of a spoken line; `voices` speeds up the few lines that need longer.
SECONDS_A_LETTER, SECONDS_A_LINE = 0.058, 0.4


@dataclass(frozen=True)
class UntimedLine:
    """A line of dialogue that has no time yet."""

    member: str
    text: str

    @property
    def seconds(self) -> Seconds:
        """Time reserved for the line."""
        return SECONDS_A_LINE + SECONDS_A_LETTER * len(self.text)


@dataclass(frozen=True)
class Coverage:
    """The takes and lines of one clip."""

    takes: tuple[Take, ...]
    lines: tuple[DialogueLine, ...]

    @property
    def end(self) -> Seconds:
        """End of the last take; the next clip begins here."""
        return self.takes[-1].span.end


def cover_beat(
    rng: random.Random,
    beat: Beat,
    cast: Sequence[PlannedMember],
    *,
    clip: str,
    start: Seconds,
    opens_scene: bool,
    dialogue: tuple[UntimedLine, ...] = (),
    faceless: frozenset[str] = frozenset(),
    hard: bool = False,
) -> Coverage:
    """Return the takes and lines of a beat.

    Args:
        rng: source of randomness.
        beat: what happens.
        cast: the members, by number.
        clip: id of the clip.
        start: when the clip begins.
        opens_scene: whether it follows another scene; it may then dissolve or fade in.
        dialogue: one or two lines to be spoken.
        faceless: ids of members whose face no take has shown yet; close takes prefer them.
        hard: add occlusion, and costumes that change from scene to scene.
    """
    doers = tuple(cast[one].id for one in beat.doers)
    scales = _pattern(rng, beat.action, doers, dialogue, faceless)
    lengths = _lengths(rng, scales, dialogue)
    transition, blend = transition_into(rng, opens_scene=opens_scene)
    focus = _focus(rng, scales, doers, dialogue, faceless)
    master = _master_take(rng, beat, cast, clip=clip, hard=hard)
    takes, at = [], start
    for k, (scale, length) in enumerate(zip(scales, lengths, strict=True)):
        take = _at_scale(rng, master, scale, focus[k], hard=hard)
        takes.append(replace(take, id=f"{clip}.{k + 1}", span=Span(at, at + length)))
        at += length
    takes[0] = replace(takes[0], transition=transition, blend=blend)
    action_span = _action_span(rng, takes)
    lines = _lines(dialogue, Span(start, at), late=scales[0] != "close")
    return Coverage(tuple(replace(take, action_span=action_span) for take in takes), lines)


def transition_into(rng: random.Random, *, opens_scene: bool) -> tuple[Transition, Seconds]:
    """Draw how a take opens, and how long that lasts; only a new scene may open with more than a cut."""
    transition: Transition = rng.choices(*BETWEEN_SCENES)[0] if opens_scene else "cut"
    return transition, 0.0 if transition == "cut" else rng.choice(BLENDS)


def single_take_action(rng: random.Random, action: str, span: Span, *, blend: Seconds) -> Span:
    """Draw the span of an action that only one take shows, clear of the transition that opens the take."""
    start, end = span.start + blend / 2 + LEAD_IN, span.end - LEAD_OUT
    if action in LASTING or action in SHARED_ACTIONS:
        return Span(start, end)
    length = min(end - start, rng.uniform(*BRIEF))
    return Span(end - length, end) if action in AT_END else Span(start, start + length)


def _pattern(
    rng: random.Random,
    action: str,
    doers: tuple[str, ...],
    dialogue: tuple[UntimedLine, ...],
    faceless: frozenset[str],
) -> tuple[Scale, ...]:
    """Draw the scales of the takes; new faces need a close or medium take, dialogue prefers a close one."""
    patterns, weights = [pattern for pattern, _ in PATTERNS], [weight for _, weight in PATTERNS]
    for k, pattern in enumerate(patterns):
        if not _suits(pattern, action):
            weights[k] = 0
        if faceless.intersection(doers) and pattern == ("wide",):
            weights[k] = 0
        if (dialogue or faceless.intersection(doers)) and "close" in pattern:
            weights[k] *= 3
    return rng.choices(patterns, weights)[0]


def _suits(pattern: tuple[Scale, ...], action: str) -> bool:
    """Whether takes of these scales show the action, and no absent person."""
    if action in FULL_LENGTH and "wide" not in pattern:
        return False
    if action in DOWN_AFTER and "medium" in pattern:
        return False
    if action in AT_END and "wide" in pattern and "medium" in pattern:
        return False
    return not (
        (action in ABSENT_BEFORE and pattern[0] == "close") or (action in ABSENT_AFTER and pattern[-1] == "close")
    )


def _lengths(rng: random.Random, scales: tuple[Scale, ...], dialogue: tuple[UntimedLine, ...]) -> list[Seconds]:
    """Draw the length of each take, in ticks; a clip with dialogue leaves at least 1.5 s for a description."""
    close = [_ticks(rng.uniform(*_CLOSE)) if scale == "close" else 0.0 for scale in scales]
    n_master = sum(scale != "close" for scale in scales)
    minimum = max(SHORTEST_CLIP, sum(close) + (TWO_MASTERS if n_master == 2 else MASTER))
    if dialogue:
        minimum = max(minimum, min(LONGEST_CLIP, 2.0 + sum(line.seconds + LINE_MARGIN for line in dialogue)))
    length = _ticks(rng.uniform(minimum, min(LONGEST_CLIP, minimum + 1.75)))
    rest = length - sum(close)
    first = rest if n_master == 1 else _ticks(rest * rng.uniform(0.45, 0.55))
    masters = iter((first, rest - first))
    return [own or next(masters) for own in close]


def _focus(
    rng: random.Random,
    scales: tuple[Scale, ...],
    doers: tuple[str, ...],
    dialogue: tuple[UntimedLine, ...],
    faceless: frozenset[str],
) -> list[str | None]:
    """Choose whom each close take shows: the speaker, else a person not yet seen, else the doers in turn."""
    candidates = [one for one in doers if one in faceless] or list(doers)
    turns = [*dict.fromkeys([*rng.sample(candidates, len(candidates)), *doers])]
    if dialogue:
        speakers = [line.member for line in dialogue if line.member in doers]
        late = scales[0] != "close"
        turns = [*dict.fromkeys([*(reversed(speakers) if late else speakers), *turns])]
    focus: list[str | None] = []
    for scale in scales:
        focus.append(turns[sum(one is not None for one in focus) % len(turns)] if scale == "close" else None)
    return focus


def _master_take(rng: random.Random, beat: Beat, cast: Sequence[PlannedMember], *, clip: str, hard: bool) -> Take:
    costume = beat.scene % N_COSTUMES if hard else 0
    return Take(
        id=clip,
        clip=clip,
        span=Span(0, 0),
        place=beat.place,
        layout=beat.layout,
        night=beat.night,
        scale="medium",
        move="still",
        action=beat.action,
        actor=cast[beat.actor].id,
        action_span=Span(0, 0),
        partner=None if beat.partner is None else cast[beat.partner].id,
        thing=beat.thing,
        bystanders=tuple(cast[one].id for one in beat.bystanders),
        n_extras=beat.n_extras,
        costumes=tuple((cast[one].id, costume) for one in beat.people),
        occluded=hard and rng.random() < OCCLUDED,
        seed=rng.getrandbits(31),
    )


def _at_scale(rng: random.Random, master: Take, scale: Scale, focus: str | None, *, hard: bool) -> Take:
    """Return the master take at another scale; a close take shows only its focus."""
    move = rng.choices(*MOVES)[0]
    if scale != "close":
        return replace(master, scale=scale, move=move)
    return replace(
        master,
        scale=scale,
        move=move if move == "zoom in" else "still",
        focus=focus,
        bystanders=(),
        n_extras=0,
        occluded=False,
        costumes=tuple(one for one in master.costumes if one[0] == focus),
    )


def _action_span(rng: random.Random, takes: Sequence[Take]) -> Span:
    """Draw the span of the action: within the medium and wide takes, clear of the transition."""
    shown = [take for take in takes if take.scale != "close"]
    start = shown[0].span.start + shown[0].blend / 2 + LEAD_IN
    end = shown[-1].span.end - LEAD_OUT
    if shown[0].action in LASTING:
        return Span(start, end)
    length = rng.uniform(*BRIEF)
    if shown[0].action in AT_END:
        return Span(max(start, end - length), end)
    if len(shown) > 1:  # half of it on each side of the cut
        start = max(start, shown[1].span.start - length / 2)
    return Span(start, min(end, start + length))


def _lines(dialogue: tuple[UntimedLine, ...], clip: Span, *, late: bool) -> tuple[DialogueLine, ...]:
    """Place the lines that fit one after the other, at the end of the clip if `late`, else at its start."""
    available = clip.duration - 2 * LINE_MARGIN
    fitting: list[UntimedLine] = []
    for line in dialogue:
        if sum(one.seconds + LINE_MARGIN for one in (*fitting, line)) - LINE_MARGIN <= available:
            fitting.append(line)
    length = sum(line.seconds + LINE_MARGIN for line in fitting) - LINE_MARGIN
    at = clip.end - LINE_MARGIN - length if late else clip.start + LINE_MARGIN
    lines = []
    for line in fitting:
        lines.append(DialogueLine(line.member, line.text, Span(at, at + line.seconds)))
        at += line.seconds + LINE_MARGIN
    return tuple(lines)


def _ticks(seconds: Seconds) -> Seconds:
    return round(seconds / _TICK) * _TICK
