"""`cinescribe study`: studies in which people judge."""

from cinescribe.cli.study.commands import command

__all__ = ["command"]
