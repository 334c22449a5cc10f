"""Stage one: what is seen. The picture model says who does what in the shots of a moment."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, cast

from cinescribe.generate.narration.answers import READ, AnswerForm, ReadAnswer, read_answer_form
from cinescribe.generate.narration.film_grammar import QUESTIONS, ShotScale, same_setups, scale_of
from cinescribe.generate.narration.marked_frames import Legend, legend_of, marked_frames
from cinescribe.generate.narration.moments import Moment, Role, SeenBody, SeenFrame
from cinescribe.models.vlm.chat import ChatAnswer, ChatPicture, ChatRequest
from cinescribe.models.vlm.film_words import FILM_RULE, quoted_dialogue
from cinescribe.timing import Seconds

_MAX_TOKENS = 500  # of an answer: ten actions
_MAX_ACTIONS = 10
_MAX_LETTERS = 200  # of one field of an answer
_ACTION = {
    "type": "object",
    "properties": {
        "who": {"type": "string"},
        "does": {"type": "string"},
        "to_whom": {"type": "string"},
        "shot": {"type": "integer"},
    },
    "required": ["who", "does", "to_whom", "shot"],
    "additionalProperties": False,
}
_SCHEMA = {
    "type": "object",
    "properties": {
        "actions": {"type": "array", "items": _ACTION},
        "detail": {"type": "string"},
        "camera": {"type": "string"},
    },
    "required": ["actions", "detail"],
    "additionalProperties": False,
}
# Where no face shows how near the camera is, the model states it, and answers accordingly.
ANY_SCALE = (
    "How near is the camera: close, medium or long? If it is close, what fills the picture? If it is medium, which "
    "objects do they hold or use? If it is long, what place is it?"
)
_IN_ENGLISH = "Answer in English, whatever language is spoken."
_SCALE = re.compile(r"\b(?:close|medium|long)\b")
_Prompt: TypeAlias = Callable[[Moment, Sequence[SeenFrame], Legend, "ShotScale | None"], str]
_LETTER = re.compile(r"[^\W\d_]")
_SHOT = re.compile(r"\s*\(?\b(?:in )?shots? (\d{1,2})\b\)?[:,]?", re.IGNORECASE)


@dataclass(frozen=True)
class Fact:
    """One thing that is seen.

    Args:
        who: does it: a name of the legend, or other words for a person or thing; "" for the shot as a whole.
        does: what they do: `opens a door`.
        to_whom: a name, or other words; "" for none.
        shot: number of the shot.
    """

    who: str
    does: str
    to_whom: str = ""
    shot: int = 0

    @property
    def text(self) -> str:
        """The fact as a clause."""
        return f"{self.who} {self.does}".strip()


@dataclass(frozen=True)
class View:
    """A moment as the picture model was shown it, and its answer.

    Args:
        moment: the moment.
        legend: of the people marked.
        prompt: the question, with what the pictures are.
        frames: times of the frames, and who is seen in them without a face.
        scale: how near the camera is, by faces; None where the model is asked.
        answer: the model's words.
        form: of the answer.
        facts: what is seen in the moment's own shots.
        detail: the answer to the question about the face, the things or the place.
    """

    moment: Moment
    legend: Legend
    prompt: str
    frames: tuple[ShownFrame, ...]
    scale: ShotScale | None = None
    answer: str = ""
    form: AnswerForm = "unreadable"
    facts: tuple[Fact, ...] = ()
    detail: str = ""

    @property
    def times(self) -> tuple[Seconds, ...]:
        """The times of the frames."""
        return tuple(frame.time for frame in self.frames)

    @property
    def place(self) -> str:
        """Where it is, in a shot of the place; "" in others."""
        return self.detail if self.scale == "long" else ""


@dataclass(frozen=True)
class ShownFrame:
    """A frame that a model was shown: its time, and the people in it whose face is not seen."""

    time: Seconds
    bodies: tuple[SeenBody, ...] = ()


def view_request(
    moment: Moment, frames: Sequence[SeenFrame], roles: Sequence[Role], *, names_english: bool = False
) -> tuple[View, ChatRequest]:
    """Return a moment as it is asked about, and the request.

    Args:
        moment: the moment.
        frames: of its shots, in order.
        roles: the people of the film.
        names_english: whether the question says that the answer is English: a film in another language may mislead.
    """
    return _asked(moment, frames, roles, _prompt, names_english=names_english)


def second_view_request(
    moment: Moment, frames: Sequence[SeenFrame], roles: Sequence[Role], *, names_english: bool = False
) -> tuple[View, ChatRequest]:
    """Return a moment as it is asked about once more, in other words; best in other frames.

    What both answers report is surely true, unless the model errs twice in the same way.

    Args:
        moment: the moment.
        frames: of its own shots, in order.
        roles: the people of the film.
        names_english: whether the question says that the answer is English.
    """
    return _asked(moment, frames, roles, _second_prompt, names_english=names_english)


def _asked(
    moment: Moment, frames: Sequence[SeenFrame], roles: Sequence[Role], prompt: _Prompt, *, names_english: bool
) -> tuple[View, ChatRequest]:
    legend = legend_of(frames, roles)
    own = {shot.number for shot in moment.own_shots}
    scale = scale_of([frame for frame in frames if frame.shot in own])
    text = prompt(moment, frames, legend, scale)
    request = ChatRequest(
        f"{text}\n{_IN_ENGLISH}" if names_english else text,
        pictures_of(frames, legend, own=own),
        schema=_SCHEMA,
        max_tokens=_MAX_TOKENS,
    )
    shown = tuple(ShownFrame(frame.time, frame.bodies) for frame in frames)
    return View(moment, legend, request.words, shown, scale), request


def pictures_of(frames: Sequence[SeenFrame], legend: Legend, *, own: Collection[int]) -> tuple[ChatPicture, ...]:
    """Return frames with their marks, as the pictures of a question.

    Args:
        frames: in order.
        legend: of the people marked.
        own: numbers of the shots that the question is about.
    """
    return tuple(
        ChatPicture(data, f"shot {frame.shot} at {frame.time:.1f} s", is_context=frame.shot not in own)
        for data, frame in zip(marked_frames(frames, legend), frames, strict=True)
    )


def _prompt(moment: Moment, frames: Sequence[SeenFrame], legend: Legend, scale: ShotScale | None) -> str:
    own = [shot.number for shot in moment.own_shots]
    context = [shot.number for shot in moment.shots if shot.is_context]
    lines = ["The number in the upper left corner is that of the shot.", *legend_lines(legend)]
    for group in same_setups([frame for frame in frames if frame.shot in own]):
        lines.append(f"Of one camera position, so that what has not changed is not new: {numbers_in_words(group)}.")
    if context:
        lines.append(f"Only to understand the others, and not to be reported: {numbers_in_words(context)}.")
    lines += _dialogue(moment)
    lines += [
        FILM_RULE,
        f"Report {numbers_in_words(own)}, for somebody who cannot see the film:",
        "1. Who is there? Use the names of the marks; call others by what is visible, such as `a man in a hat`.",
        "2. What does each of them do? One visible action each, as a verb in the present tense with its objects.",
        "3. To whom do they do it, or with whom?",
        f"4. {QUESTIONS[scale] if scale is not None else ANY_SCALE}",
        "Report nothing that you do not see: no sounds, no camera, no thoughts, no guesses.",
        _form(own[0], scale),
    ]
    return "\n".join(lines)


def _second_prompt(moment: Moment, frames: Sequence[SeenFrame], legend: Legend, scale: ShotScale | None) -> str:
    own = [shot.number for shot in moment.own_shots]
    lines = ["Look at each frame on its own first.", *legend_lines(legend), FILM_RULE]
    lines += [
        f"Report {numbers_in_words(own)}, for somebody who cannot see the film:",
        "- What changes from one frame to the next, and which bodies, hands and things move?",
        "- Whose are they? A marked person has the name of the mark, anybody else the words for how they look.",
        "Put each into one short entry, surest first, and leave out what is uncertain or hidden.",
        _form(own[0], scale),
    ]
    return "\n".join(lines)


def legend_lines(legend: Legend) -> list[str]:
    """Return who is marked, as a line of a prompt; none if no one is marked."""
    return [f"People are marked by coloured circles around their heads: {legend.in_words()}."] if legend.colours else []


def _dialogue(moment: Moment) -> list[str]:
    if not moment.dialogue:
        return []
    return [f"Said meanwhile: {quoted_dialogue(moment.dialogue)}"]


def _form(shot: int, scale: ShotScale | None) -> str:
    """The form of the answer. Small models copy an example with words in it."""
    asked = "" if scale is not None else ', "camera": "close, medium or long"'
    return (
        f'Answer in JSON: {{"actions": [{{"who": "...", "does": "...", "to_whom": "...", "shot": {shot}}}], '
        f'"detail": "..."{asked}}}, with the answer to question 4 as detail.'
    )


def with_answer(view: View, answer: ChatAnswer) -> View:
    """Return a view with the model's answer, read in any form; facts of other shots are left out."""
    read = read_answer_form(answer, prompt=view.prompt, schema=_SCHEMA)
    own = [shot.number for shot in view.moment.own_shots]
    facts, detail = _from_json(read.value, own) if read.value is not None else (_from_prose(read, view.legend, own), "")
    form: AnswerForm = read.form if facts or detail or read.form not in READ else "unreadable"
    return replace(
        view,
        answer=answer.text,
        form=form,
        facts=tuple(dict.fromkeys(facts))[:_MAX_ACTIONS],
        detail=detail,
        scale=view.scale or _scale(read.value),
    )


