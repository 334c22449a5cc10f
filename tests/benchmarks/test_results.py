import json

import pytest

from benchmarks import results
from benchmarks.results import Headline, Table, read_results, rendered, write_results


def test_pages_are_rendered_from_the_files():
    pages = rendered()
    written = {path: path.read_text(encoding="utf-8") for path in [results.SUMMARY, *results.PAGES.glob("*.md")]}
    assert written.keys() == pages.keys(), "run make docs"
    stale = [path.name for path in pages if written[path] != pages[path]]
    assert not stale, "run make docs"


def test_every_result_names_its_command_and_date():
    for path in results.RESULTS.glob("*.json"):
        found = read_results(path)
        assert found.command.startswith(("python -m benchmarks.", "make ", "cinescribe ")), path.name
        assert len(found.date) == len("2026-11-22"), path.name
        assert found.headlines, path.name


def test_results_come_back_as_written(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    table = Table("Shots", ("film", "F1", "cuts"), (("a|b", 0.953125, 12), ("c", None, 0)), "Held out.")
    path = write_results("shots", "Shots", headlines=[Headline("F1", ".95", "≥ .95")], tables=[table], notes=["Why."])
    found = read_results(path)
    assert found.tables == (table,)
    assert found.headlines == (Headline("F1", ".95", "≥ .95"),)
    assert json.loads(path.read_text(encoding="utf-8"))["versions"]["python"]
    page = results.rendered()[results.PAGES / "shots.md"]
    assert "| a\\|b | 0.953125 | 12 |\n| c | - | 0 |" in page


@pytest.mark.parametrize("text", ["## Shots", "[tables](results/shots.md)", "| F1 | .95 | ≥ .95 |"])
def test_the_summary_has_a_line_per_headline(tmp_path, monkeypatch, text):
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    write_results("shots", "Shots", headlines=[Headline("F1", ".95", "≥ .95")])
    assert text in results.rendered()[results.SUMMARY]
