"""`cinescribe workbench`: descriptions are made, heard and finished in the browser."""

from cinescribe.cli.workbench.commands import command

__all__ = ["command"]
