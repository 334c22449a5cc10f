"""Who edits: an option that the commands that edit share."""

from __future__ import annotations

import getpass

import click

who = click.option("--who", help="Your name for the history; by default that of your login.")


def editor(name: str | None) -> str:
    """Return the name for the history: the one given, else that of the login."""
    if name:
        return name
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no login, as in some containers
        return "somebody"
