"""Databases of studies are made quickly."""

from tests.study.quick_tables import made_tables, quick_tables

__all__ = ["made_tables", "quick_tables"]
