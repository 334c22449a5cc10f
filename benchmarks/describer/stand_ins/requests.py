"""Requests of a narration, as a model reads them: which stage asks, which frames it shows, who is marked, what it says.

This follows the formats of the requests, and none of the code that writes them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.models.vlm.chat import ChatPicture, ChatRequest

Stage: TypeAlias = Literal["view", "wording", "draft", "check", "caption"]
CHECK = "Which of these are true of these frames, in every word?"
_DRAFT = "You write the audio description"
_WORDING = "Put these notes from a film into"
_OWN = re.compile(r"^Report shots? ([\d, and to]+), for", re.MULTILINE)
_FRAME = re.compile(r"shot (\d+) at (\d+(?:\.\d+)?) s")
_LEGEND = re.compile(r"circles around their \w+: (.+)\.")
_NUMBERED = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
_LIMIT = re.compile(r"at most (\d+) words")
_KNOWN = re.compile(r"^(?:So far in this scene|The listener knows already): (.+)$", re.MULTILINE)
_CALLED = re.compile(r"^In [\w ()]+, call (.+) `(.+)`\.$", re.MULTILINE)
_ALSO = re.compile(r"^Also visible: (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Frame:
    """A frame of a request.

    Args:
        time: second of the film.
        shot: its number in the request.
        image: RGB.
    """

    time: float
    shot: int
    image: NDArray[np.uint8]


def stage_of(request: ChatRequest) -> Stage:
    """Return which stage asks; `caption` for the plain prompt."""
    if CHECK in request.text:
        return "check"
    if request.text.startswith(_DRAFT):
        return "draft"
    if request.text.startswith(_WORDING):
        return "wording"
    return "view" if _OWN.search(request.text) else "caption"


def frames_of(request: ChatRequest) -> list[Frame]:
    """Return the frames of a request by their labels; those without a time in their label are left out."""
    named = [(picture, _FRAME.search(picture.label)) for picture in request.pictures]
    return [Frame(float(found[2]), int(found[1]), decoded(picture)) for picture, found in named if found]


def labels_of(request: ChatRequest) -> list[tuple[float, int]]:
    """Return the time and the shot of each frame that has them in its label."""
    found = [_FRAME.search(picture.label) for picture in request.pictures]
    return [(float(match[2]), int(match[1])) for match in found if match]


def own_shots(text: str) -> set[int]:
    """Return the numbers of the shots that a view asks about."""
    found = _OWN.search(text)
    assert found is not None
    numbers = [int(n) for n in re.findall(r"\d+", found[1])]
    return set(range(numbers[0], numbers[-1] + 1)) if "to" in found[1] else set(numbers)


def legend_of(text: str) -> dict[str, str]:
    """Return names by colour, as a prompt has them."""
    found = _LEGEND.search(text)
    pairs = re.findall(r"([^,()]+) \((\w+)\)", found[1]) if found else []
    return {colour: name.strip() for name, colour in pairs}


def statements_of(text: str) -> list[tuple[int, str]]:
    """Return the numbered statements of a check."""
    return [(int(n), words.strip()) for n, words in _NUMBERED.findall(text.split(CHECK, maxsplit=1)[1])]


def notes_of(text: str) -> list[tuple[int, str]]:
    """Return the numbered notes of a draft's prompt, without the words in brackets after them."""
    notes = _NUMBERED.findall(text.split("\nWrite ", maxsplit=1)[0])
    return [(int(n), re.sub(r" \([^()]*\)$", "", words.strip())) for n, words in notes]


def known_of(text: str) -> str:
    """Return what a draft's prompt says that the listener knows; "" for nothing."""
    return " ".join(part.strip() for part in _KNOWN.findall(text))


def numbered_lines(text: str) -> list[tuple[int, str]]:
    """Return the numbered lines of a prompt."""
    return [(int(n), words.strip()) for n, words in _NUMBERED.findall(text)]


def words_for_people(text: str) -> dict[str, str]:
    """Return what people without a name are called in the language of the sentences, by their English words."""
    return {who.casefold(): words for who, words in _CALLED.findall(text)}


def also_visible(text: str) -> str:
    """Return what a draft's prompt calls also visible; "" for nothing."""
    found = _ALSO.search(text)
    return found[1].strip().rstrip(".") if found else ""


def most_words(text: str) -> int:
    """Return how many words a draft's sentences may have."""
    return int(_LIMIT.findall(text)[0])


def decoded(picture: ChatPicture) -> NDArray[np.uint8]:
    """Return a picture, RGB."""
    image = cv2.imdecode(np.frombuffer(picture.data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8)


def decoded_all(pictures: Sequence[ChatPicture]) -> list[NDArray[np.uint8]]:
    """Return pictures, RGB."""
    return [decoded(picture) for picture in pictures]
