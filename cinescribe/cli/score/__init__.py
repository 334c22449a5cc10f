"""`cinescribe score`: captions, filled-in people, answers and ratings."""

from cinescribe.cli.score.commands import command

__all__ = ["command"]
