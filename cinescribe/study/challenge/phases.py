"""Phases in the database: when they open and close."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from cinescribe.errors import ChallengeError
from cinescribe.study.challenge.challenge import Challenge, ChallengeCard
from cinescribe.study.people.people import record
from cinescribe.study.storage import challenge_tables as tables
from cinescribe.study.storage.database import Database

_phase = tables.phase


@dataclass(frozen=True)
class PhaseState:
    """The state of a phase.

    Attributes:
        id: its number.
        name: of the phase.
        is_blind: whether scores are shown only after the close.
        opened, closed: seconds since 1970; None before they are known.
        is_open: whether submissions are taken.
        is_over: whether it has closed.
        groups: teams that the ranking metric cannot separate.
        by_people: teams in the order that people gave them, the winner first; empty before there is one.
    """

    id: int
    name: str
    is_blind: bool
    opened: float | None
    closed: float | None
    is_open: bool
    is_over: bool
    groups: tuple[tuple[str, ...], ...]
    by_people: tuple[str, ...]

    @property
    def shows_scores(self) -> bool:
        """Whether anybody may see scores now."""
        return self.is_over or not self.is_blind


def write_phases(database: Database, card: ChallengeCard) -> None:
    """Add the phases of a new challenge to a database; none is open.

    Raises:
        ChallengeError: when the database has a challenge of that name.
        DatabaseError: when nothing could be stored.
    """
    rows = [
        {"challenge": card.name, "name": phase.name, "is_blind": phase.is_blind, "groups": [], "by_people": []}
        for phase in card.phases
    ]
    with database.writing() as connection:
        try:
            with connection.begin_nested():
                connection.execute(insert(_phase), rows)
        except IntegrityError as error:
            raise ChallengeError(f"the database has a challenge {card.name!r}; give this one another name") from error


def phase_state(challenge: Challenge, name: str) -> PhaseState:
    """Return the state of a phase.

    Raises:
        ChallengeError: when there is no such phase.
        DatabaseError: when the database cannot be read.
    """
    challenge.phase(name)
    with challenge.database.reading() as connection:
        return read_state(connection, challenge, name, now=challenge.database.clock())


def read_state(
    connection: Connection, challenge: Challenge, name: str, *, now: float, lock: bool = False
) -> PhaseState:
    """Return the state of a phase, within a transaction.

    Args:
        connection: in a transaction.
        challenge: the challenge.
        name: of the phase.
        now: seconds since 1970.
        lock: whether others who need the phase wait for this transaction.

    Raises:
        ChallengeError: when the database has no such phase.
    """
    found = select(_phase).where(_phase.c.challenge == challenge.card.name, _phase.c.name == name)
    row = connection.execute(found.with_for_update() if lock else found).one_or_none()
    if row is None:
        raise ChallengeError(
            f"the database has no phase {name!r} of {challenge.card.name!r}; give the database that was made with it"
        )
    return _state(row, now)


def _state(row: Row[Any], now: float) -> PhaseState:
    has_opened = row.opened is not None and row.opened <= now
    is_over = row.closed is not None and row.closed <= now
    groups = tuple(tuple(group) for group in row.groups)
    return PhaseState(
        row.id,
        row.name,
        row.is_blind,
        row.opened,
        row.closed,
        has_opened and not is_over,
        is_over,
        groups,
        tuple(row.by_people),
    )


def open_phase(challenge: Challenge, name: str, *, at: float | None = None) -> PhaseState:
    """Let teams submit to a phase, now or from a time on.

    Raises:
        ChallengeError: when there is no such phase, or it has closed: then scores may be known.
        DatabaseError: when nothing could be stored.
    """
    return _set_time(challenge, name, "opened", at)


def close_phase(challenge: Challenge, name: str, *, at: float | None = None) -> PhaseState:
    """Take no more submissions to a phase, now or from a time on. A phase stays closed.

    Raises:
        ChallengeError: when there is no such phase, or it has closed.
        DatabaseError: when nothing could be stored.
    """
    return _set_time(challenge, name, "closed", at)


def _set_time(challenge: Challenge, name: str, what: str, at: float | None) -> PhaseState:
    challenge.phase(name)
    database, now = challenge.database, challenge.database.clock()
    with database.writing() as connection:
        state = read_state(connection, challenge, name, now=now, lock=True)
        if state.is_over:
            raise ChallengeError(f"the phase {name!r} has closed, and stays so; make another challenge")
        when = now if at is None else at
        connection.execute(update(_phase).where(_phase.c.id == state.id).values({what: when}))
        record(database, connection, f"phase {what}", detail=f"{challenge.card.name} {name} {when:.0f}")
        return read_state(connection, challenge, name, now=now)
