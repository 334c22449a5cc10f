"""What raters answered to the examples on which they practise."""

import sqlalchemy as sa
from alembic import op

revision = "0008_training"
down_revision = "0007_consent"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "training",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_training_study_id")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_training_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_training")),
        sa.UniqueConstraint("study_id", "person_id", "step", name=op.f("uq_training_study_id_person_id_step")),
    )
