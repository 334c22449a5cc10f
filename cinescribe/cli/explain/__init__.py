"""`cinescribe explain`: attention, words and grounding."""

from cinescribe.cli.explain.commands import command

__all__ = ["command"]
