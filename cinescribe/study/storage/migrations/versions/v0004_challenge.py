"""The tables of challenges; nothing that was there changes."""

import sqlalchemy as sa
from alembic import op

revision = "0004_challenge"
down_revision = "0003_gold"


def upgrade() -> None:
    """Make the tables."""
    _phase()
    _team()
    _membership()
    _submission()
    _job()
    _score()


def _phase() -> None:
    op.create_table(
        "phase",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("challenge", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("is_blind", sa.Boolean(), nullable=False),
        sa.Column("opened", sa.Float(), nullable=True),
        sa.Column("closed", sa.Float(), nullable=True),
        sa.Column("groups", sa.JSON(), nullable=False),
        sa.Column("by_people", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phase")),
        sa.UniqueConstraint("challenge", "name", name=op.f("uq_phase_challenge_name")),
    )


def _team() -> None:
    op.create_table(
        "team",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("challenge", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("is_organiser", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_team")),
        sa.UniqueConstraint("challenge", "name", name=op.f("uq_team_challenge_name")),
    )


def _membership() -> None:
    op.create_table(
        "membership",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_membership_team_id")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_membership_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
        sa.UniqueConstraint("team_id", "person_id", name=op.f("uq_membership_team_id_person_id")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_membership_token_hash")),
    )
    op.create_index(op.f("ix_membership_person_id"), "membership", ["person_id"], unique=False)


def _submission() -> None:
    op.create_table(
        "submission",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("n_bytes", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_submission_team_id")),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_submission_phase_id")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_submission_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submission")),
        sa.UniqueConstraint("phase_id", "team_id", "digest", name=op.f("uq_submission_phase_id_team_id_digest")),
    )


def _job() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("leased_until", sa.Float(), nullable=True),
        sa.Column("worker", sa.String(length=80), nullable=True),
        sa.Column("n_tries", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.CheckConstraint(
            "state IN ('received', 'checked', 'scoring', 'scored', 'failed')", name=op.f("ck_job_state")
        ),
        sa.ForeignKeyConstraint(["submission_id"], ["submission.id"], name=op.f("fk_job_submission_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
        sa.UniqueConstraint("submission_id", name=op.f("uq_job_submission_id")),
    )
    op.create_index(op.f("ix_job_state"), "job", ["state"], unique=False)


def _score() -> None:
    op.create_table(
        "score",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("metric", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Float(), nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["submission_id"], ["submission.id"], name=op.f("fk_score_submission_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_score")),
        sa.UniqueConstraint("submission_id", "metric", name=op.f("uq_score_submission_id_metric")),
    )
