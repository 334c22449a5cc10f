"""Moments of a small film, and a chat model that answers as a script says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from cinescribe.generate.narration.moments import Moment, NumberedShot, Role, SeenFrame
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.schema import Face
from cinescribe.timing import Span

ANNA, BEN = Role("p1", "Anna", "Anna, in blue,"), Role("p2", "Ben", "Ben")
STRANGER = Role("p3", "the person in red", "a person in red")
ABLE = Capabilities(True, True, True, True, True)


@dataclass
class ScriptedModel:
    """A chat model; `reply` gets each request, `asked` holds them."""

    reply: Callable[[ChatRequest], ChatAnswer | str]
    name: str = "scripted"
    can: Capabilities = ABLE
    asked: list[ChatRequest] = field(default_factory=list)

    def ask(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        self.asked += requests
        found = [self.reply(request) for request in requests]
        return [ChatAnswer(answer) if isinstance(answer, str) else answer for answer in found]


def moment(start=4.0, end=8.0, *, since=None, dialogue=()) -> Moment:
    """A pause with three shots: one before it, its own, and one after."""
    begin = start if since is None else since
    shots = (
        NumberedShot(1, Span(begin - 2, begin), True),
        NumberedShot(2, Span(begin, end), False),
        NumberedShot(3, Span(end, end + 2), True),
    )
    return Moment(Span(start, end), Span(begin, end), shots, dialogue)


def face(time: float, person: str, across=0.3, height=0.2) -> Face:
    return Face(time, (across, 0.3, across + height * 9 / 16, 0.3 + height), 1.0, 0, 0, person)


def frame(time: float, shot: int, *faces: Face, level=90) -> SeenFrame:
    return SeenFrame(time, np.full((90, 160, 3), level, np.uint8), shot, faces)


def look(one: Moment) -> list[SeenFrame]:
    """A frame of each shot; Anna is in the moment's own."""
    return [
        frame(shot.span.start + 0.5, shot.number, *([] if shot.is_context else [face(shot.span.start + 0.5, "p1")]))
        for shot in one.shots
    ]
