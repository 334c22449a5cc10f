"""`cinescribe challenge`: challenges on a hidden test set."""

from cinescribe.cli.challenge.commands import command

__all__ = ["command"]
