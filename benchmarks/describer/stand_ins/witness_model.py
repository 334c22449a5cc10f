"""A truthful witness: a chat model in this process that answers from the truth of a Backlot film.

It errs as `Errors` says. It knows people only by the marks in the pictures it is given: for each member of the cast it
looks for a coloured circle around the head, where truth has that head, and takes the name of that colour from the
prompt. A face that our cast or marks have wrong so leads to a wrong name.

- View: each fact is false with the chosen probability: another action, person or thing. The error follows from the
  whole request, so that a second view errs anew.
- Draft: it words the notes of the prompt, and no others.
- Check: what it thinks of a statement follows from the statement and the frames. The same question gets the same
  answer, in whatever list it stands; other words or other frames are another question. Marks are judged by pixels.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.describer.stand_ins.film_truth import SOMEBODY, claims, predicate, proof
from benchmarks.describer.stand_ins.marks import circle_around, is_square_there
from benchmarks.describer.stand_ins.requests import (
    Frame,
    decoded_all,
    frames_of,
    legend_of,
    own_shots,
    stage_of,
    statements_of,
)
from benchmarks.describer.stand_ins.writer import written
from benchmarks.describer.witness_errors import Errors, probability
from cinescribe.backlot.plan.caption_templates import PLACE_WORDS, TEMPLATES, article
from cinescribe.backlot.plan.plan import THINGS
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth, FrameSightings, Sighting
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatPicture, ChatRequest, Token
from cinescribe.schema import Box

PEOPLE = re.compile(r"The people are: (.+)\. Call them")
_FITTING = {"close": "face show", "medium": "objects", "long": "place"}  # what is asked for, by scale
_HEAD = 0.08  # half of a head's height, of the figure's


@dataclass(frozen=True)
class Timed:
    """A frame without its picture: when it is, and the number of its shot in the request."""

    time: float
    shot: int


# The frames of a request, and what each member of the cast is called in them.
Look: TypeAlias = tuple[tuple[Timed, ...], dict[str, str]]


@dataclass(frozen=True)
class Witness:
    """A `ChatModel` that knows one film.

    Args:
        truth: of the film.
        sightings: who is where in its frames, by time.
        frames: times of the frames that describe kept, and their thumbnails; the plain prompt gives no times.
        errors: what it gets wrong.
        seed: of the errors.
        gives_probabilities: whether answers come with log-probabilities.
        looks: what was seen in requests before, which witnesses of one film may share.
    """

    truth: FilmTruth
    sightings: tuple[FrameSightings, ...]
    frames: tuple[tuple[float, NDArray[np.int16]], ...]
    errors: Errors
    seed: int
    gives_probabilities: bool = True
    looks: dict[str, Look] = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The witness with its settings, on which cached stages depend."""
        return f"witness@{self.errors.name}/{self.seed}{'' if self.gives_probabilities else '/bare'}"

    @property
    def can(self) -> Capabilities:
        """Everything, but log-probabilities only if so chosen."""
        return Capabilities(True, True, True, True, self.gives_probabilities)

    def ask(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        """Return the answers."""
        return [self._answer(request) for request in requests]

    def _answer(self, request: ChatRequest) -> ChatAnswer:
        digest = hashlib.sha256(request.words.encode() + _pixels(request)).hexdigest()
        rng = random.Random(f"{self.seed}/{digest}")
        stage = stage_of(request)
        if stage == "check":
            return self._checked(request)
        if stage == "draft":
            return ChatAnswer(written(request.text, [member.name for member in self.truth.cast]))
        if stage == "view":
            return ChatAnswer(self._seen(request, rng))
        return ChatAnswer(self._captioned(request, rng))

    def _seen(self, request: ChatRequest, rng: random.Random) -> str:
        """The answer to a view."""
        frames, called = self._looked(request)
        own = own_shots(request.text)
        shown = [frame for frame in frames if frame.shot in own]
        actions = []
        clips = self.errors.reported(self._visible(shown))
        for clip in clips:
            shot = next(frame.shot for frame in shown if clip.action_span.has(frame.time))
            actions += self._facts(clip, called, shot, rng)
        answer: dict[str, object] = {"actions": actions, "detail": self._detail(request.text, clips, shown, rng)}
        if '"camera"' in request.text:
            answer["camera"] = self._scale(shown)
        return json.dumps(answer)

    def _detail(self, text: str, clips: Sequence[FilmedClip], shown: Sequence[Timed], rng: random.Random) -> str:
        """The answer to the question about the place or the things, whichever suits the scale."""
        asked = text if '"camera"' not in text else _FITTING[self._scale(shown)]
        if not clips or "face show" in asked:
            return ""
        if "objects" in asked:
            return article(clips[0].thing) if clips[0].thing else ""
        if "place" not in asked or len({clip.place for clip in clips}) > 1:
            return ""
        wrong = rng.random() < self.errors.facts
        others = [name for name in PLACE_WORDS if name != clips[0].place]
        return PLACE_WORDS[rng.choice(others) if wrong else clips[0].place].at

    def _scale(self, shown: Sequence[Timed]) -> str:
        """How near the camera is in most frames."""
        at = Counter(shot.scale for frame in shown for shot in self.truth.shots if shot.span.has(frame.time))
        return "long" if not at or (most := at.most_common(1)[0][0]) == "wide" else most

    def _facts(
        self, clip: FilmedClip, called: Mapping[str, str], shot: int, rng: random.Random
    ) -> list[dict[str, object]]:
        shown, names = clip, dict(called)
        if rng.random() < self.errors.facts:
            shown, names = _falsified(clip, names, rng)
        gender = self._gender[shown.actor]
        partner = names.get(shown.partner, "") if shown.partner else ""
        does = predicate(shown, partner, gender, variant=rng.randrange(5))
        facts: list[dict[str, object]] = [{"who": names[shown.actor], "does": does, "to_whom": partner, "shot": shot}]
        others = [member for member in clip.people if member not in (clip.actor, clip.partner) and member in called]
        facts += [{"who": called[one], "does": "stands nearby", "to_whom": "", "shot": shot} for one in others]
        return facts

    def _checked(self, request: ChatRequest) -> ChatAnswer:
        """The answer to a check: the numbers of the statements that it calls true.

        A number's log-probability is that of the token: that this statement is called true, and those between it and
        the number before are not.
        """
        frames, called = self._looked(request)
        stated = statements_of(request.text)
        sure = [(n, probability(self._sureness(text, request.pictures, frames, called))) for n, text in stated]
        tokens: list[Token] = []
        passed = 0.0
        for n, yes in sure:
            if yes <= 0.5:
                passed += math.log(1 - yes)
                continue
            if tokens:
                tokens.append(Token(", ", 0.0))
            tokens.append(Token(str(n), passed + math.log(yes)))
            passed = 0.0
        tokens = tokens or [Token("none", passed)]
        text = "".join(token.text for token in tokens)
        if not request.log_probability or not self.gives_probabilities:
            return ChatAnswer(text)
        mean = sum(token.log_probability for token in tokens) / len(tokens)
        return ChatAnswer(text, mean, tokens=tuple(tokens))

    def _sureness(
        self, statement: str, pictures: Sequence[ChatPicture], frames: Sequence[Timed], called: Mapping[str, str]
    ) -> float:
        """The log-odds with which a statement is called true."""
        # By the times of the frames: a mark drawn elsewhere in the same frames is no other look at them.
        rng = random.Random(f"{self.seed}/{statement}/{[frame.time for frame in frames]}")
        marked = is_square_there(statement, pictures)
        if marked is not None:
            return self.errors.sureness(marked, rng)
        said = claims(statement, called.values())
        here = self.errors.judged(self._visible(frames))
        words = {member: f"{name.casefold()}|{SOMEBODY[self._gender[member]]}" for member, name in called.items()}
        is_true = said is not None and all(proof(claim, here, words) is not None for claim in said)
        if said is not None and self.errors.is_turned(claim.action for claim in said):
            is_true = not is_true
        return self.errors.sureness(is_true, rng)

    def _captioned(self, request: ChatRequest, rng: random.Random) -> str:
        """The answer to the plain prompt: a sentence about what most frames show."""
        shown = [self._timed(image) for image in decoded_all(request.pictures)]
        filmed = self.errors.reported(self.truth.clips)
        clips = Counter(clip.id for frame in shown for clip in filmed if clip.span.has(frame.time))
        clip = next((clip for clip in filmed if clips and clip.id == clips.most_common(1)[0][0]), None)
        if clip is None:
            return "Nobody is there."
        called = self._placed(shown, PEOPLE.search(request.text))
        is_doing = any(clip.action_span.has(frame.time) for frame in shown)
        if not is_doing:
            who = called[clip.actor]
            return f"{who[0].upper()}{who[1:]} is {PLACE_WORDS[clip.place].at}."
        fact = self._facts(clip, called, 1, rng)[0]
        return f"{fact['who']} {fact['does']}."

    def _placed(self, shown: Sequence[Timed], people: re.Match[str] | None) -> dict[str, str]:
        """What the cast is called by a prompt that names people from left to right."""
        names = re.findall(r"(\w[\w ]*?) \((?:on the|in the)", people[1].replace(" and ", ", ")) if people else []
        across: dict[str, list[float]] = {}
        for frame in shown:
            for one in self._sighted(frame.time).seen:
                if one.face is not None and one.who in self._gender:
                    across.setdefault(one.who, []).append((one.face[0] + one.face[2]) / 2)
        order = sorted(across, key=lambda member: float(np.median(across[member])))
        named = dict(zip(order, names, strict=True)) if len(order) == len(names) else {}
        return {member: named.get(member, SOMEBODY[gender]) for member, gender in self._gender.items()}

    def _visible(self, shown: Sequence[Timed]) -> list[FilmedClip]:
        """The clips whose action is done in a frame that is shown."""
        return [clip for clip in self.truth.clips if any(clip.action_span.has(frame.time) for frame in shown)]

    def _called(self, shown: Sequence[Frame], legend: Mapping[str, str]) -> dict[str, str]:
        """What each member of the cast is called, by the circles around their heads; others by what is visible."""
        votes: dict[str, Counter[str]] = {}
        for frame in shown:
            for one in self._sighted(frame.time).seen:
                if one.who in self._gender:
                    colour = circle_around(frame.image, _head(one), legend)
                    if colour is not None:
                        votes.setdefault(one.who, Counter())[legend[colour]] += 1
        best = {member: count.most_common(1)[0][0] for member, count in votes.items()}
        return {member: best.get(member, SOMEBODY[gender]) for member, gender in self._gender.items()}

    def _looked(self, request: ChatRequest) -> Look:
        """What is seen in the frames of a request; questions may come with the same frames."""
        legend = legend_of(request.text)
        key = hashlib.sha256(repr(legend).encode() + _pixels(request)).hexdigest()
        if key not in self.looks:
            shown = frames_of(request)
            times = tuple(Timed(frame.time, frame.shot) for frame in shown)
            self.looks[key] = times, self._called(shown, legend)
        return self.looks[key]

    def _sighted(self, time: float) -> FrameSightings:
        at = int(np.abs(self._times - time).argmin())
        return self.sightings[at]

    @cached_property
    def _times(self) -> NDArray[np.float64]:
        return np.array([one.time for one in self.sightings])

    @cached_property
    def _gender(self) -> dict[str, str]:
        return {member.id: member.gender for member in self.truth.cast}

    def _timed(self, image: NDArray[np.uint8]) -> Timed:
        small = thumbnail(image)
        time, _ = min(self.frames, key=lambda frame: float(np.abs(frame[1] - small).mean()))
        return Timed(time, 1)


def thumbnail(image: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Return a small picture, by which a frame is found again."""
    return np.asarray(cv2.resize(image, (48, 27), interpolation=cv2.INTER_AREA), np.int16)


def _pixels(request: ChatRequest) -> bytes:
    return b"".join(hashlib.sha256(picture.data).digest() for picture in request.pictures)


def _head(one: Sighting) -> Box:
    """The box of a head, also of one that is turned away."""
    if one.face is not None:
        return one.face
    (across, down), half = one.head, _HEAD * (one.box[3] - one.box[1])
    return across - half, down - half, across + half, down + half


def _falsified(clip: FilmedClip, called: dict[str, str], rng: random.Random) -> tuple[FilmedClip, dict[str, str]]:
    """A clip in which one thing is wrong: who, what, or with what."""
    others = sorted(set(called.values()) - {called[clip.actor]})
    kind = rng.choice(["action", "person", "thing"])
    if kind == "person" and others:
        return clip, called | {clip.actor: rng.choice(others)}
    if kind == "thing" and clip.thing is not None:
        return clip.replace(thing=rng.choice([thing for thing in THINGS if thing != clip.thing])), called
    alike = [
        action
        for action, templates in TEMPLATES.items()
        if action != clip.action
        and ("{b}" in templates[0][0]) == (clip.partner is not None)
        and (clip.thing is not None or not any("{o}" in text for text, *_ in templates))
    ]
    return clip.replace(action=rng.choice(alike)), called
