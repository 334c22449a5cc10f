"""`score` says what its metrics say, in promised shapes, and one line for files that cannot be scored."""

import csv
import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.metrics.scoring.score_captions import score_captions
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
    return CliRunner().invoke(main, ["score", *map(str, arguments)])


def values(*arguments):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def assert_refused(words, *arguments):
    result = run(*arguments)
    assert result.exit_code == 1, result.output
    assert len(result.stderr.strip().splitlines()) == 1
    assert words in result.stderr, result.stderr
    assert not result.stdout


def test_machines_get_value_and_signature_of_what_they_asked_for(files):
    told = values(*files, "--metrics", "bleu,CIDEr,rouge_l")
    assert list(told) == ["BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "CIDEr", "ROUGE-L"]
    for score in score_captions(CANDS, REFS, metrics=["bleu", "cider", "rouge"]):
        assert told[score.name] == {"value": score.value, "signature": score.signature}


def test_people_get_a_table(files):
    lines = run(*files, "--metrics", "rouge-l,cider-plain").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["ROUGE-L", "CIDEr-plain"]
    assert lines[0].split()[2].startswith("ROUGE-L|")


def test_the_coco_tools_metrics_are_asked_for_by_default(files):
    assert list(values(*files)) == ["BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "METEOR", "ROUGE-L", "CIDEr", "SPICE"]


def test_intervals_hold_their_value(files):
    told = values(*files, "--metrics", "rouge-l", "--confidence")["ROUGE-L"]
    assert told["confidence"]["level"] == 0.95
    assert told["confidence"]["low"] < told["value"] < told["confidence"]["high"]
    assert f"[{told['confidence']['low']:.4f}, " in run(*files, "--metrics", "rouge-l", "--confidence").stdout


@pytest.mark.parametrize("name", ["items.jsonl", "items.csv"])
def test_items_are_written(files, tmp_path, name):
    assert run(*files, "--metrics", "rouge-l,ispice", "--per-item", tmp_path / name).exit_code == 0
    with open(tmp_path / name, newline="") as opened:
        records = list(csv.DictReader(opened) if name.endswith("csv") else map(json.loads, opened))
    rouge, ispice = score_captions(CANDS, REFS, metrics=["rouge-l", "ispice"])
    assert [record["id"] for record in records] == ["1", "2", "3"]
    assert {record["id"]: float(record["ROUGE-L"]) for record in records} == rouge.per_item
    assert {record["id"]: float(record["iSPICE"]) for record in records if record.get("iSPICE")} == ispice.per_item


def test_items_in_another_form_are_refused_before_any_work(files, tmp_path):
    assert_refused("name it .jsonl or .csv", tmp_path / "none.json", files[1], "--per-item", tmp_path / "items.txt")


def test_a_subset_and_empty_candidates_only_where_allowed(files, tmp_path):
    (tmp_path / "some.json").write_text(json.dumps({"1": CANDS["1"], "2": ""}))
    assert_refused("item '3' has references but no candidate", tmp_path / "some.json", files[1])
    assert_refused("the candidate of item '2' is empty", tmp_path / "some.json", files[1], "--subset")
    told = values(tmp_path / "some.json", files[1], "--subset", "--allow-empty", "--metrics", "rouge-l")
    alone = score_captions({"1": CANDS["1"]}, {"1": REFS["1"]}, metrics=["rouge-l"])[0].value
    assert told["ROUGE-L"]["value"] == pytest.approx(alone / 2)


def test_what_metrics_draw_on_is_read_from_its_file(files, tmp_path):
    (tmp_path / "lp.jsonl").write_text("".join(f'{{"id": "{key}", "log_probabilities": [-1, -1]}}\n' for key in CANDS))
    words = json.dumps([{"word": "man", "noun": True, "region": "man"}])
    (tmp_path / "seen.jsonl").write_text("".join(f'{{"id": "{key}", "words": {words}}}\n' for key in CANDS))
    (tmp_path / "glove.txt").write_text("man 1 0\ndog 0 1\n")
    told = values(
        *(*files, "--metrics", "perplexity,groundingscore", "--log-probabilities", tmp_path / "lp.jsonl"),
        *("--grounded", tmp_path / "seen.jsonl", "--vectors", tmp_path / "glove.txt"),
    )
    assert told["Perplexity"]["value"] == pytest.approx(2.718281828)
    assert "model:lp" in told["Perplexity"]["signature"]
    assert told["GroundingScore(inf)"]["value"] == 1
    assert "sim:glove" in told["GroundingScore(0)"]["signature"]
    told = values(*files, "--metrics", "cider", "--frequencies", files[1])["CIDEr"]
    assert "df:refs|" in told["signature"]
    assert told["value"] == pytest.approx(values(*files, "--metrics", "cider")["CIDEr"]["value"])


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
        ("Perplexity wants the log-probability of each token", ["--metrics", "perplexity"]),
        ("GroundingScore wants what was looked at", ["--metrics", "groundingscore"]),
        ("there is no metric 'blue'; there are BLEU, METEOR", ["--metrics", "blue"]),
        ("no metric is named", ["--metrics", ""]),
    ],
)
def test_what_is_missing_is_said_in_one_line(files, monkeypatch, tmp_path, words, arguments):
    monkeypatch.chdir(tmp_path)
    assert_refused(words, *files, *arguments)


