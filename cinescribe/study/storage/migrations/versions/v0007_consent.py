"""Texts of consent, what raters decided about them, and what they had agreed to with each answer."""

import sqlalchemy as sa
from alembic import op

revision = "0007_consent"
down_revision = "0006_items_left"


def upgrade() -> None:
    """Make the tables, and add the column, which is empty for answers that were there before."""
    op.add_column("answer", sa.Column("consent", sa.String(length=64), nullable=True))
    op.create_table(
        "consent",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("language", sa.String(length=35), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_consent_study_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_consent")),
        sa.UniqueConstraint("study_id", "version", name=op.f("uq_consent_study_id_version")),
    )
    op.create_table(
        "consent_decision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("is_given", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_consent_decision_study_id")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_consent_decision_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_consent_decision")),
    )
    op.create_index(op.f("ix_consent_decision_study_id_person_id"), "consent_decision", ["study_id", "person_id"])
