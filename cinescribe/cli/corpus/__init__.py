"""`cinescribe corpus`: build, import, check, count and export corpora."""

from cinescribe.cli.corpus.commands import command

__all__ = ["command"]
