"""Staging of a take: where each person is, and how they are posed at each time."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cinescribe.backlot.drawing.actions import (
    DEFAULT_THINGS,
    GAP,
    PROPS,
    REST,
    STATIONARY_ACTIONS,
    ActionMoment,
    ActionPoses,
    action_poses,
)
from cinescribe.backlot.drawing.brush import Point
from cinescribe.backlot.drawing.cast import Appearance, Costume, appearance_of, costume_of, stranger
from cinescribe.backlot.drawing.figures import DrawnFigure, Pose, StagePosition
from cinescribe.backlot.plan.plan import DialogueLine, PlannedMember, Take
from cinescribe.errors import InputError
from cinescribe.timing import Seconds

EXTRA = "extra"  # `who` of a stranger
HORIZON = 130.0  # cm: height of the camera; people in the back shrink towards it

_SYLLABLES_HZ = 2.3  # mouth movements of a speaker
_BLINK: Seconds = 0.16
# Distance of a bystander from the centre in cm: in a wide take, and in a medium take beside one person and beside two,
# where the whole face must still be in the picture.
_BESIDE_WIDE, _BESIDE_ONE, _BESIDE_TWO = 118.0, 53.0, 57.0
_HABITS: tuple[tuple[Point, Point], ...] = (
    (REST.near, REST.far),
    ((19.0, 95.0), (-21.0, 77.0)),
    ((5.0, 88.0), (-5.0, 90.0)),
    ((16.0, 84.0), (-16.0, 84.0)),
)


@dataclass(frozen=True)
class Player:
    """A person in view.

    Args:
        who: id of the member, or `EXTRA`.
        appearance, costume: appearance and clothes.
        mark: the person's position.
        seed: seed of sway, blinks and habits.
        away: whether the person faces away from the camera for the whole take.
        speed: cm per second, for strangers who pass by.
    """

    who: str
    appearance: Appearance
    costume: Costume
    mark: StagePosition
    seed: str
    away: bool = False
    speed: float = 0.0


class Stage:
    """A staged take: its players in painting order, and their poses at any time.

    Args:
        take: the take.
        cast: members of the film by id.
        lines: dialogue of the film; lines outside the take are ignored.

    Raises:
        InputError: when a person in the take is not in the cast.
    """

    def __init__(self, take: Take, cast: Mapping[str, PlannedMember], lines: Sequence[DialogueLine]) -> None:
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

    def poses(self, time: Seconds) -> ActionPoses:
        """Return the poses of the action at a time."""
        return action_poses(self.take.action, self.moment(time))

    def moment(self, time: Seconds) -> ActionMoment:
        """Return the progress of the action at a time."""
        span = self.take.action_span
        phase = 0.0 if span.duration == 0 else (time - span.start) / span.duration
        return ActionMoment(min(1.0, max(0.0, phase)), time - span.start, self.reach)

    @property
    def reach(self) -> float:
        """Distance from a mark, in cm, at which a person is out of the picture."""
        return 330.0 if self.take.scale == "wide" else 125.0

    @property
    def tallest(self) -> float:
        """Height factor of the tallest member on stage; strangers are too far off to matter."""
        return max(player.appearance.height for player in self.players if player.who != EXTRA)

    @property
    def shows_action(self) -> bool:
        """Whether the take shows the action; a close take shows only gestures of the actor."""
        take = self.take
        if take.scale != "close":
            return True
        return take.focus in (None, take.actor) and take.action in STATIONARY_ACTIONS

    def figure(self, player: Player, poses: ActionPoses, time: Seconds) -> DrawnFigure:
        """Return the posed figure of a player at a time."""
        mark = player.mark
        pose = self._habit(player)
        if player.who == self.take.actor and self.shows_action:
            pose = poses.actor
            mark = replace(mark, facing=-mark.facing) if poses.back else mark
        elif player.who == self.take.partner and self.take.scale != "close":
            pose = poses.partner
            mark = replace(mark, facing=-mark.facing) if poses.along else mark
        elif player.speed:
            mark, pose = self._passing(player, pose, time)
        if player.away:
            pose = replace(pose, head_turn=None)
        return DrawnFigure(player.appearance, player.costume, _alive(pose, player, time), mark)

    def mouth(self, player: Player, time: Seconds) -> float:
        """Return how far speech opens a player's mouth, 0 to 1."""
        for line in self.lines:
            if line.member == player.who and line.span.has(time):
                into = time - line.span.start
                wave = abs(math.sin(math.pi * _SYLLABLES_HZ * into)) * (0.75 + 0.25 * math.sin(7.1 * into))
                return max(0.0, min(1.0, 0.15 + 0.85 * wave))
        return 0.0

    def lids(self, player: Player, time: Seconds) -> float:
        """Return how far a player's eyes are closed, 0 to 1."""
        rng = random.Random(f"{player.seed}/blink")
        every, first = rng.uniform(2.4, 4.4), rng.uniform(0, 4)
        into = (time + first) % every
        return 0.0 if into > _BLINK else math.sin(math.pi * into / _BLINK) ** 0.5

    def _member(self, who: str) -> PlannedMember:
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
        mark = StagePosition(x, -HORIZON * (1 - size), size, facing)
        return Player(who, appearance_of(member), costume_of(member, costume), mark, f"{self.take.seed}/{who}", away)

    def _leads(self) -> list[Player]:
        take, side = self.take, self.side
        if take.partner is None:
            x = -18.0 * side if self.prop in ("table", "door") else self.rng.uniform(-12, 12)
            return [self._player(take.actor, x, facing=side)]
        partner = self._player(take.partner, side * GAP / 2, facing=-side)
        return [partner, self._player(take.actor, -side * GAP / 2, facing=side)]

    def _bystanders(self) -> list[Player]:
        """Place other members beside and a little behind the leads."""
        players = []
        edge = _BESIDE_ONE if self.take.partner is None else _BESIDE_TWO
        if self.take.scale == "wide":
            edge = _BESIDE_WIDE
        for index, who in enumerate(self.take.bystanders):
            side = self.side if index % 2 == 0 else -self.side
            x = side * (edge + (index // 2) * 44.0 + self.rng.uniform(-2, 2))
            players.append(self._player(who, x, facing=-1 if x > 0 else 1, size=0.97, away=self.rng.random() < 0.15))
        return players

    def _extras(self) -> list[Player]:
        """Place strangers far behind, the farthest first; some of them pass by."""
        wide = self.take.scale == "wide"
        sizes = sorted(
            self.rng.uniform(0.64, 0.76) if wide else self.rng.uniform(0.38, 0.46) for _ in range(self.take.n_extras)
        )
        players = []
        for index, size in enumerate(sizes):
            seed = f"{self.take.seed}/extra/{index}"
            appearance, costume = stranger(seed)
            x, facing = self.rng.uniform(-1, 1) * (220 if wide else 75), self.rng.choice((-1, 1))
            speed = self.rng.choice((0.0, 38.0, 52.0)) * size
            mark = StagePosition(x, -HORIZON * (1 - size), size, facing)
            away = not speed and self.rng.random() < 0.4
            players.append(Player(EXTRA, appearance, costume, mark, seed, away, speed))
        return players

    def _habit(self, player: Player) -> Pose:
        rng = random.Random(f"{player.seed}/habit")
        near, far = rng.choice(_HABITS)
        return replace(REST, near=near, far=far, head_turn=rng.uniform(0.0, 0.3), turn=rng.uniform(0.1, 0.35))

    def _passing(self, player: Player, pose: Pose, time: Seconds) -> tuple[StagePosition, Pose]:
        x = player.mark.x + player.mark.facing * player.speed * (time - self.take.span.middle)
        swing = math.sin(2 * math.pi * 0.9 * time)
        walk = replace(
            pose,
            stride=0.7 * swing,
            turn=0.7,
            head_turn=0.6,
            near=(4.0 - 16 * swing, 80.0),
            far=(0.0 + 16 * swing, 80.0),
        )
        return replace(player.mark, x=x), walk


def _alive(pose: Pose, player: Player, time: Seconds) -> Pose:
    """Add the small movements of breathing and of glancing around."""
    phase = random.Random(f"{player.seed}/sway").uniform(0, 2 * math.pi)
    sway, glance = math.sin(1.3 * time + phase), math.sin(0.9 * time + 2 * phase)
    head_turn = None if pose.head_turn is None else pose.head_turn + 0.14 * glance
    return replace(
        pose,
        x=pose.x + 0.7 * sway,
        head_turn=head_turn,
        nod=pose.nod + 0.1 * math.sin(1.1 * time + 3 * phase),
        tilt=pose.tilt + 0.035 * math.sin(0.8 * time + phase),
        drop=pose.drop + 0.35 * math.sin(1.9 * time + phase),
    )
