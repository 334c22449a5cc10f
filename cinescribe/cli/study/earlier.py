"""Commands that still work, for one release, and name the command that takes their place."""

from __future__ import annotations

from typing import Any

import click

from cinescribe.cli.command import Command


class EarlierCommand(Command):
    """A command that says on standard error which one to use instead.

    Args:
        instead: the new command, as a person types it.
    """

    def __init__(self, *args: Any, instead: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instead = instead

    def invoke(self, ctx: click.Context) -> Any:
        click.echo(f"`{ctx.command_path}` will be removed in the next release; use `{self.instead}`", err=True)
        return super().invoke(ctx)
