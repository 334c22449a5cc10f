"""The tables of the database. Times are seconds since 1970 (Unix time); what has no columns of its own is JSON."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _table(name: str, *parts: SchemaItem) -> Table:
    """A table whose rows have a number of their own."""
    return Table(name, METADATA, Column("id", Integer, primary_key=True), *parts)


def _reference(table: str, *, index: bool = False) -> Column[int]:
    """The number of a row of another table."""
    return Column(f"{table}_id", ForeignKey(f"{table}.id"), nullable=False, index=index or None)


def _created() -> Column[float]:
    return Column("created", Float, nullable=False)


person = _table(
    "person",
    Column("pseudonym", String(80), nullable=False, unique=True),
    Column("password_hash", String(255)),
    Column("invitation_hash", String(64), unique=True),
    Column("is_blind", Boolean),  # the person's answer; None without one
    _created(),
    Column("forgotten", Float),
)
login_session = _table(
    "login_session",
    _reference("person", index=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    _created(),
    Column("expires", Float, nullable=False),
)
study = _table(
    "study",
    Column("name", String(80), nullable=False, unique=True),
    Column("design", JSON, nullable=False),
    Column("digest", String(64), nullable=False),
    _created(),
    Column("closed", Float),
)
role = _table(
    "role",
    _reference("person"),
    _reference("study", index=True),
    Column("name", String(20), nullable=False),
    UniqueConstraint("person_id", "study_id", "name"),
)
item = _table(
    "item",
    _reference("study"),
    Column("number", Integer, nullable=False),
    Column("clip", Text, nullable=False),
    Column("film", Text, nullable=False),
    Column("start", Float),
    Column("end", Float),
    Column("caption", Text),
    Column("is_shared", Boolean, nullable=False),
    Column("gold", JSON(none_as_null=True)),  # known answers; None for items that are judged
    Column("repeats", Integer),  # number of the item that this one asks again; None for others
    UniqueConstraint("study_id", "number"),
)
text = _table(
    "text",
    _reference("item"),
    Column("number", Integer, nullable=False),
    Column("system", Text, nullable=False),  # no page shows it
    Column("name", Text, nullable=False),
    Column("criterion", Text),
    Column("text", Text, nullable=False),
    UniqueConstraint("item_id", "number"),
)
assignment = _table(
    "assignment",
    _reference("item"),
    _reference("person"),
    Column("shown", JSON, nullable=False),  # for each text on the page the numbers of the texts that say the same
    Column("leased_until", Float, nullable=False),
    _created(),
    Column("finished", Float),
    Column("n_left", Integer),  # pages that the rater could get when it was leased, with this one
    UniqueConstraint("item_id", "person_id"),
    Index(None, "person_id"),
)
answer = _table(
    "answer",
    _reference("assignment"),
    Column("question", String(80), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("value", JSON, nullable=False),
    Column("token", String(80), nullable=False),  # of the form that was sent: sent twice, it is stored once
    _created(),
    UniqueConstraint("assignment_id", "question", "revision"),
    UniqueConstraint("assignment_id", "question", "token"),
    CheckConstraint("revision >= 1", name="revision"),
)
decision = _table(
    "decision",
    _reference("assignment"),
    Column("round", Integer, nullable=False),  # of the answers that it is about: 1, and 1 more each time they return
    _reference("person"),  # the expert
    Column("answers", JSON, nullable=False),  # those that the expert saw
    Column("remark", Text),  # why they were returned; None where they were accepted
    _created(),
    UniqueConstraint("assignment_id", "round"),
)
screening = _table(  # a row for each test that a person took; none is ever changed
    "screening",
    _reference("study"),
    _reference("person"),
    Column("test", Integer, nullable=False),
    Column("answers", JSON, nullable=False),  # to the videos of the test, in their order
    Column("n_right", Integer, nullable=False),
    Column("is_passed", Boolean, nullable=False),
    Column("token", String(80), nullable=False),  # of the form that was sent: sent twice, it is stored once
    _created(),
    UniqueConstraint("study_id", "person_id", "test"),
)
audit = _table(
    "audit",
    Column("time", Float, nullable=False),
    Column("action", String(40), nullable=False),
    Column("person_id", ForeignKey("person.id")),
    Column("detail", Text),
    Index(None, "action", "time"),
)
