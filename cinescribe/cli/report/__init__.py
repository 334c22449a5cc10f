"""`cinescribe report`: the quality of a description at a glance."""

from cinescribe.cli.report.commands import command

__all__ = ["command"]
