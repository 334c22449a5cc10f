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
    Column("salt", String(64)),  # of the digests of participants' ids; None before the first open link
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
    Column("consent", String(64)),  # digest of the text that the rater had agreed to; None in studies without one
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
consent = _table(  # a row for each version of the text; none is ever changed
    "consent",
    _reference("study"),
    Column("version", Integer, nullable=False),
    Column("text", Text, nullable=False),  # Markdown
    Column("language", String(35)),  # tag; None where it is unclear
    Column("digest", String(64), nullable=False),  # of the text
    _created(),
    UniqueConstraint("study_id", "version"),
)
consent_decision = _table(  # a row for each time that a rater decided; the newest one holds
    "consent_decision",
    _reference("study"),
    _reference("person"),
    Column("digest", String(64), nullable=False),  # of the text that the rater read
    Column("is_given", Boolean, nullable=False),
    _created(),
    Index(None, "study_id", "person_id"),
)
training = _table(  # a row for each example that a rater answered; none is ever changed
    "training",
    _reference("study"),
    _reference("person"),
    Column("step", Integer, nullable=False),  # from 1
    Column("answer", JSON, nullable=False),
    Column("is_right", Boolean, nullable=False),
    _created(),
    UniqueConstraint("study_id", "person_id", "step"),
)
open_link = _table(
    "open_link",
    _reference("study"),
    Column("code_hash", String(64), nullable=False, unique=True),
    Column("quota", Integer, nullable=False),
    _created(),
)
participant = _table(  # a person who joined by an open link; ids are keyed digests
    "participant",
    _reference("study"),
    _reference("person"),
    Column("link_id", ForeignKey("open_link.id"), nullable=False),
    Column("worker", String(64)),  # at the platform; None for who was forgotten
    Column("submission", String(64)),
    Column("platform_study", String(64)),
    _created(),
    Column("until", Float, nullable=False),  # when the place may go to another
    Column("ended", String(20)),  # the end that the person came to; None before
    Column("ended_at", Float),
    Column("code", String(200)),  # that the person got at the end
    Column("payment_list", Integer),  # number of the list that the person is on; None before
    Column("is_paid", Boolean),
    Column("reason", Text),
    UniqueConstraint("study_id", "person_id"),
    UniqueConstraint("study_id", "worker"),
)
audit = _table(
    "audit",
    Column("time", Float, nullable=False),
    Column("action", String(40), nullable=False),
    Column("person_id", ForeignKey("person.id")),
    Column("detail", Text),
    Index(None, "action", "time"),
)
