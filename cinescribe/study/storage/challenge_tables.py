"""The tables of challenges: phases, teams, submissions, and the jobs that score them. They share the people."""

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
    String,
    Table,
    Text,
    UniqueConstraint,
)

from cinescribe.study.storage.tables import METADATA

RECEIVED, CHECKED, SCORING, SCORED, FAILED = "received", "checked", "scoring", "scored", "failed"
_STATES = (RECEIVED, CHECKED, SCORING, SCORED, FAILED)  # of a job, in this order

phase = Table(
    "phase",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("challenge", String(80), nullable=False),
    Column("name", String(20), nullable=False),
    Column("is_blind", Boolean, nullable=False),
    Column("opened", Float),
    Column("closed", Float),
    Column("groups", JSON, nullable=False),  # lists of submissions that the ranking metric cannot separate
    Column("by_people", JSON, nullable=False),  # the order by people, best first; empty before there is one
    UniqueConstraint("challenge", "name"),
)
team = Table(
    "team",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("challenge", String(80), nullable=False),
    Column("name", String(80), nullable=False),
    Column("is_organiser", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    UniqueConstraint("challenge", "name"),
)
membership = Table(
    "membership",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("team_id", ForeignKey("team.id"), nullable=False),
    Column("person_id", ForeignKey("person.id"), nullable=False, index=True),
    Column("token_hash", String(64), unique=True),  # of the token with which programs submit
    Column("created", Float, nullable=False),
    UniqueConstraint("team_id", "person_id"),
)
submission = Table(
    "submission",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("team_id", ForeignKey("team.id"), nullable=False),
    Column("phase_id", ForeignKey("phase.id"), nullable=False),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Column("digest", String(64), nullable=False),  # of the file, which is stored under it
    Column("n_bytes", Integer, nullable=False),
    Column("created", Float, nullable=False),
    UniqueConstraint("phase_id", "team_id", "digest"),  # a file that is sent again is stored once
)
job = Table(
    "job",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("submission_id", ForeignKey("submission.id"), nullable=False, unique=True),
    Column("state", String(10), nullable=False),
    Column("leased_until", Float),
    Column("worker", String(80)),
    Column("n_tries", Integer, nullable=False),
    Column("reason", Text),  # why it failed
    Column("changed", Float, nullable=False),
    CheckConstraint("state IN ('received', 'checked', 'scoring', 'scored', 'failed')", name="state"),
    Index(None, "state"),
)
score = Table(
    "score",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("submission_id", ForeignKey("submission.id"), nullable=False),
    Column("metric", String(40), nullable=False),
    Column("value", Float, nullable=False),
    Column("signature", Text, nullable=False),
    UniqueConstraint("submission_id", "metric"),
)
