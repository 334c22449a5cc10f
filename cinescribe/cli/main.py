"""The command line: every command parses its options, calls one function and prints."""

from __future__ import annotations

import errno
import gc
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from cinescribe.cli.terminal.printable import printable_streams
from cinescribe.errors import brief, brief_message

# Each command is a module that is loaded when needed: `--help` must not wait for a model library.
COMMANDS = {
    "answer": "Answer questions about clips with a trained model.",
    "ask": "Ask a model about a moment of a described film.",
    "backlot": "Generate films and stills with complete ground truth from a seed.",
    "caption": "Caption a corpus's clips or stills with a trained model.",
    "challenge": "Run a challenge: submissions, scores, a winner by people.",
    "commonsense": "Write what clips imply: intentions, effects, attributes.",
    "corpus": "Build, import, check and export annotated corpora.",
    "describe": "Write a film's audio description.",
    "edit": "Read an edited description back.",
    "explain": "Explain what a trained model writes.",
    "export": "Write a description as subtitles, DAPT, sound, film or page.",
    "features": "Extract the features of a corpus, and check them.",
    "fill": "Fill the blanks of captions with people, by a trained model.",
    "fit-notes": "Fit how likely a chat model's notes are true.",
    "history": "List the edits of a description.",
    "import-m2": "Import the published M² checkpoint.",
    "import-micap": "Import a released MICap checkpoint.",
    "language": "Parse English, extract scene graphs, train the parser.",
    "lint": "Check a description against guidelines.",
    "media": "Analyse a film: streams, shots, speech, gaps.",
    "people": "Find the people of a film.",
    "repair": "Go on with a damaged history of edits.",
    "report": "Show a description at a glance: speech, remarks, people, work.",
    "score": "Score captions, filled-in people, answers or ratings.",
    "series": "Give the episodes of a series one cast.",
    "study": "Ask people: make studies, invite raters, print results.",
    "train": "Train a model from a recipe.",
    "transfer": "Carry a description over to another cut of its film.",
    "trial": "Try a model on films: describe them, judge every sentence.",
    "undo": "Take the last edit of a description back.",
    "workbench": "Make, hear and finish descriptions in the browser.",
}
# Commands that share a folder of this package, by their names.
_IN_FOLDERS = {"describe": "films", "fit-notes": "films", "repair": "films", "series": "films", "transfer": "films"}


@contextmanager
def _without_collector() -> Iterator[None]:
    """Load modules without the garbage collector, which would search them again and again and find nothing."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _module(name: str) -> str:
    """The module of a command."""
    folder = _IN_FOLDERS.get(name)
    return ".".join(filter(None, ("cinescribe.cli", folder, name.replace("-", "_"))))


class Doors(click.Group):
    """Loads commands by name, keeps errors short, and turns a full disk and Ctrl-C into one line, exit code 1."""

    def main(self, *args: Any, **extra: Any) -> Any:
        with printable_streams():
            return super().main(*args, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        with _without_collector():
            module = importlib.import_module(_module(cmd_name))
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            # Those of options quote what was typed, of any length. Only for subclasses is the attribute final.
            error.message = brief_message(error.message)  # type: ignore[misc]
            raise
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                raise click.ClickException(
                    f"{brief(error.filename)} is too long for the path of a file; name an existing one"
                ) from error
            if error.errno != errno.ENOSPC:
                raise
            raise click.ClickException(
                "the disk is full where this command writes; free some space or write to another disk"
            ) from error
        except KeyboardInterrupt as error:
            raise click.ClickException(
                "interrupted; run the same command again to resume (finished stages are kept)"
            ) from error


@click.group(cls=Doors, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cinescribe")
def main() -> None:
    """Cinescribe turns films into words: audio description with people who stay the same people.

    Exit codes: 0 done, 1 the input is at fault, 2 usage.
    """
