"""What a form about a new film says, as the command that describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from cinescribe.errors import EditError
from cinescribe.language.messages.spoken_messages import SPOKEN_LANGUAGES
from cinescribe.serve.workbench.jobs.job import JobTask

CAPTIONERS = ("auto", "observer", "micap", "other")  # "other" is named in a field of its own
_LONGEST = 500  # characters of a name


class DescribeFieldError(EditError):
    """A value of the form cannot be used.

    Args:
        field: its name.
        message: what is wrong with it, and what to do.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True)
class DescribeForm:
    """What the form says.

    Args:
        captioner: one of `CAPTIONERS`.
        other: the name of another captioner.
        language: of the sentences; "" for that of the folder, or of the film.
        voice: name of a voice; "" for that of the folder.
        extended: whether the film may wait; "" for no.
        fetch: whether models may be downloaded; "" for no.
    """

    captioner: str = "auto"
    other: str = ""
    language: str = ""
    voice: str = ""
    extended: str = ""
    fetch: str = ""

    @classmethod
    def of(cls, sent: Mapping[str, str]) -> DescribeForm:
        """Return a form as it was sent; other fields are left out."""
        return cls(**{one.name: sent[one.name].strip() for one in fields(cls) if one.name in sent})

    @property
    def captioner_name(self) -> str:
        """The captioner as commands name it.

        Raises:
            DescribeFieldError: when none is chosen, or the name is none.
        """
        if self.captioner not in CAPTIONERS:
            raise DescribeFieldError("captioner", "choose a captioner from the list")
        return _name(self.other, "other") if self.captioner == "other" else self.captioner


def describe_task(film: Path, folder: Path, form: DescribeForm, *, subtitles: Path | None, title: str) -> JobTask:
    """Return the task that describes a film, or continues it.

    Args:
        film: the film.
        folder: where the description goes.
        form: what was chosen.
        subtitles: a file of subtitles; None for the film's own.
        title: of the task.

    Raises:
        DescribeFieldError: when something that was chosen is none of its kind.
    """
    arguments = ["describe", f"--output={folder}", f"--captioner={form.captioner_name}"]
    if form.language:
        arguments.append(f"--language={_language(form.language)}")
    if form.voice:
        arguments.append(f"--voice={_name(form.voice, 'voice')}")
    if subtitles is not None:
        arguments.append(f"--subtitles={subtitles}")
    arguments += ["--extended"] * bool(form.extended) + ["--fetch"] * bool(form.fetch)
    return JobTask("describe", title, (*arguments, "--", str(film)))


def _language(tag: str) -> str:
    if tag not in SPOKEN_LANGUAGES:
        raise DescribeFieldError("language", "choose a language from the list")
    return tag


def _name(typed: str, field: str) -> str:
    """A name that a command may be given: short, and in letters that can be seen."""
    if not typed or len(typed) > _LONGEST or not typed.isprintable():
        raise DescribeFieldError(field, f"the {field} has no name; write one, such as {_EXAMPLES[field]}")
    return typed


_EXAMPLES = {"other": "server:http://localhost:11434#qwen3-vl", "voice": "espeak:en-gb+f3"}
