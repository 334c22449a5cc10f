"""Who stands where in a take, and how each is posed at a moment of it."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cinescribe.backlot.drawing.actions import (
    DEFAULT_THINGS,
    GAP,
    IN_PLACE,
    PROPS,
    REST,
    Moment,
    Tableau,
    tableau,
)
from cinescribe.backlot.drawing.brush import Point
from cinescribe.backlot.drawing.cast import Costume, Look, costume_of, look_of, stranger
from cinescribe.backlot.drawing.figures import Figure, Mark, Pose
from cinescribe.backlot.plan.plan import Line, Member, Take
from cinescribe.errors import InputError
from cinescribe.timing import Seconds

EXTRA = "extra"  # who a stranger is
HORIZON = 130.0  # cm: how high the camera stands; people behind shrink towards it

_SYLLABLES_HZ = 2.3  # how often a speaker's mouth opens and shuts
_BLINK: Seconds = 0.16
# cm from the middle to a bystander: in a wide take; in a medium one beside somebody alone, and beside two, where the
# whole face must still be in the picture.
_BESIDE_WIDE, _BESIDE_ONE, _BESIDE_TWO = 118.0, 53.0, 57.0
_HABITS: tuple[tuple[Point, Point], ...] = (
    (REST.near, REST.far),
    ((19.0, 95.0), (-21.0, 77.0)),
    ((5.0, 88.0), (-5.0, 90.0)),
    ((16.0, 84.0), (-16.0, 84.0)),
)


@dataclass(frozen=True)
class Player:
    """Somebody in view.

    Args:
        who: the member's id, or `EXTRA`.
        look, costume: how they look.
        mark: where they stand.
        seed: for sway, blinks and habits.
        away: turned away from the camera for the whole take.
        walks: cm a second, for strangers who pass.
    """

    who: str
    look: Look
    costume: Costume
    mark: Mark
    seed: str
    away: bool = False
    walks: float = 0.0


class Stage:
    """A take, set up: its players in the order in which they are painted, and what they do at any time.

    Args:
        take: what is filmed.
        cast: the film's members by id.
        lines: the film's dialogue; lines of others and other times do no harm.

    Raises:
        InputError: when the take names somebody who is not in the cast.
    """

    def __init__(self, take: Take, cast: Mapping[str, Member], lines: Sequence[Line]) -> None:
        self.take = take
        self.rng = random.Random(f"{take.seed}/{take.clip}/stage")
        self.side = self.rng.choice((-1, 1))
        self.lines = [line for line in lines if line.span.overlap(take.span.padded(take.blend + 1)) > 0]
        self.thing = take.thing or DEFAULT_THINGS.get(take.action)
        self.prop = "none" if take.scale == "close" else PROPS.get(take.action, "none")
        self._cast = cast
        if take.scale == "close":
            behind, leads = [], [self._player(take.focus or take.actor, 0.0, facing=self.side)]
        else:
            behind, leads = [*self._extras(), *self._bystanders()], self._leads()
        self.players = [*behind, *leads]
        self.n_behind = len(behind)

    def tableau(self, time: Seconds) -> Tableau:
        """The action at a time."""
        return tableau(self.take.action, self.moment(time))

    def moment(self, time: Seconds) -> Moment:
        """How far the action is at a time."""
        span = self.take.action_span
        phase = 0.0 if span.duration == 0 else (time - span.start) / span.duration
        return Moment(min(1.0, max(0.0, phase)), time - span.start, self.reach)

    @property
    def reach(self) -> float:
        """How far from a mark nobody is in the picture any more, in cm."""
        return 330.0 if self.take.scale == "wide" else 125.0

    @property
    def tallest(self) -> float:
        """The height, as a factor, of the tallest member on stage; strangers stand too far off to count."""
        return max(player.look.height for player in self.players if player.who != EXTRA)

    @property
    def shows_action(self) -> bool:
        """Whether the actor's action is seen at all; a close take shows only gestures, and only the actor's."""
        take = self.take
        if take.scale != "close":
            return True
        return take.focus in (None, take.actor) and take.action in IN_PLACE

    def figure(self, player: Player, seen: Tableau, time: Seconds) -> Figure:
        """A player posed at a time."""
        mark = player.mark
        pose = self._habit(player)
        if player.who == self.take.actor and self.shows_action:
            pose = seen.actor
            mark = replace(mark, facing=-mark.facing) if seen.back else mark
        elif player.who == self.take.partner and self.take.scale != "close":
            pose = seen.partner
            mark = replace(mark, facing=-mark.facing) if seen.along else mark
        elif player.walks:
            mark, pose = self._passing(player, pose, time)
        if player.away:
            pose = replace(pose, look=None)
        return Figure(player.look, player.costume, _alive(pose, player, time), mark)

    def mouth(self, player: Player, time: Seconds) -> float:
        """How far a player's mouth is opened by speech, 0..1."""
        for line in self.lines:
            if line.member == player.who and line.span.has(time):
                into = time - line.span.start
                wave = abs(math.sin(math.pi * _SYLLABLES_HZ * into)) * (0.75 + 0.25 * math.sin(7.1 * into))
                return max(0.0, min(1.0, 0.15 + 0.85 * wave))
        return 0.0

    def lids(self, player: Player, time: Seconds) -> float:
        """How far a player's eyes are shut, 0..1."""
        rng = random.Random(f"{player.seed}/blink")
        every, first = rng.uniform(2.4, 4.4), rng.uniform(0, 4)
        into = (time + first) % every
        return 0.0 if into > _BLINK else math.sin(math.pi * into / _BLINK) ** 0.5

    def _member(self, who: str) -> Member:
        member = self._cast.get(who)
        if member is None:
            raise InputError(
                f"take {self.take.id!r} shows {who!r}, who is not in the cast "
                f"({', '.join(self._cast) or 'which is empty'}); add that member to the cast"
            )
        return member

    def _player(self, who: str, x: float, *, facing: int, size: float = 1.0, away: bool = False) -> Player:
        member = self._member(who)
        costume = dict(self.take.costumes).get(who, 0)
        mark = Mark(x, -HORIZON * (1 - size), size, facing)
        return Player(who, look_of(member), costume_of(member, costume), mark, f"{self.take.seed}/{who}", away)

    def _leads(self) -> list[Player]:
        take, side = self.take, self.side
        if take.partner is None:
            x = -18.0 * side if self.prop in ("table", "door") else self.rng.uniform(-12, 12)
            return [self._player(take.actor, x, facing=side)]
        partner = self._player(take.partner, side * GAP / 2, facing=-side)
        return [partner, self._player(take.actor, -side * GAP / 2, facing=side)]

    def _bystanders(self) -> list[Player]:
        """Other members, beside and a little behind the leads."""
        out = []
        edge = _BESIDE_ONE if self.take.partner is None else _BESIDE_TWO
        if self.take.scale == "wide":
            edge = _BESIDE_WIDE
        for index, who in enumerate(self.take.bystanders):
            side = self.side if index % 2 == 0 else -self.side
            x = side * (edge + (index // 2) * 44.0 + self.rng.uniform(-2, 2))
            out.append(self._player(who, x, facing=-1 if x > 0 else 1, size=0.97, away=self.rng.random() < 0.15))
        return out

    def _extras(self) -> list[Player]:
        """Strangers far behind, some of them passing, the farthest first."""
        wide = self.take.scale == "wide"
        sizes = sorted(
            self.rng.uniform(0.64, 0.76) if wide else self.rng.uniform(0.38, 0.46) for _ in range(self.take.n_extras)
        )
        out = []
        for index, size in enumerate(sizes):
            seed = f"{self.take.seed}/extra/{index}"
            look, costume = stranger(seed)
            x, facing = self.rng.uniform(-1, 1) * (220 if wide else 75), self.rng.choice((-1, 1))
            walks = self.rng.choice((0.0, 38.0, 52.0)) * size
            mark = Mark(x, -HORIZON * (1 - size), size, facing)
            away = not walks and self.rng.random() < 0.4
            out.append(Player(EXTRA, look, costume, mark, seed, away, walks))
        return out

    def _habit(self, player: Player) -> Pose:
        rng = random.Random(f"{player.seed}/habit")
        near, far = rng.choice(_HABITS)
        return replace(REST, near=near, far=far, look=rng.uniform(0.0, 0.3), turn=rng.uniform(0.1, 0.35))

    def _passing(self, player: Player, pose: Pose, time: Seconds) -> tuple[Mark, Pose]:
        x = player.mark.x + player.mark.facing * player.walks * (time - self.take.span.middle)
        swing = math.sin(2 * math.pi * 0.9 * time)
        walk = replace(
            pose, stride=0.7 * swing, turn=0.7, look=0.6, near=(4.0 - 16 * swing, 80.0), far=(0.0 + 16 * swing, 80.0)
        )
        return replace(player.mark, x=x), walk


def _alive(pose: Pose, player: Player, time: Seconds) -> Pose:
    """A pose with the small movements of somebody who breathes and looks about."""
    phase = random.Random(f"{player.seed}/sway").uniform(0, 2 * math.pi)
    sway, glance = math.sin(1.3 * time + phase), math.sin(0.9 * time + 2 * phase)
    look = None if pose.look is None else pose.look + 0.14 * glance
    return replace(
        pose,
        x=pose.x + 0.7 * sway,
        look=look,
        nod=pose.nod + 0.1 * math.sin(1.1 * time + 3 * phase),
        tilt=pose.tilt + 0.035 * math.sin(0.8 * time + phase),
        drop=pose.drop + 0.35 * math.sin(1.9 * time + phase),
    )
