"""What the commands that edit share: who edits, and the voice of the folder."""

from __future__ import annotations

import getpass
from pathlib import Path

import click

from cinescribe.cli.output import announce
from cinescribe.export.settings import read_settings
from cinescribe.media.voice.named_voice import NamedVoice, voice_named

who = click.option("--who", help="Your name for the history; by default that of your login.")


def editor(name: str | None) -> str:
    """Return the name for the history: the one given, else that of the login."""
    if name:
        return name
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no login, as in some containers
        return "somebody"


def folder_voice(folder: Path) -> NamedVoice:
    """Return the voice of a description's folder; it ends with a `with` block."""
    settings = read_settings(folder)
    return voice_named(settings.voice, rate=settings.rate, announce=announce)
