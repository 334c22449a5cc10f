"""Commands whose errors name their own options."""

from __future__ import annotations

import re
from typing import Any

import click

from cinescribe.cli.functions import functions_of
from cinescribe.cli.options.outputs import check_outputs, overwrite_option, overwrites
from cinescribe.errors import CinescribeError, ParameterError

_PARAMETER = re.compile(r"`([a-z_]+)`")


class Command(click.Command):
    """A command that turns a `CinescribeError` into one line and exit code 1, or 2 for a `ParameterError`.

    Library errors name function parameters in backticks. Where the command has an option for a parameter, the line
    names the option. A command that writes a file gets the option `--overwrite`, and checks its files before it runs.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if overwrites(self):
            self.params.append(overwrite_option())

    def invoke(self, ctx: click.Context) -> Any:
        try:
            check_outputs(ctx, overwrite=ctx.params.pop("overwrite", False))
            return super().invoke(ctx)
        except ParameterError as error:
            raise click.UsageError(" ".join(self.with_options(str(error)).split()), ctx=ctx) from error
        except CinescribeError as error:
            raise click.ClickException(" ".join(self.with_options(str(error)).split())) from error

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the functions that do the same in Python."""
        super().format_epilog(ctx, formatter)
        if names := functions_of(ctx.command_path.partition(" ")[2]):
            with formatter.section("In Python"):
                formatter.write_text(", ".join(f"cinescribe.{name}" for name in names))

    def with_options(self, message: str) -> str:
        """Return a message with the parameters in it replaced by the options of this command."""
        options = {
            name: max(option.opts, key=len)
            for option in self.params
            if isinstance(option, click.Option)
            for name in (option.name, max(option.opts, key=len).removeprefix("--").replace("-", "_"))
        }
        return _PARAMETER.sub(lambda found: options.get(found[1], found[0]), message)


class Group(click.Group):
    """A group of such commands."""

    command_class = Command
    group_class = type
