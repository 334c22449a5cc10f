"""Questions about the frames of a moment: the command that asks, and what was answered."""

from __future__ import annotations

from collections.abc import Mapping

from cinescribe.describe.editing.cue_fields import CueFieldError
from cinescribe.describe.looking.frame_answer import LONGEST_QUESTION, FrameAnswer
from cinescribe.parsing import parse_json
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.films import OpenFilm
from cinescribe.serve.workbench.jobs.job import Job, JobTask
from cinescribe.timing import Span, clock

_ABOUT = "question"
_MODELS = ("server:", "hub:")  # of models that answer begins their names
_LONGEST_NAME = 500


def question_task(call: Call, film: OpenFilm, place: str, span: Span, sent: Mapping[str, str]) -> JobTask:
    """Return the task that asks a question of a form.

    Args:
        call: the request.
        film: that is asked about.
        place: what asks, such as the key of a cue.
        span: the moment.
        sent: the form: `question` and `model`.

    Raises:
        CueFieldError: when the question is empty or too long, or the model is none that answers.
    """
    question = " ".join(sent.get("question", "").split())
    if not question or len(question) > LONGEST_QUESTION:
        raise CueFieldError("question", f"write a question of at most {LONGEST_QUESTION} characters")
    model = sent.get("model", "").strip()
    if not model.startswith(_MODELS) or len(model) > _LONGEST_NAME or not model.isprintable():
        raise CueFieldError("model", "name a model that answers: server:http://localhost:11434#qwen3-vl, or hub:NAME")
    arguments = ("ask", f"--at={clock(span.start)}", f"--until={clock(span.end)}", f"--model={model}", "--json")
    return JobTask(
        "ask", call.says("job-ask", question=question), (*arguments, "--", str(film.folder.folder), question),
        about=(film.name, _ABOUT, place),
    )  # fmt: skip


def about_questions(film: OpenFilm, place: str) -> tuple[str, ...]:
    """Return what the tasks of questions from a place are about."""
    return (film.name, _ABOUT, place)


def say_answer(job: Job) -> None:
    """Let a job that asked a question say the answer.

    Raises:
        RecordError: when its answer is malformed.
    """
    values = parse_json(job.result, "the answer")
    answer = FrameAnswer.from_dict({name: value for name, value in values.items() if name != "words"})
    job.done_message = f"{answer.question} {answer.words}"
