"""A question about a moment of a film, put to a chat model with its frames; the answer says if something is not seen.

The answer is checked as a narration's sentences are: it is mixed with statements about a mark that was drawn into the
frames, one true and one false, and counts only if the model calls it true and distinguishes the marks.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import PIL.Image
from PIL import ImageDraw

from cinescribe.describe.looking.film_pictures import picture_at
from cinescribe.describe.looking.frame_answer import LONGEST_QUESTION, FrameAnswer
from cinescribe.describe.looking.marks import marked, marks_at
from cinescribe.errors import InputError, ModelError
from cinescribe.export.folder import FACES, read_script
from cinescribe.generate.narration.checks import QUESTION, read_check
from cinescribe.generate.narration.controls import Check, Square
from cinescribe.generate.narration.marked_frames import COLOURS
from cinescribe.generate.narration.reliability import Statement
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.vlm.answers.answer_json import json_in
from cinescribe.models.vlm.chat import ChatPicture, ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.models.vlm.film_words import FILM_RULE
from cinescribe.schema import Cue, Face, Script
from cinescribe.store import read_records
from cinescribe.timing import Seconds, Span

_FRAMES = 6  # of the moment, where a model takes several; a server's usual context holds them
_MAX_TOKENS = 150  # of an answer: one or two sentences as JSON
_SQUARE = 0.12  # side of the mark, of the picture's height, as in the checks of a narration
_DRAWN, _NOT_DRAWN = "yellow", "cyan"
_LIKELY = 0.5  # from which a statement counts as called true
_SCHEMA = {
    "type": "object",
    "properties": {"seen": {"type": "boolean"}, "answer": {"type": "string"}},
    "required": ["seen", "answer"],
}
_INSTRUCTIONS = (
    "Somebody who cannot see the film asks about these frames. Answer only from what they plainly show, in one short "
    "sentence that is understood without the question, in the language of the question. If they do not show it, set "
    "`seen` to false and leave `answer` empty. Do not guess feelings, names or what happens between the frames. "
    f"{FILM_RULE}"
)


def ask_about(folder: Path, question: str, span: Span, *, model: ChatModel) -> FrameAnswer:
    """Ask about a moment of a described film.

    Args:
        folder: of the description.
        question: what is asked.
        span: the moment; its frames are shown, with the people who are known in them.
        model: answers.

    Raises:
        InputError: when the question is empty or too long, or the moment lies outside the film.
        ModelError: when the model takes no pictures, or does not answer.
        FilmError: when there are no frames and the film is gone.
        RecordError: when the folder holds no description, or a damaged one.
    """
    script = read_script(folder)
    question = " ".join(question.split())
    if not question or len(question) > LONGEST_QUESTION:
        raise InputError(f"the question has {len(question)} characters; ask in 1 to {LONGEST_QUESTION}")
    if not 0 <= span.start < script.film.duration:
        raise InputError(f"the moment {span.start:g} s is not in the film, which lasts {script.film.duration:g} s")
    if not (model.can.images and model.can.sees):
        raise ModelError(f"{model.name} does not see pictures; name a vision-language model")
    times = _times(script, span, _FRAMES if model.can.several_images else 1)
    frames = [(time, picture_at(script, folder, time)) for time in times]
    pictures = _pictures(script, folder, frames)
    answer = model.ask([_request(question, pictures)])[0]
    found = None if answer.trouble is not None else json_in(answer.text, _SCHEMA)
    text = " ".join(str(found["answer"]).split()) if isinstance(found, dict) else ""
    if not isinstance(found, dict):
        return FrameAnswer(question, False, "", model.name, times, "The model's answer could not be read.")
    if not found["seen"] or not text:
        return FrameAnswer(question, False, "", model.name, times)
    return _checked(FrameAnswer(question, True, text, model.name, times), frames, model)


def _checked(answer: FrameAnswer, frames: Sequence[tuple[Seconds, Image]], model: ChatModel) -> FrameAnswer:
    """An answer after the model was asked whether it is true."""
    statements = (
        Statement(Square(_NOT_DRAWN).text, "false mark"),
        Statement(answer.text, "candidate"),
        Statement(Square(_DRAWN).text, "mark"),
    )
    check = Check(statements, Square(_DRAWN))
    numbered = "\n".join(f"{n}. {one.text}" for n, one in enumerate(statements, 1))
    pictures = tuple(ChatPicture(_with_square(image), f"{time:.1f} s") for time, image in frames)
    request = ChatRequest(
        f"{FILM_RULE}\n{QUESTION}\n{numbered}", pictures, max_tokens=_MAX_TOKENS, log_probability=True
    )
    verdict_of = {one.statement.kind: one.yes for one in read_check(check, request, model.ask([request])[0]).verdicts}
    if not verdict_of or verdict_of["mark"] < _LIKELY or verdict_of["false mark"] >= _LIKELY:
        return FrameAnswer(
            answer.question, True, answer.text, answer.by, answer.times,
            "It could not be checked: the model did not distinguish marks in the frames.",
        )  # fmt: skip
    if verdict_of["candidate"] < _LIKELY:
        doubt = f"The model first said “{answer.text}”, and then that this is not true of every frame."
        return FrameAnswer(answer.question, False, "", answer.by, answer.times, doubt)
    return answer


def _request(question: str, pictures: tuple[ChatPicture, ...]) -> ChatRequest:
    return ChatRequest(question, pictures, system=_INSTRUCTIONS, schema=_SCHEMA, max_tokens=_MAX_TOKENS)


def _pictures(script: Script, folder: Path, frames: Sequence[tuple[Seconds, Image]]) -> tuple[ChatPicture, ...]:
    """The frames with boxes around people who are known, with their names in the labels."""
    faces = read_records(folder / FACES, Face) if (folder / FACES).is_file() else []
    nothing = Cue(Span(0.0, 0.0), "")
    without_texts = script.replace(texts=())
    pictures = []
    for time, image in frames:
        people = marks_at(without_texts, nothing, faces, time)
        named = "".join(f", box {n} is {one.words.split(',')[0]}" for n, one in enumerate(people, 1))
        pictures.append(ChatPicture(marked(image, people), f"{time:.1f} s{named}"))
    return tuple(pictures)


def _times(script: Script, span: Span, most: int) -> tuple[Seconds, ...]:
    """Moments in the middles of equal parts of a span."""
    end = min(span.end, script.film.duration)
    n = max(1, min(most, round((end - span.start) * 2)))
    return tuple(round(span.start + (end - span.start) * (k + 0.5) / n, 3) for k in range(n))


def _with_square(image: Image) -> bytes:
    picture = PIL.Image.fromarray(np.ascontiguousarray(image))
    side = max(8, round(picture.height * _SQUARE))
    corner = (picture.width - side, picture.height - side, picture.width - 1, picture.height - 1)
    ImageDraw.Draw(picture).rectangle(corner, fill=COLOURS[_DRAWN], outline=(0, 0, 0))
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=90)
    return buffer.getvalue()
