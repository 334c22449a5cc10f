"""`cinescribe ask`: a question about a moment of a described film."""

from cinescribe.cli.ask.commands import command

__all__ = ["command"]
