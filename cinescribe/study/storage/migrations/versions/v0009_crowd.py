"""Open links, and the people who joined by them."""

import sqlalchemy as sa
from alembic import op

revision = "0009_crowd"
down_revision = "0008_training"


def upgrade() -> None:
    """Make the tables, and add the column, which is empty for studies without open links."""
    op.add_column("study", sa.Column("salt", sa.String(length=64), nullable=True))
    op.create_table(
        "open_link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("quota", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_open_link_study_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_open_link")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_open_link_code_hash")),
    )
    op.create_table(
        "participant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("link_id", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(length=64), nullable=True),
        sa.Column("submission", sa.String(length=64), nullable=True),
        sa.Column("platform_study", sa.String(length=64), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.Column("ended", sa.String(length=20), nullable=True),
        sa.Column("ended_at", sa.Float(), nullable=True),
        sa.Column("code", sa.String(length=200), nullable=True),
        sa.Column("payment_list", sa.Integer(), nullable=True),
        sa.Column("is_paid", sa.Boolean(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_participant_study_id")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_participant_person_id")),
        sa.ForeignKeyConstraint(["link_id"], ["open_link.id"], name=op.f("fk_participant_link_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_participant")),
        sa.UniqueConstraint("study_id", "person_id", name=op.f("uq_participant_study_id_person_id")),
        sa.UniqueConstraint("study_id", "worker", name=op.f("uq_participant_study_id_worker")),
    )
