import csv
import hashlib
import json
import subprocess

import pytest

from tests.commands import run_command

REFERENCES = {str(n): [f"a man with {n} dogs runs"] for n in range(12)}


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "refs.json").write_text(json.dumps(REFERENCES))
    (tmp_path / "first.json").write_text(json.dumps(dict.fromkeys(REFERENCES, "a man sits")))
    (tmp_path / "second.json").write_text(json.dumps({key: f"a man with {key} dogs sits" for key in REFERENCES}))
    return tmp_path


def compared(*options, exit_code=0):
    files = ("first.json", "second.json", "-r", "refs.json", "--metrics", "rouge-l")
    return run_command("score", "compare", *files, "--resamples", "100", *options, exit_code=exit_code)


def test_systems_are_listed_with_intervals_and_p_values(files):
    lines = compared().stdout.splitlines()
    assert lines[0].split()[:2] == ["first", "ROUGE-L"]
    assert "p = " not in lines[0]
    assert lines[1].startswith("second  ROUGE-L")
    assert "p = 0." in lines[1]
    assert lines[-1] == "12 items; differences from first"


def test_json_output_names_the_scored_files(files):
    value = json.loads(compared("--json").stdout)
    digest = hashlib.sha256((files / "refs.json").read_bytes()).hexdigest()
    assert value["provenance"]["sha256"]["refs.json"] == digest
    assert value["provenance"]["commit"] is None
    assert [score["system"] for score in value["scores"]] == ["first", "second"]
    assert value["scores"][1]["signature"].startswith("ROUGE-L|")


def test_json_names_the_commit_and_that_files_changed(files):
    for command in (["init", "-q"], ["add", "refs.json"]):
        subprocess.run(["git", *command], check=True)
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *who, "commit", "-q", "-m", "References"], check=True)
    head = subprocess.run(["git", "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    assert json.loads(compared("--json").stdout)["provenance"]["commit"] == f"{head}+changes"


def test_tables_are_written_as_csv_latex_and_json(files):
    compared("-o", "table.csv")
    rows = list(csv.DictReader((files / "table.csv").read_text().splitlines()))
    assert [row["system"] for row in rows] == ["first", "second"]
    assert float(rows[1]["p_value"]) < 0.05
    compared("-o", "table.tex")
    text = (files / "table.tex").read_text()
    assert text.startswith('% {"cinescribe"')
    assert "\\begin{tabular}{lr}" in text
    compared("-o", "table.json")
    assert json.loads((files / "table.json").read_text())["items"] == 12


def test_another_suffix_is_refused_before_anything_is_scored(files):
    result = compared("-o", "table.xls", exit_code=1)
    assert "'table.xls' has no known suffix; end it in one of .csv, .tex, .json" in result.stderr


def test_files_of_one_name_keep_their_folders(files):
    (files / "other").mkdir()
    (files / "other" / "first.json").write_bytes((files / "second.json").read_bytes())
    result = run_command(
        "score", "compare", "first.json", "other/first.json", "-r", "refs.json", "--metrics", "rouge-l", "--json"
    )
    assert [score["system"] for score in json.loads(result.stdout)["scores"]] == ["first.json", "other/first.json"]