def test_a_file_may_be_called_as_a_command(files, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fitb").mkdir()
    files[0].rename(tmp_path / "fitb" / "c.json")
    assert values("./fitb/c.json", files[1], "--metrics", "rouge-l")
    assert values("--metrics", "rouge-l", tmp_path / "fitb" / "c.json", files[1])
    assert_refused("fitb' has no suffix", "./fitb", files[1])
    assert run("fitb", files[1]).exit_code == 2


def test_wrong_usage_is_not_wrong_input(files):
    assert run().exit_code == 2
    assert run(files[0]).exit_code == 2
    assert run(*files, "--metric").exit_code == 2


def test_help_tells_of_every_option_and_of_the_other_commands():
    text = run("--help").stdout
    assert "Usage: main score [OPTIONS] CANDS REFS" in text
    for name in ("fitb", "qa", "ratings"):
        assert f"score {name} " in text
        assert f"Usage: main score {name} " in run(name, "--help").stdout


def test_every_option_is_helped_and_documented():
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    group = main.get_command(click.Context(main), "score")
    captions = group.make_context("score", ["a", "b"]).command
    assert "## cinescribe score CANDS REFS" in text
    for option in (each for each in captions.params if isinstance(each, click.Option)):
        assert option.help
        assert f"| `{max(option.opts, key=len)}" in text, option.opts


def test_fitb_has_the_promised_shape():
    told = values(
        "fitb",
        *(shared(f"golden/fitb/{name}.csv.gz") for name in ("pred_rand3", "references_val_new", "valSets")),
    )
    assert list(told) == ["instance", "same", "different", "class"]
    assert told["class"] == pytest.approx(0.4349579196831984, abs=1e-12)


def test_fitb_refuses_in_one_line(tmp_path):
    (tmp_path / "p.csv").write_text("clip\tP1\n")
    (tmp_path / "sets.csv").write_text("clip\tother\n")
    assert_refused("'other'", "fitb", tmp_path / "p.csv", tmp_path / "p.csv", tmp_path / "sets.csv")


def test_qa_scores_each_depth_and_kind(tmp_path):
    (tmp_path / "p.jsonl").write_text('{"id": 1, "answers": ["to rest", "to eat"]}\n{"id": 2, "answers": ["glad"]}\n')
    (tmp_path / "r.jsonl").write_text(
        '{"id": 1, "answers": ["to eat"], "kind": "intention"}\n{"id": 2, "answers": ["glad"], "kind": "effect"}\n'
    )
    told = values("qa", tmp_path / "p.jsonl", tmp_path / "r.jsonl", "--depth", 1, "--depth", 2)
    assert told["P@1"]["value"] == 0.5
    assert told["R@2"]["value"] == 1
    assert told["intention R@1"]["value"] == 0
    assert {"value", "signature"} == set(told["P@1"])
    assert run("qa", tmp_path / "p.jsonl", tmp_path / "r.jsonl").stdout.startswith("P@1 ")
    assert_refused("'none.jsonl' cannot be read", "qa", "none.jsonl", tmp_path / "r.jsonl")
    assert_refused("the depth k is 0", "qa", tmp_path / "p.jsonl", tmp_path / "r.jsonl", "--depth", 0)


def test_ratings_tell_everything_that_is_defined(tmp_path):
    (tmp_path / "r.csv").write_text(RATINGS)
    told = values("ratings", tmp_path / "r.csv")
    assert told["scale"] == "rating"
    assert told["overall"]["mean"] == 3.25
    assert told["overall"]["validity"] == 0.5
    assert told["overall"]["iras"] == 0.75
    lines = run("ratings", tmp_path / "r.csv", "--valid-above", "4").stdout.splitlines()
    assert lines[0] == "all: 4 ratings of 2 items by 2 raters"
    assert ["validity", "0.2500"] in [line.split() for line in lines]
    assert_refused("'none.csv' cannot be read", "ratings", "none.csv")


def test_ratings_say_what_is_not_defined_and_why(tmp_path):
    (tmp_path / "r.csv").write_text("item,rater,rating\n1,a,4\n2,a,5\n")
    lines = run("ratings", tmp_path / "r.csv").stdout.splitlines()
    assert any(line.split()[:2] == ["iras", "none:"] for line in lines)