def _scale(value: Any) -> ShotScale | None:
    """The scale that a model names first; None if it names none."""
    camera = _text(value, "camera").casefold() if isinstance(value, Mapping) else ""
    found = _SCALE.search(camera)
    return cast(ShotScale, found[0]) if found else None


def _from_json(value: Any, own: Sequence[int]) -> tuple[list[Fact], str]:
    """The facts and the detail of a JSON answer; what is not as asked for is left out."""
    listed = value.get("actions", ()) if isinstance(value, Mapping) else value
    actions = listed if isinstance(listed, list) else []
    facts = [fact for action in actions if isinstance(action, Mapping) and (fact := _fact(action, own)) is not None]
    detail = _text(value, "detail") if isinstance(value, Mapping) else ""
    return facts, detail if _LETTER.search(detail) else ""


def _fact(action: Mapping[str, Any], own: Sequence[int]) -> Fact | None:
    does, shot = _text(action, "does").rstrip("."), action.get("shot", own[0])
    if not _LETTER.search(does) or isinstance(shot, bool) or not isinstance(shot, int) or shot not in own:
        return None
    return Fact(_text(action, "who"), does, _text(action, "to_whom"), shot)


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key)
    return " ".join(value.split())[:_MAX_LETTERS] if isinstance(value, str) else ""


