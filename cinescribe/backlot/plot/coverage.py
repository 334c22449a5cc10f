"""How a beat is filmed: its takes, their scales and lengths, and when its lines are spoken."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cinescribe.backlot.plan.plan import Line, Member, Move, Scale, Take
from cinescribe.backlot.plot.stories import Beat
from cinescribe.schema import Transition
from cinescribe.timing import Seconds, Span

TICK: Seconds = 1 / 8  # every take's length is a multiple: exact in binary, whole frames at 24 and 8 a second
SHORTEST_CLIP, LONGEST_CLIP = 4.0, 7.0
CLOSE: tuple[Seconds, Seconds] = (1.5, 2.25)  # length of a close take
MASTER, TWO_MASTERS = 2.5, 3.5  # least length of the take, or of the two takes, that show the action
LEAD_IN, LEAD_OUT = 0.25, 0.25  # seconds of a take before and after the action
BRIEF: tuple[Seconds, Seconds] = (1.6, 2.4)  # how long it takes to do what is soon done
NOT_THERE_BEFORE = frozenset({"enter"})  # no close take before the action
GONE_AFTER = frozenset({"leave", "fall", "run"})  # none after it
FULL_LENGTH = frozenset({"fall", "sit", "stand"})  # seen in a wide take
DOWN_AFTER = frozenset({"fall"})  # no medium take either: it would show an empty place
LAST = frozenset({"leave"})  # done at the end of one take, since nobody may be left to look at
LASTING = frozenset({"read", "phone", "drink", "dance", "run", "follow", "clap", "wave", "shout at"})

# Scales of a clip's takes, and how often.
PATTERNS: tuple[tuple[tuple[Scale, ...], int], ...] = (
    (("medium",), 4), (("wide",), 3), (("wide", "medium"), 3), (("medium", "close"), 4), (("close", "medium"), 4),
    (("close", "wide"), 2), (("wide", "close"), 2), (("wide", "medium", "close"), 2), (("close", "medium", "close"), 2),
)  # fmt: skip
MOVES: tuple[tuple[Move, ...], tuple[int, ...]] = (("still", "pan left", "pan right", "zoom in"), (60, 12, 12, 16))
BETWEEN_SCENES: tuple[tuple[Transition, ...], tuple[int, ...]] = (("cut", "dissolve", "fade"), (50, 28, 22))
BLENDS: tuple[Seconds, ...] = (0.5, 0.625, 0.75, 0.875, 1.0, 1.125)
OCCLUDED = 0.3  # share of takes in hard films in which something stands half before the actor
N_COSTUMES = 3

TALKS = 0.5  # share of clips with dialogue
LINE_MARGIN: Seconds = 0.35  # silence between lines, and between a line and its clip's end
# How long the cast's voices need at most; `voices` speaks, and hurries the few lines that need longer.
SECONDS_A_LETTER, SECONDS_A_LINE = 0.058, 0.4


@dataclass(frozen=True)
class Speaking:
    """A line before it is known when it is spoken."""

    member: str
    text: str

    @property
    def seconds(self) -> Seconds:
        """How long it may last."""
        return SECONDS_A_LINE + SECONDS_A_LETTER * len(self.text)


@dataclass(frozen=True)
class Covered:
    """A clip covered: its takes and lines, and where the next clip begins."""

    takes: tuple[Take, ...]
    lines: tuple[Line, ...]

    @property
    def end(self) -> Seconds:
        """The end of its last take."""
        return self.takes[-1].span.end


def covered(
    rng: random.Random,
    beat: Beat,
    cast: Sequence[Member],
    *,
    clip: str,
    start: Seconds,
    opens_scene: bool,
    speaking: tuple[Speaking, ...] = (),
    show: frozenset[str] = frozenset(),
    hard: bool = False,
) -> Covered:
    """The takes and lines of a beat.

    Args:
        rng: where chance comes from.
        beat: what happens.
        cast: the members, by number.
        clip: id of the clip.
        start: when it begins.
        opens_scene: whether another scene was before; it may then dissolve or fade in.
        speaking: one or two lines to be spoken.
        show: members whose face no take showed yet; a close take rather shows one of them.
        hard: look-alikes' film: things in the way, costumes changing from scene to scene.
    """
    doers = tuple(cast[one].id for one in beat.doers)
    scales = _pattern(rng, beat.action, doers, speaking, show)
    lengths = _lengths(rng, scales, speaking)
    transition = rng.choices(*BETWEEN_SCENES)[0] if opens_scene else "cut"
    blend = 0.0 if transition == "cut" else rng.choice(BLENDS)
    focus = _focus(rng, scales, doers, speaking, show)
    master = _master_take(rng, beat, cast, clip=clip, hard=hard)
    takes, at = [], start
    for k, (scale, length) in enumerate(zip(scales, lengths, strict=True)):
        take = _as_seen(rng, master, scale, focus[k], hard=hard)
        takes.append(replace(take, id=f"{clip}.{k + 1}", span=Span(at, at + length)))
        at += length
    takes[0] = replace(takes[0], transition=transition, blend=blend)
    done = _action_span(rng, takes)
    lines = _lines(speaking, Span(start, at), late=scales[0] != "close")
    return Covered(tuple(replace(take, action_span=done) for take in takes), lines)


def _pattern(
    rng: random.Random, action: str, doers: tuple[str, ...], speaking: tuple[Speaking, ...], show: frozenset[str]
) -> tuple[Scale, ...]:
    """The scales of the takes: with faces to show there is a close or medium one, with lines rather a close one."""
    scales, wanted = [pattern for pattern, _ in PATTERNS], [often for _, often in PATTERNS]
    for k, pattern in enumerate(scales):
        if not _suits(pattern, action):
            wanted[k] = 0
        if show.intersection(doers) and pattern == ("wide",):
            wanted[k] = 0
        if (speaking or show.intersection(doers)) and "close" in pattern:
            wanted[k] *= 3
    return rng.choices(scales, wanted)[0]


def _suits(pattern: tuple[Scale, ...], action: str) -> bool:
    """Whether takes of these scales show an action, and nothing that is not there."""
    if action in FULL_LENGTH and "wide" not in pattern:
        return False
    if action in DOWN_AFTER and "medium" in pattern:
        return False
    if action in LAST and "wide" in pattern and "medium" in pattern:
        return False
    return not (
        (action in NOT_THERE_BEFORE and pattern[0] == "close") or (action in GONE_AFTER and pattern[-1] == "close")
    )


def _lengths(rng: random.Random, scales: tuple[Scale, ...], speaking: tuple[Speaking, ...]) -> list[Seconds]:
    """How long each take is, in ticks; a clip with lines leaves 1.5 s and more for a description."""
    close = [_ticks(rng.uniform(*CLOSE)) if scale == "close" else 0.0 for scale in scales]
    n_master = sum(scale != "close" for scale in scales)
    least = max(SHORTEST_CLIP, sum(close) + (TWO_MASTERS if n_master == 2 else MASTER))
    if speaking:
        least = max(least, min(LONGEST_CLIP, 2.0 + sum(line.seconds + LINE_MARGIN for line in speaking)))
    whole = _ticks(rng.uniform(least, min(LONGEST_CLIP, least + 1.75)))
    left = whole - sum(close)
    first = left if n_master == 1 else _ticks(left * rng.uniform(0.45, 0.55))
    masters = iter((first, left - first))
    return [length or next(masters) for length in close]


def _focus(
    rng: random.Random,
    scales: tuple[Scale, ...],
    doers: tuple[str, ...],
    speaking: tuple[Speaking, ...],
    show: frozenset[str],
) -> list[str | None]:
    """Whom each close take shows: who speaks then, else who was not yet seen, else one doer after the other."""
    candidates = [one for one in doers if one in show] or list(doers)
    turns = [*dict.fromkeys([*rng.sample(candidates, len(candidates)), *doers])]
    if speaking:
        said = [line.member for line in speaking if line.member in doers]
        late = scales[0] != "close"
        turns = [*dict.fromkeys([*(reversed(said) if late else said), *turns])]
    out: list[str | None] = []
    for scale in scales:
        out.append(turns[sum(one is not None for one in out) % len(turns)] if scale == "close" else None)
    return out


def _master_take(rng: random.Random, beat: Beat, cast: Sequence[Member], *, clip: str, hard: bool) -> Take:
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


def _as_seen(rng: random.Random, master: Take, scale: Scale, focus: str | None, *, hard: bool) -> Take:
    """The master take at another scale; a close one shows its focus alone."""
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
    """When the action is done: within the medium and wide takes, clear of the transition."""
    shown = [take for take in takes if take.scale != "close"]
    start = shown[0].span.start + shown[0].blend / 2 + LEAD_IN
    end = shown[-1].span.end - LEAD_OUT
    if shown[0].action in LASTING:
        return Span(start, end)
    length = rng.uniform(*BRIEF)
    if shown[0].action in LAST:
        return Span(max(start, end - length), end)
    if len(shown) > 1:  # half of it on each side of the cut
        start = max(start, shown[1].span.start - length / 2)
    return Span(start, min(end, start + length))


def _lines(speaking: tuple[Speaking, ...], clip: Span, *, late: bool) -> tuple[Line, ...]:
    """The lines one after the other, at the clip's end if `late`, else at its start."""
    room = clip.duration - 2 * LINE_MARGIN
    fitting: list[Speaking] = []
    for line in speaking:
        if sum(one.seconds + LINE_MARGIN for one in (*fitting, line)) - LINE_MARGIN <= room:
            fitting.append(line)
    whole = sum(line.seconds + LINE_MARGIN for line in fitting) - LINE_MARGIN
    at = clip.end - LINE_MARGIN - whole if late else clip.start + LINE_MARGIN
    out = []
    for line in fitting:
        out.append(Line(line.member, line.text, Span(at, at + line.seconds)))
        at += line.seconds + LINE_MARGIN
    return tuple(out)


def _ticks(seconds: Seconds) -> Seconds:
    return round(seconds / TICK) * TICK
