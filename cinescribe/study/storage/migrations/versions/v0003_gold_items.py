"""Items with known answers, items that are asked twice, and an expert's decisions."""

import sqlalchemy as sa
from alembic import op

revision = "0003_gold"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns, which are empty for items that were there before, and the table."""
    op.add_column("item", sa.Column("gold", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("item", sa.Column("repeats", sa.Integer(), nullable=True))
    op.create_table(
        "decision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("remark", sa.Text(), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["assignment_id"], ["assignment.id"], name=op.f("fk_decision_assignment_id")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_decision_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decision")),
        sa.UniqueConstraint("assignment_id", "round", name=op.f("uq_decision_assignment_id_round")),
    )
