"""`score` prints its metrics' values in the documented shapes, and one line for files that cannot be scored."""

import csv
import json
from pathlib import Path

import click
import pytest

from cinescribe.cli.main import main
from cinescribe.metrics.scoring.score_captions import score_captions
from tests.commands import run_command
from tests.shared import shared

ROOT = Path(__file__).resolve().parents[3]
CANDS = {"1": "a man runs away", "2": "a dog sleeps on a bed", "3": "P1 opens the door"}
REFS = {"1": ["a man is running", "the man runs away"], "2": ["a dog is asleep"], "3": ["P1 opens a door"]}
RATINGS = "item,rater,rating\n1,a,4\n1,b,5\n2,a,2\n2,b,2\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "cands.json").write_text(json.dumps(CANDS))
    (tmp_path / "refs.json").write_text(json.dumps(REFS))
    return tmp_path / "cands.json", tmp_path / "refs.json"


def run(*arguments):
    return run_command("score", *arguments, exit_code=None)


def values(*arguments):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def assert_refused(message, *arguments):
    result = run(*arguments)
    assert result.exit_code == 1, result.output
    assert len(result.stderr.strip().splitlines()) == 1
    assert message in result.stderr, result.stderr
    assert not result.stdout


@pytest.mark.slow
def test_json_has_value_and_signature_of_each_metric(files):
    printed = values(*files, "--metrics", "bleu,CIDEr,rouge_l")
    assert list(printed) == ["BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "CIDEr", "ROUGE-L"]
    for score in score_captions(CANDS, REFS, metrics=["bleu", "cider", "rouge"]):
        assert printed[score.name] == {"value": score.value, "signature": score.signature}


def test_text_output_is_a_table(files):
    lines = run(*files, "--metrics", "rouge-l,cider-plain").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["ROUGE-L", "CIDEr-plain"]
    assert lines[0].split()[2].startswith("ROUGE-L|")


def test_failed_metric_does_not_stop_the_others(files, tmp_path):
    items = tmp_path / "items.jsonl"
    result = run(*files, "--metrics", "rouge-l,perplexity,cider-plain", "--confidence", "--per-item", items)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["ROUGE-L", "Perplexity", "CIDEr-plain"]
    assert "failed  Perplexity needs the log-probability" in lines[1]
    assert "(--log-probabilities)" in lines[1]
    assert result.stderr.startswith("Error: 1 of 3 metrics failed; Perplexity: Perplexity needs the log-probability")
    assert set(json.loads(items.read_text().splitlines()[0])) == {"id", "ROUGE-L", "CIDEr-plain"}
    printed = json.loads(run(*files, "--metrics", "rouge-l,perplexity", "--json").stdout)
    assert set(printed["ROUGE-L"]) == {"value", "signature"}
    assert list(printed["Perplexity"]) == ["error"]
    assert "give a language model's (--log-probabilities)" in printed["Perplexity"]["error"]


@pytest.mark.slow
def test_the_default_metrics_are_those_of_the_coco_tools(files):
    assert list(values(*files)) == ["BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "METEOR", "ROUGE-L", "CIDEr", "SPICE"]


def test_intervals_contain_the_value(files):
    printed = values(*files, "--metrics", "rouge-l", "--confidence")["ROUGE-L"]
    assert printed["confidence"]["level"] == 0.95
    assert printed["confidence"]["low"] < printed["value"] < printed["confidence"]["high"]
    assert f"[{printed['confidence']['low']:.4f}, " in run(*files, "--metrics", "rouge-l", "--confidence").stdout


@pytest.mark.parametrize("name", ["items.jsonl", "items.csv"])
def test_items_are_written(files, tmp_path, name):
    assert run(*files, "--metrics", "rouge-l,ispice", "--per-item", tmp_path / name).exit_code == 0
    with open(tmp_path / name, newline="") as opened:
        records = list(csv.DictReader(opened) if name.endswith("csv") else map(json.loads, opened))
    rouge, ispice = score_captions(CANDS, REFS, metrics=["rouge-l", "ispice"])
    assert [record["id"] for record in records] == ["1", "2", "3"]
    assert {record["id"]: float(record["ROUGE-L"]) for record in records} == rouge.per_item
    assert {record["id"]: float(record["iSPICE"]) for record in records if record.get("iSPICE")} == ispice.per_item


def test_other_item_formats_are_refused_first(files, tmp_path):
    assert_refused("name it .jsonl or .csv", tmp_path / "none.json", files[1], "--per-item", tmp_path / "items.txt")


def test_a_subset_and_empty_candidates_only_if_allowed(files, tmp_path):
    (tmp_path / "some.json").write_text(json.dumps({"1": CANDS["1"], "2": ""}))
    assert_refused("item '3' has references but no candidate", tmp_path / "some.json", files[1])
    assert_refused("the candidate of item '2' is empty", tmp_path / "some.json", files[1], "--subset")
    printed = values(tmp_path / "some.json", files[1], "--subset", "--allow-empty", "--metrics", "rouge-l")
    alone = score_captions({"1": CANDS["1"]}, {"1": REFS["1"]}, metrics=["rouge-l"])[0].value
    assert printed["ROUGE-L"]["value"] == pytest.approx(alone / 2)


@pytest.mark.slow
def test_sources_are_read_from_their_files(files, tmp_path):
    (tmp_path / "lp.jsonl").write_text("".join(f'{{"id": "{key}", "log_probabilities": [-1, -1]}}\n' for key in CANDS))
    words = json.dumps([{"word": "man", "noun": True, "region": "man"}])
    (tmp_path / "grounded.jsonl").write_text("".join(f'{{"id": "{key}", "words": {words}}}\n' for key in CANDS))
    (tmp_path / "glove.txt").write_text("man 1 0\ndog 0 1\n")
    printed = values(
        *(*files, "--metrics", "perplexity,groundingscore", "--log-probabilities", tmp_path / "lp.jsonl"),
        *("--grounded", tmp_path / "grounded.jsonl", "--vectors", tmp_path / "glove.txt"),
    )
    assert printed["Perplexity"]["value"] == pytest.approx(2.718281828)
    assert "model:lp" in printed["Perplexity"]["signature"]
    assert printed["GroundingScore(inf)"]["value"] == 1
    assert "sim:glove" in printed["GroundingScore(0)"]["signature"]
    printed = values(*files, "--metrics", "cider", "--frequencies", files[1])["CIDEr"]
    assert "df:refs|" in printed["signature"]
    assert printed["value"] == pytest.approx(values(*files, "--metrics", "cider")["CIDEr"]["value"])


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ("no paraphrase table 'none.gz'", ["--metrics", "meteor", "--paraphrases", "none.gz"]),
        ("none.safetensors", ["--metrics", "cider", "--frequencies", "none.safetensors"]),
        ("none.csv' cannot be read", ["--metrics", "cider", "--frequencies", "none.csv"]),
        ("none.jsonl' cannot be read", ["--metrics", "perplexity", "--log-probabilities", "none.jsonl"]),
        ("none.jsonl' cannot be read", ["--metrics", "groundingscore", "--grounded", "none.jsonl"]),
        ("none.txt' cannot be read", ["--metrics", "nw", "--vectors", "none.txt"]),
        ("none/model", ["--metrics", "bertscore", "--model", "none/model"]),
        ("none/model", ["--metrics", "acs", "--sentence-model", "none/model"]),
        ("none", ["--metrics", "spice", "--parser", "none"]),
        ("Perplexity needs the log-probability of each token", ["--metrics", "perplexity"]),
        ("GroundingScore needs the region attended to", ["--metrics", "groundingscore"]),
        ("there is no metric 'blue'; there are BLEU, METEOR", ["--metrics", "blue"]),
        ("no metric is named", ["--metrics", ""]),
    ],
)
def test_missing_sources_are_one_line_errors(files, monkeypatch, tmp_path, words, arguments):
    monkeypatch.chdir(tmp_path)
    assert_refused(words, *files, *arguments)


