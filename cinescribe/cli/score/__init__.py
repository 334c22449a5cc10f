"""`cinescribe score`: captions, people filled into blanks, answers and ratings."""

from cinescribe.cli.score.commands import command

__all__ = ["command"]
