"""A truthful witness: a chat model in this process that answers from the truth of a Backlot film.

It errs at a chosen rate. It knows people only by the marks in the pictures it is given: for each member of the cast it
looks for a coloured circle around the face, where truth has that face, and takes the name of that colour from the
prompt. A face that our cast or marks have wrong so leads to a wrong name.

- Stage one: each fact is false with the chosen probability: another action, person or thing.
- Stage two: it words the notes of the prompt, and no others.
- Stage three: the evidence for a statement is a normal variable, as noisy as gives the chosen rate of wrong answers
  (its log-likelihood ratio has a variance of twice its mean); the log-probability of the answer is what follows
  from it by Bayes. Without log-probabilities only the answer is given.
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
from itertools import pairwise
from statistics import NormalDist

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.describer.witness_truth import SOMEBODY, claims, predicate, proof
from cinescribe.backlot.plan.caption_templates import PLACE_WORDS, TEMPLATES
from cinescribe.backlot.plan.plan import THINGS
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth, FrameSightings
from cinescribe.generate.narration.marked_frames import COLOURS
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.schema import Box

_FRAMES = re.compile(r"(\d+): shot (\d+) at (\d+\.\d) s")
_LEGEND = re.compile(r"circles around their faces: (.+)\.")
_OWN = re.compile(r"^Report shots? ([\d, and to]+), for", re.MULTILINE)
_NOTE = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
_LIMIT = re.compile(r"at most (\d+) words")
_QUOTED = re.compile(r'"(.+)"')
_ROLE = re.compile(r'^Is it (.+) \(the \w+ circle\), and nobody else, who "(.+)"\?$')
_CLOSE = 70  # of 255: distance of a pixel's colour to that of a circle
_N_ANGLES, _ROUND = 24, 0.7  # directions around a face, and the share of them in which a circle shows
_RING = 0.5, 2.2  # half heights of a face between which the line of its circle lies
PEOPLE = re.compile(r"The people are: (.+)\. Call them")


@dataclass(frozen=True)
class Shown:
    """A frame of a request: its time, the number of its shot, and the picture, RGB."""

    time: float
    shot: int
    image: NDArray[np.uint8]


@dataclass(frozen=True)
class Witness:
    """A `ChatModel` that knows one film.

    Args:
        truth: of the film.
        sightings: who is where in its frames, by time.
        frames: times of the frames that describe kept, and their thumbnails; the plain prompt gives no times.
        error: rate of errors.
        seed: of the errors.
        gives_probabilities: whether answers come with log-probabilities.
    """

    truth: FilmTruth
    sightings: tuple[FrameSightings, ...]
    frames: tuple[tuple[float, NDArray[np.int16]], ...]
    error: float
    seed: int
    gives_probabilities: bool = True
    _known: dict[str, tuple[list[Shown], dict[str, str]]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The witness with its settings, on which cached stages depend."""
        return f"witness@{self.error:g}/{self.seed}{'' if self.gives_probabilities else '/votes'}"

    @property
    def can(self) -> Capabilities:
        """Everything, but log-probabilities only if so chosen."""
        return Capabilities(True, True, True, True, self.gives_probabilities)

    def ask(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        """Return the answers."""
        return [self._answer(request) for request in requests]

    def _answer(self, request: ChatRequest) -> ChatAnswer:
        digest = hashlib.sha256(request.text.encode() + b"".join(request.images)).hexdigest()
        rng = random.Random(f"{self.seed}/{digest}")
        if "Answer with one word, yes or no." in request.text:
            return self._checked(request, rng)
        if request.text.startswith("You write the audio description"):
            return ChatAnswer(_written(request.text))
        if _OWN.search(request.text):
            return ChatAnswer(self._seen(request, rng))
        return ChatAnswer(self._captioned(request, rng))

    def _seen(self, request: ChatRequest, rng: random.Random) -> str:
        """The answer of stage one."""
        shown, called = self._looked(request, _numbers(_OWN.findall(request.text)[0]))
        actions = []
        clips = self._visible(shown)
        for clip in clips:
            shot = next(frame.shot for frame in shown if clip.action_span.has(frame.time))
            actions += self._facts(clip, called, shot, rng)
        place = PLACE_WORDS[clips[0].place].at if clips and len({clip.place for clip in clips}) == 1 else ""
        if place and rng.random() < self.error:
            place = rng.choice([words.at for name, words in PLACE_WORDS.items() if name != clips[0].place])
        return json.dumps({"actions": actions, "detail": place})

    def _facts(
        self, clip: FilmedClip, called: Mapping[str, str], shot: int, rng: random.Random
    ) -> list[dict[str, object]]:
        shown, names = clip, dict(called)
        if rng.random() < self.error:
            shown, names = _falsified(clip, names, rng)
        gender = self._gender[shown.actor]
        partner = names.get(shown.partner, "") if shown.partner else ""
        does = predicate(shown, partner, gender, variant=rng.randrange(5))
        facts: list[dict[str, object]] = [{"who": names[shown.actor], "does": does, "to_whom": partner, "shot": shot}]
        others = [member for member in clip.people if member not in (clip.actor, clip.partner) and member in called]
        facts += [{"who": called[one], "does": "stands nearby", "to_whom": "", "shot": shot} for one in others]
        return facts

    def _checked(self, request: ChatRequest, rng: random.Random) -> ChatAnswer:
        """The answer of stage three."""
        shown, called = self._looked(request, None)
        question = request.text.splitlines()[-2]
        role = _ROLE.match(question)
        statement = f"{role[1]} {role[2]}" if role else _QUOTED.findall(question)[0]
        said = claims(statement, called.values())
        here = self._visible(shown)
        words = {member: f"{name.casefold()}|{SOMEBODY[self._gender[member]]}" for member, name in called.items()}
        is_true = said is not None and all(proof(claim, here, words) is not None for claim in said)
        if "Is anything wrong" in question:
            is_true = not is_true
        yes = 1 / (1 + math.exp(-self._evidence(is_true, rng)))
        if not request.log_probability or not self.gives_probabilities:
            return ChatAnswer("Yes." if yes > 0.5 else "No.")
        return ChatAnswer("Yes" if yes > 0.5 else "No", math.log(max(yes, 1 - yes)))

    def _evidence(self, is_true: bool, rng: random.Random) -> float:
        """The log-likelihood ratio of `yes`: its sign is wrong at the chosen rate."""
        sign = 1.0 if is_true else -1.0
        if self.error == 0:
            return sign * 10.0
        distance = -2 * NormalDist().inv_cdf(self.error)
        return rng.gauss(sign * distance**2 / 2, distance)

    def _captioned(self, request: ChatRequest, rng: random.Random) -> str:
        """The answer to the plain prompt: a sentence about what most frames show."""
        shown = [self._timed(image) for image in _images(request)]
        clips = Counter(clip.id for frame in shown for clip in self.truth.clips if clip.span.has(frame.time))
        clip = next((clip for clip in self.truth.clips if clips and clip.id == clips.most_common(1)[0][0]), None)
        if clip is None:
            return "Nobody is there."
        called = self._placed(shown, PEOPLE.search(request.text))
        is_doing = any(clip.action_span.has(frame.time) for frame in shown)
        if not is_doing:
            who = called[clip.actor]
            return f"{who[0].upper()}{who[1:]} is {PLACE_WORDS[clip.place].at}."
        fact = self._facts(clip, called, 1, rng)[0]
        return f"{fact['who']} {fact['does']}."

    def _placed(self, shown: Sequence[Shown], people: re.Match[str] | None) -> dict[str, str]:
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

    def _visible(self, shown: Sequence[Shown]) -> list[FilmedClip]:
        """The clips whose action is done in a frame that is shown."""
        return [clip for clip in self.truth.clips if any(clip.action_span.has(frame.time) for frame in shown)]

    def _called(self, shown: Sequence[Shown], legend: Mapping[str, str]) -> dict[str, str]:
        """What each member of the cast is called, by the circles around their faces; others by what is visible."""
        votes: dict[str, Counter[str]] = {}
        for frame in shown:
            for one in self._sighted(frame.time).seen:
                if one.face is not None and one.who in self._gender:
                    colour = _circle_around(frame.image, one.face, legend)
                    if colour is not None:
                        votes.setdefault(one.who, Counter())[legend[colour]] += 1
        best = {member: count.most_common(1)[0][0] for member, count in votes.items()}
        return {member: best.get(member, SOMEBODY[gender]) for member, gender in self._gender.items()}

    def _looked(self, request: ChatRequest, own: set[int] | None) -> tuple[list[Shown], dict[str, str]]:
        """The frames of a request, and what the cast is called in them; many questions come with the same frames."""
        words = request.text.split("\nReport ", maxsplit=1)[0] if own else "\n".join(request.text.splitlines()[:-2])
        key = hashlib.sha256(words.encode() + b"".join(request.images)).hexdigest()
        if key not in self._known:
            shown = [frame for frame in _shown(request) if own is None or frame.shot in own]
            self._known[key] = shown, self._called(shown, _legend(request.text))
        return self._known[key]

    def _sighted(self, time: float) -> FrameSightings:
        at = int(np.abs(self._times - time).argmin())
        return self.sightings[at]

    @cached_property
    def _times(self) -> NDArray[np.float64]:
        return np.array([one.time for one in self.sightings])

    @cached_property
    def _gender(self) -> dict[str, str]:
        return {member.id: member.gender for member in self.truth.cast}

    def _timed(self, image: NDArray[np.uint8]) -> Shown:
        small = thumbnail(image)
        time, _ = min(self.frames, key=lambda frame: float(np.abs(frame[1] - small).mean()))
        return Shown(time, 1, image)


def thumbnail(image: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Return a small picture, by which a frame is found again."""
    return np.asarray(cv2.resize(image, (48, 27), interpolation=cv2.INTER_AREA), np.int16)


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


def _written(prompt: str) -> str:
    """The answer of stage two: the notes as sentences, alone, with the place, and in pairs; nothing that is known."""
    known = re.search(r"^The listener knows already: (.+)\.$", prompt, re.MULTILINE)
    before = set(known[1].split("; ")) if known else set()
    place = re.search(r"^Also visible: (.+)$", prompt, re.MULTILINE)
    notes = [
        (int(n), re.sub(r" \([^()]*\)$", "", text)) for n, text in _NOTE.findall(prompt.split("Write ", maxsplit=1)[0])
    ]
    new = [(n, text) for n, text in notes if text not in before]
    if not new:
        return "SKIP"
    limit = int(_LIMIT.findall(prompt)[0])
    drafts = [([n], text) for n, text in new]
    if place and not any(word in new[0][1].split() for word in PLACE_WORDS):
        drafts.append(([new[0][0]], f"{new[0][1]} {place[1]}"))
    drafts += [([one[0], other[0]], f"{one[1]} and {other[1]}") for one, other in pairwise(new)]
    fitting = [draft for draft in drafts if len(draft[1].split()) <= limit] or drafts[:1]
    sentences = [{"text": f"{text[0].upper()}{text[1:]}.", "notes": numbers} for numbers, text in fitting]
    return json.dumps({"sentences": sentences})


def _circle_around(image: NDArray[np.uint8], face: Box, legend: Mapping[str, str]) -> str | None:
    """The colour of the circle around a place in the picture; None if there is none."""
    height, width = image.shape[:2]
    radius = max((face[3] - face[1]) / 2 * height, 2.0)
    row, column = (face[1] + face[3]) / 2 * height, (face[0] + face[2]) / 2 * width
    top, left = max(int(row - radius * _RING[1]), 0), max(int(column - radius * _RING[1]), 0)
    image = image[top : int(row + radius * _RING[1]) + 1, left : int(column + radius * _RING[1]) + 1]
    ys, xs = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    ys, xs = ys + top - row, xs + left - column
    away = np.hypot(ys, xs) / radius
    ring = (away >= _RING[0]) & (away <= _RING[1])
    angles = np.floor((np.arctan2(ys, xs) / (2 * np.pi) % 1) * _N_ANGLES)[ring]
    pixels = image[ring].astype(np.int32)
    shares = {
        colour: len(np.unique(angles[np.linalg.norm(pixels - np.array(COLOURS[colour]), axis=1) < _CLOSE])) / _N_ANGLES
        for colour in legend
    }
    best = max(shares, key=shares.__getitem__, default=None)
    return best if best is not None and shares[best] >= _ROUND else None


def _legend(prompt: str) -> dict[str, str]:
    """Names by colour, as the prompt has them."""
    found = _LEGEND.search(prompt)
    pairs = re.findall(r"([^,()]+) \((\w+)\)", found[1]) if found else []
    return {colour: name.strip() for name, colour in pairs}


def _shown(request: ChatRequest) -> list[Shown]:
    listed = _FRAMES.findall(request.text.split("\n")[0])
    return [
        Shown(float(time), int(shot), image) for (_, shot, time), image in zip(listed, _images(request), strict=True)
    ]


def _images(request: ChatRequest) -> list[NDArray[np.uint8]]:
    decoded = (cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) for data in request.images)
    return [np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8) for image in decoded if image is not None]


def _numbers(words: str) -> set[int]:
    numbers = [int(n) for n in re.findall(r"\d+", words)]
    return set(range(numbers[0], numbers[-1] + 1)) if "to" in words else set(numbers)
