"""`cinescribe answer`: answers to questions about clips."""

from cinescribe.cli.answer.commands import command

__all__ = ["command"]
