"""The benchmark of MICap's tables: every row has a recipe, and every printed cell a row."""

from pathlib import Path

from benchmarks.captioners import micap_rows as rows
from cinescribe.train.recipes.recipe import read_recipe

ROOT = Path(__file__).resolve().parents[2]


def test_every_row_has_a_recipe():
    for row, recipe in rows.TRAINED.items():
        validation = read_recipe(ROOT / "recipes" / "backlot" / f"{recipe}.toml").validation
        assert validation.split == "val", row


def test_every_cell_is_of_a_known_row():
    known = {*rows.TRAINED, *rows.DERIVED}
    assert set(rows.DERIVED.values()) <= set(rows.TRAINED)
    for table in rows.TABLES:
        for label, cells in table.lines:
            assert len(cells) == len(table.heads), label
            assert {cell.row for cell in cells} - {None} <= known, label
    printed = {cell.row for table in rows.TABLES for _, cells in table.lines for cell in cells}
    assert known - printed == {"someone"}
    assert {row for left, right, _ in rows.COMPARED for row in (left, right)} <= known
