import json

from tests.commands import run_command

SETS = {"a": "P3 sees P1. P1 nods.", "b": "P1 sees P2. P1 follows P2. P3 nods.", "c": "P2 nods."}


def scored(folder, *options, exit_code=0, sets=SETS):
    (folder / "sets.json").write_text(json.dumps(sets))
    command = ("score", "identity-sensitivity", folder / "sets.json", "--metrics", "rouge-l,bleu-1")
    return run_command(*command, *options, exit_code=exit_code)


def test_each_edit_and_metric_has_a_line(tmp_path):
    lines = scored(tmp_path).stdout.splitlines()
    assert [line.split("  ")[0] for line in lines] == [
        f"{metric}, {edit}" for edit in ("swap", "add", "remove") for metric in ("ROUGE-L", "BLEU-1")
    ]
    assert all("|edit:" in line for line in lines)


def test_copies_seed_and_intervals_reach_the_values(tmp_path):
    value = json.loads(scored(tmp_path, "--json", "--copies", "5", "--seed", "7", "--confidence").stdout)
    assert "|copies:5|seed:7|" in value["ROUGE-L, swap"]["signature"]
    assert value["ROUGE-L, swap"]["confidence"]["low"] <= value["ROUGE-L, swap"]["value"]


def test_values_of_each_set_are_written(tmp_path):
    scored(tmp_path, "--per-item", tmp_path / "items.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == ["a", "b", "c"]
    assert "ROUGE-L, swap" in rows[0]
    assert rows[2].get("ROUGE-L, swap") is None


def test_an_edit_that_no_set_allows_fails_after_the_others_are_printed(tmp_path):
    result = scored(tmp_path, exit_code=1, sets={"a": "P1 sees P2. P2 nods to P1.", "b": "P1 sees P2. P1 and P2 nod."})
    assert "ROUGE-L, add" in result.stdout
    assert "2 of 6 metrics failed; ROUGE-L, remove: no captionset allows the edit 'remove'" in result.stderr
