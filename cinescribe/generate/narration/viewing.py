"""Stage one: what is seen. The picture model says who does what in the shots of a moment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cinescribe.generate.narration.answers import AnswerForm, ReadAnswer, read_form
from cinescribe.generate.narration.film_grammar import QUESTIONS, same_setups, scale_of
from cinescribe.generate.narration.marked_frames import Legend, legend_of, marked_frames
from cinescribe.generate.narration.moments import Moment, Role, SeenFrame
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel

_MAX_TOKENS = 500  # of an answer: ten actions
_MAX_ACTIONS = 10
_MAX_DIALOGUE = 12  # lines of dialogue, the last ones
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
    "properties": {"actions": {"type": "array", "items": _ACTION}, "detail": {"type": "string"}},
    "required": ["actions", "detail"],
    "additionalProperties": False,
}
_LETTER = re.compile(r"[^\W\d_]")
_SHOT = re.compile(r"\s*\(?\b(?:in )?shots? (\d{1,2})\b\)?[:,]?", re.IGNORECASE)


@dataclass(frozen=True)
class Fact:
    """One thing that is seen.

    Args:
        who: does it: a name of the legend, or other words for a person or thing; "" for the shot as a whole.
        does: what they do: `opens a door`.
        to_whom: a name, or other words; "" for nobody.
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
        prompt: the question.
        times: of the frames.
        answer: the model's words.
        form: of the answer.
        facts: what is seen in the moment's own shots.
        detail: the answer to the question about the face, the things or the place.
    """

    moment: Moment
    legend: Legend
    prompt: str
    times: tuple[float, ...]
    answer: str = ""
    form: AnswerForm = "unreadable"
    facts: tuple[Fact, ...] = ()
    detail: str = ""


def view_request(
    moment: Moment, frames: Sequence[SeenFrame], roles: Sequence[Role], model: ChatModel
) -> tuple[View, ChatRequest]:
    """Return a moment as it is asked about, and the request.

    Args:
        moment: the moment.
        frames: of its shots, in order.
        roles: the people of the film.
        model: that will be asked.
    """
    legend = legend_of(frames, roles)
    as_sheet = not model.can.several_images
    prompt = _prompt(moment, frames, legend, as_sheet=as_sheet)
    request = ChatRequest(
        prompt,
        marked_frames(frames, legend, as_sheet=as_sheet),
        schema=_SCHEMA,
        max_tokens=_MAX_TOKENS,
    )
    return View(moment, legend, prompt, tuple(frame.time for frame in frames)), request


def frames_in_words(moment: Moment, frames: Sequence[SeenFrame], legend: Legend, *, as_sheet: bool) -> str:
    """Return what the pictures of a request are: shots, times and marks."""
    kind = "The picture holds frames of a film, in rows," if as_sheet else "These are frames of a film,"
    listed = ", ".join(f"{n}: shot {frame.shot} at {frame.time:.1f} s" for n, frame in enumerate(frames, 1))
    lines = [f"{kind} in order. The number in the upper left corner is that of the shot. Frames: {listed}."]
    if legend.colours:
        lines.append(f"People are marked by coloured circles around their faces: {legend.in_words()}.")
    own = {shot.number for shot in moment.own_shots}
    for group in same_setups([frame for frame in frames if frame.shot in own]):
        lines.append(f"Of one camera position, so that what has not changed is not new: {_numbers(group)}.")
    return "\n".join(lines)


def _prompt(moment: Moment, frames: Sequence[SeenFrame], legend: Legend, *, as_sheet: bool) -> str:
    own = [shot.number for shot in moment.own_shots]
    context = [shot.number for shot in moment.shots if shot.is_context]
    lines = [frames_in_words(moment, frames, legend, as_sheet=as_sheet)]
    if context:
        lines.append(f"Only to understand the others, and not to be reported: {_numbers(context)}.")
    if moment.dialogue:
        said = " ".join(f'"{line}"' for line in moment.dialogue[-_MAX_DIALOGUE:])
        lines.append(f"Said meanwhile: {said}")
    scale = scale_of([frame for frame in frames if frame.shot in own])
    lines += [
        f"Report {_numbers(own)}, for somebody who cannot see the film:",
        "1. Who is there? Use the names of the marks; call others by what is visible, such as `a man in a hat`.",
        "2. What does each of them do? One visible action each, as a verb in the present tense with its objects.",
        "3. To whom do they do it, or with whom?",
        f"4. {QUESTIONS[scale]}",
        "Report nothing that you do not see: no sounds, no camera, no thoughts, no guesses.",
        # Small models copy an example with words in it.
        f'Answer in JSON: {{"actions": [{{"who": "...", "does": "...", "to_whom": "...", "shot": {own[0]}}}], '
        '"detail": "..."}, with the answer to question 4 as detail.',
    ]
    return "\n".join(lines)


def with_answer(view: View, answer: str) -> View:
    """Return a view with the model's answer, read in whatever form it came; facts of other shots are left out."""
    read = read_form(ChatAnswer(answer), prompt=view.prompt, schema=_SCHEMA)
    own = [shot.number for shot in view.moment.own_shots]
    facts, detail = _from_json(read.value, own) if read.value is not None else (_from_prose(read, view.legend, own), "")
    form: AnswerForm = read.form if facts or detail else "unreadable"
    return replace(view, answer=answer, form=form, facts=tuple(dict.fromkeys(facts))[:_MAX_ACTIONS], detail=detail)


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


def _numbers(shots: Sequence[int]) -> str:
    """Return `shot 3`, `shots 3 to 5` or `shots 1, 2 and 6`."""
    if len(shots) > 2 and shots[-1] - shots[0] == len(shots) - 1:
        return f"shots {shots[0]} to {shots[-1]}"
    texts = [str(shot) for shot in shots]
    return f"shot {texts[0]}" if len(texts) == 1 else f"shots {', '.join(texts[:-1])} and {texts[-1]}"
