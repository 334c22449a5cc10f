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

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

person = Table(
    "person",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("pseudonym", String(80), nullable=False, unique=True),
    Column("password_hash", String(255)),
    Column("invitation_hash", String(64), unique=True),
    Column("is_blind", Boolean),  # as the person says; None where nothing was said
    Column("created", Float, nullable=False),
    Column("forgotten", Float),
)
login_session = Table(
    "login_session",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("person.id"), nullable=False, index=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
)
study = Table(
    "study",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False, unique=True),
    Column("design", JSON, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("closed", Float),
)
role = Table(
    "role",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Column("study_id", ForeignKey("study.id"), nullable=False, index=True),
    Column("name", String(20), nullable=False),
    UniqueConstraint("person_id", "study_id", "name"),
)
item = Table(
    "item",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("study_id", ForeignKey("study.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("clip", Text, nullable=False),
    Column("film", Text, nullable=False),
    Column("start", Float),
    Column("end", Float),
    Column("caption", Text),
    Column("is_shared", Boolean, nullable=False),
    UniqueConstraint("study_id", "number"),
)
text = Table(
    "text",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("item_id", ForeignKey("item.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("system", Text, nullable=False),  # no page shows it
    Column("name", Text, nullable=False),
    Column("criterion", Text),
    Column("text", Text, nullable=False),
    UniqueConstraint("item_id", "number"),
)
assignment = Table(
    "assignment",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("item_id", ForeignKey("item.id"), nullable=False),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Column("shown", JSON, nullable=False),  # for each text on the page the numbers of the texts that say the same
    Column("leased_until", Float, nullable=False),
    Column("created", Float, nullable=False),
    Column("finished", Float),
    UniqueConstraint("item_id", "person_id"),
    Index(None, "person_id"),
)
answer = Table(
    "answer",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("assignment_id", ForeignKey("assignment.id"), nullable=False),
    Column("question", String(80), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("value", JSON, nullable=False),
    Column("token", String(80), nullable=False),  # of the form that was sent: sent twice, it is stored once
    Column("created", Float, nullable=False),
    UniqueConstraint("assignment_id", "question", "revision"),
    UniqueConstraint("assignment_id", "question", "token"),
    CheckConstraint("revision >= 1", name="revision"),
)
audit = Table(
    "audit",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("time", Float, nullable=False),
    Column("action", String(40), nullable=False),
    Column("person_id", ForeignKey("person.id")),
    Column("detail", Text),
    Index(None, "action", "time"),
)
