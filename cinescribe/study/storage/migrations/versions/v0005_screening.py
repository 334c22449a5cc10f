"""Tests that people pass before they annotate metaphors; nothing that was there changes."""

import sqlalchemy as sa
from alembic import op

revision = "0005_screening"
down_revision = "0004_challenge"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "screening",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("test", sa.Integer(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("n_right", sa.Integer(), nullable=False),
        sa.Column("is_passed", sa.Boolean(), nullable=False),
        sa.Column("token", sa.String(length=80), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_screening_study_id")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_screening_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_screening")),
        sa.UniqueConstraint("study_id", "person_id", "test", name=op.f("uq_screening_study_id_person_id_test")),
    )
