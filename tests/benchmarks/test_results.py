import argparse
import json

import pytest

from benchmarks import results
from benchmarks.results import (
    Headline,
    Table,
    add_write_option,
    print_table,
    read_results,
    rendered,
    report_results,
    write_results,
)


def test_pages_are_rendered_from_the_files():
    pages = rendered()
    written = {path: path.read_text(encoding="utf-8") for path in [results.SUMMARY, *results.PAGES.glob("*.md")]}
    assert written.keys() == pages.keys(), "run make docs"
    stale = [path.name for path in pages if written[path] != pages[path]]
    assert not stale, "run make docs"


def test_every_result_names_its_command_and_date():
    for path in results.RESULTS.glob("*.json"):
        found = read_results(path)
        assert found.command.startswith(("python -m benchmarks.", "python -m fuzz", "make ", "cinescribe ")), path.name
        assert len(found.date) == len("2026-11-22"), path.name
        assert found.headlines, path.name


def test_results_are_read_back_as_written(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    table = Table("Shots", ("film", "F1", "cuts"), (("a|b", 0.953125, 12), ("c", None, 0)), "Held out.")
    path = write_results("shots", "Shots", headlines=[Headline("F1", ".95", "≥ .95")], tables=[table], notes=["Why."])
    found = read_results(path)
    assert found.tables == (table,)
    assert found.headlines == (Headline("F1", ".95", "≥ .95"),)
    assert json.loads(path.read_text(encoding="utf-8"))["versions"]["python"]
    page = results.rendered()[results.PAGES / "shots.md"]
    assert "| a\\|b | 0.953125 | 12 |\n| c | - | 0 |" in page


def test_results_without_notes_keep_those_of_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    path = write_results("shots", "Shots", headlines=[Headline("F1", ".95")])
    assert read_results(path).notes == ()
    write_results("shots", "Shots", headlines=[Headline("F1", ".95")], notes=["Why."])
    write_results("shots", "Shots", headlines=[Headline("F1", ".96")])
    assert read_results(path).notes == ("Why.",)
    assert read_results(path).headlines == (Headline("F1", ".96"),)
    write_results("shots", "Shots", headlines=[Headline("F1", ".96")], notes=[])
    assert read_results(path).notes == ()


@pytest.mark.parametrize("as_iterator", [False, True])
def test_the_printed_table_is_the_written_one(capsys, as_iterator):
    rows = (("a film", 0.953125, 12), ("another", None, 0))
    table = print_table("Shots", ("film", "F1", "cuts"), iter(rows) if as_iterator else rows, "Held out.")
    assert table == Table("Shots", ("film", "F1", "cuts"), rows, "Held out.")
    lines = [line.split() for line in capsys.readouterr().out.strip().split("\n")]
    assert lines[:2] == [["Shots"], ["film", "F1", "cuts"]]
    assert lines[2:] == [["a", "film", "0.953125", "12"], ["another", "-", "0"], ["Held", "out."]]


@pytest.mark.parametrize("options", [[], ["--write"]])
def test_results_are_written_with_the_option(tmp_path, monkeypatch, capsys, options):
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    monkeypatch.setattr("sys.argv", ["bench", "--films", "2", *options])
    parser = argparse.ArgumentParser()
    add_write_option(parser)
    report_results("shots", "Shots", headlines=[Headline("F1", ".95", "≥ .9")], write=parser.parse_args(options).write)
    assert "F1: .95 (goal ≥ .9)" in capsys.readouterr().out
    assert (tmp_path / "shots.json").exists() == bool(options)
    if options:
        assert read_results(tmp_path / "shots.json").command.endswith(" --films 2")


@pytest.mark.parametrize("text", ["## Shots", "[tables](results/shots.md)", "| F1 | .95 | ≥ .95 |"])
def test_the_summary_has_a_line_per_headline(tmp_path, monkeypatch, text):
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    write_results("shots", "Shots", headlines=[Headline("F1", ".95", "≥ .95")])
    assert text in results.rendered()[results.SUMMARY]