def _from_prose(read: ReadAnswer, legend: Legend, own: Sequence[int]) -> list[Fact]:
    """The sentences of an answer in prose as facts; who does it is known where a sentence begins with a name."""
    facts = []
    for line in read.lines:
        for sentence in re.split(r"(?<=[.!?]) ", " ".join(line.split())):  # `_SHOT` is slow in long white space
            named = _SHOT.search(sentence)
            shot = int(named[1]) if named else own[0]
            words = " ".join(_SHOT.sub("", sentence).split()).strip(" .,:;*-")[:_MAX_LETTERS]
            who = next((name for name in legend.names if words.casefold().startswith(f"{name.casefold()} ")), "")
            if " " in words and shot in own:  # one word says nothing
                facts.append(Fact(who, words[len(who) :].strip(), shot=shot))
    return facts


def numbers_in_words(shots: Sequence[int]) -> str:
    """Return `shot 3`, `shots 3 to 5` or `shots 1, 2 and 6`."""
    if len(shots) > 2 and shots[-1] - shots[0] == len(shots) - 1:
        return f"shots {shots[0]} to {shots[-1]}"
    texts = [str(shot) for shot in shots]
    return f"shot {texts[0]}" if len(texts) == 1 else f"shots {', '.join(texts[:-1])} and {texts[-1]}"
