"""Databases of studies are made quickly."""

from tests.study.quick_tables import quick_tables

__all__ = ["quick_tables"]
