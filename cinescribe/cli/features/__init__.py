"""`cinescribe features`: extracts, imports and checks the features of a corpus."""

from cinescribe.cli.features.commands import command

__all__ = ["command"]
