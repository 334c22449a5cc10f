"""What a database knows of a person: the studies, and what the person says of themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from cinescribe.study.assignment.leases import EXPERT, RATER
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database

_role = tables.role
_PROFILE = (
    select(tables.person.c.is_blind, _role.c.study_id, _role.c.name)
    .outerjoin(_role)
    .where(tables.person.c.id == bindparam("person"))
)


@dataclass(frozen=True)
class Profile:
    """A person.

    Attributes:
        is_blind: the person's answer; None without one.
        studies: the numbers of the studies in which the person is a rater.
        read_studies: the numbers of the studies that the person reads as an expert.
    """

    is_blind: bool | None
    studies: frozenset[int]
    read_studies: frozenset[int] = frozenset()

    @classmethod
    def from_rows(cls, rows: Sequence[Any]) -> Profile:
        """Return the profile in rows with `is_blind`, `study_id` and `name` of each role of one person."""
        rated, read = (frozenset(row.study_id for row in rows if row.name == name) for name in (RATER, EXPERT))
        return cls(rows[0].is_blind if rows else None, rated, read)


def read_profile(database: Database, person: int) -> Profile:
    """Return what is known of a person.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        return profile_of(connection, person)


def profile_of(connection: Connection, person: int) -> Profile:
    """Return what is known of a person, within a transaction."""
    return Profile.from_rows(connection.execute(_PROFILE, {"person": person}).all())


def say_blind(database: Database, person: int, is_blind: bool | None) -> None:
    """Store whether a person says that they are blind.

    Raises:
        DatabaseError: when nothing could be stored.
    """
    with database.writing() as connection:
        connection.execute(update(tables.person).where(tables.person.c.id == person).values(is_blind=is_blind))