def test_a_file_may_have_the_name_of_a_subcommand(files, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fitb").mkdir()
    files[0].rename(tmp_path / "fitb" / "c.json")
    assert values("./fitb/c.json", files[1], "--metrics", "rouge-l")
    assert values("--metrics", "rouge-l", tmp_path / "fitb" / "c.json", files[1])
    assert_refused("fitb' has an unknown suffix", "./fitb", files[1])
    assert run("fitb", files[1]).exit_code == 2


def test_wrong_usage_exits_with_2(files):
    assert run().exit_code == 2
    assert run(files[0]).exit_code == 2
    assert run(*files, "--metric").exit_code == 2


def test_help_lists_the_subcommands():
    text = run("--help").stdout
    assert "Usage: main score [OPTIONS] CANDS REFS" in text
    for name in ("fitb", "qa", "ratings"):
        assert f"score {name} " in text
        assert f"Usage: main score {name} " in run(name, "--help").stdout


def test_every_option_has_help_and_documentation():
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    group = main.get_command(click.Context(main), "score")
    assert group is not None
    captions = group.make_context("score", ["a", "b"]).command
    assert "## cinescribe score CANDS REFS" in text
    for option in (each for each in captions.params if isinstance(each, click.Option)):
        assert option.help
        assert f"| `{max(option.opts, key=len)}" in text, option.opts


@pytest.mark.slow
def test_fitb_has_the_documented_shape():
    printed = values(
        "fitb",
        *(shared(f"golden/fitb/{name}.csv.gz") for name in ("pred_rand3", "references_val_new", "valSets")),
    )
    assert list(printed) == ["instance", "same", "different", "class"]
    assert printed["class"] == pytest.approx(0.4349579196831984, abs=1e-12)


def test_fitb_errors_are_one_line(tmp_path):
    (tmp_path / "p.csv").write_text("clip\tP1\n")
    (tmp_path / "sets.csv").write_text("clip\tother\n")
    assert_refused("'other'", "fitb", tmp_path / "p.csv", tmp_path / "p.csv", tmp_path / "sets.csv")


def test_qa_scores_each_depth_and_kind(tmp_path):
    (tmp_path / "p.jsonl").write_text('{"id": 1, "answers": ["to rest", "to eat"]}\n{"id": 2, "answers": ["glad"]}\n')
    (tmp_path / "r.jsonl").write_text(
        '{"id": 1, "answers": ["to eat"], "kind": "intention"}\n{"id": 2, "answers": ["glad"], "kind": "effect"}\n'
    )
    printed = values("qa", tmp_path / "p.jsonl", tmp_path / "r.jsonl", "--depth", 1, "--depth", 2)
    assert printed["P@1"]["value"] == 0.5
    assert printed["R@2"]["value"] == 1
    assert printed["intention R@1"]["value"] == 0
    assert {"value", "signature"} == set(printed["P@1"])
    assert run("qa", tmp_path / "p.jsonl", tmp_path / "r.jsonl").stdout.startswith("P@1 ")
    assert_refused("'none.jsonl' cannot be read", "qa", "none.jsonl", tmp_path / "r.jsonl")
    assert_refused("the depth k is 0", "qa", tmp_path / "p.jsonl", tmp_path / "r.jsonl", "--depth", 0)


def test_ratings_have_every_defined_statistic(tmp_path):
    (tmp_path / "r.csv").write_text(RATINGS)
    printed = values("ratings", tmp_path / "r.csv")
    assert printed["scale"] == "rating"
    assert printed["overall"]["mean"] == 3.25
    assert printed["overall"]["validity"] == 0.5
    assert printed["overall"]["iras"] == 0.75
    lines = run("ratings", tmp_path / "r.csv", "--valid-above", "4").stdout.splitlines()
    assert lines[0] == "all: 4 ratings of 2 items by 2 raters"
    assert ["validity", "0.2500"] in [line.split() for line in lines]
    assert_refused("'none.csv' cannot be read", "ratings", "none.csv")


def test_ratings_give_reasons_for_undefined_statistics(tmp_path):
    (tmp_path / "r.csv").write_text("item,rater,rating\n1,a,4\n2,a,5\n")
    lines = run("ratings", tmp_path / "r.csv").stdout.splitlines()
    assert any(line.split()[:2] == ["iras", "none:"] for line in lines)


def test_score_without_interval_does_not_stop_the_others(files):
    result = run(*files, "--metrics", "rouge-l,ispice", "--confidence")
    assert result.exit_code == 1
    rouge, ispice = result.stdout.splitlines()
    assert "[no interval]" not in rouge
    assert "[no interval]" in ispice
    assert "iSPICE has no value on" in result.stderr
    printed = json.loads(run(*files, "--metrics", "rouge-l,ispice", "--confidence", "--json").stdout)
    assert printed["ROUGE-L"]["confidence"]["level"] == 0.95
    assert printed["iSPICE"]["value"] == score_captions(CANDS, REFS, metrics="ispice")[0].value
    assert "too few items count" in printed["iSPICE"]["confidence"]["error"]
