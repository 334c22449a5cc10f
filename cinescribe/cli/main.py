"""The command line: every command parses, calls one function, and prints."""

from __future__ import annotations

import errno
import importlib
from typing import Any

import click

from cinescribe.errors import CinescribeError

# One module a command, loaded when it is asked for: a model library takes seconds that `--help` must not cost.
COMMANDS = {
    "backlot": "Shoot films and draw stills with complete truth, from a seed.",
    "caption": "Have a trained model write about a corpus's clips.",
    "corpus": "Build annotated corpora, and check them.",
    "describe": "Write a film's audio description.",
    "explain": "Look into a trained model.",
    "export": "Write a description as subtitles, DAPT, sound, film or page.",
    "features": "Extract features of a corpus's films, and check them.",
    "fill": "Have a trained model put people into the blanks of captions.",
    "import-m2": "Make a checkpoint of the published M².",
    "language": "Read English: parse it, read scene graphs off it, train the parser.",
    "media": "Look into a film: streams, shots, speech, gaps.",
    "people": "Find the people of a film.",
    "score": "Score captions, people filled in, answers or ratings.",
    "train": "Make a model by a recipe.",
}


class Doors(click.Group):
    """Finds a command's module by its name, and turns our errors, and a full disk, into one line and exit code 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"cinescribe.cli.{cmd_name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except CinescribeError as error:
            raise click.ClickException(" ".join(str(error).split())) from error
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            raise click.ClickException(
                "no space is left where this writes, standard output perhaps; make room, or name another place"
            ) from error
        except KeyboardInterrupt as error:
            raise click.ClickException(
                "interrupted; run the same command again (what was finished is kept where it takes long)"
            ) from error


@click.group(cls=Doors, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cinescribe")
def main() -> None:
    """Cinescribe turns films into words: audio description with people who stay the same people.

    Exit codes: 0 done, 1 the input is at fault, 2 usage.
    """
