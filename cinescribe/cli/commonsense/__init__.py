"""`cinescribe commonsense`: what clips imply."""

from cinescribe.cli.commonsense.commands import command

__all__ = ["command"]
