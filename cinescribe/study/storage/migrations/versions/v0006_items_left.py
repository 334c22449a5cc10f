"""What was left for a rater when a page was leased, so that pages need not count it again."""

import sqlalchemy as sa
from alembic import op

revision = "0006_items_left"
down_revision = "0005_screening"


def upgrade() -> None:
    """Add the column, which is empty for pages that were leased before."""
    op.add_column("assignment", sa.Column("n_left", sa.Integer(), nullable=True))
