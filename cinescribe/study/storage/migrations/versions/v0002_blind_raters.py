"""Raters may say that they are blind, studies are closed, and failed log-ins are counted quickly."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns and the index; who and what was there before has no value in them."""
    op.add_column("person", sa.Column("is_blind", sa.Boolean(), nullable=True))
    op.add_column("study", sa.Column("closed", sa.Float(), nullable=True))
    op.create_index(op.f("ix_audit_action_time"), "audit", ["action", "time"], unique=False)
