"""`cinescribe trial`: describes films with a model, and asks one person about every sentence."""

from cinescribe.cli.trial.commands import command

__all__ = ["command"]
