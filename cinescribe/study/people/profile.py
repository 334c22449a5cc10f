"""What a database knows of a person: the studies, and what the person says of themselves."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select, update

from cinescribe.study.assignment.leases import EXPERT, RATER
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database


@dataclass(frozen=True)
class Profile:
    """A person.

    Attributes:
        is_blind: as the person says; None where nothing was said.
        studies: the numbers of the studies in which the person is a rater.
        read_studies: the numbers of the studies that the person reads as an expert.
    """

    is_blind: bool | None
    studies: frozenset[int]
    read_studies: frozenset[int] = frozenset()


def read_profile(database: Database, person: int) -> Profile:
    """Return what is known of a person.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    role = tables.role
    with database.reading() as connection:
        is_blind = connection.execute(
            select(tables.person.c.is_blind).where(tables.person.c.id == person)
        ).scalar_one_or_none()
        rows = connection.execute(select(role.c.study_id, role.c.name).where(role.c.person_id == person)).all()
    rated, read = (frozenset(row.study_id for row in rows if row.name == name) for name in (RATER, EXPERT))
    return Profile(is_blind, rated, read)


def say_blind(database: Database, person: int, is_blind: bool | None) -> None:
    """Store whether a person says that they are blind.

    Raises:
        DatabaseError: when nothing could be stored.
    """
    with database.writing() as connection:
        connection.execute(update(tables.person).where(tables.person.c.id == person).values(is_blind=is_blind))
