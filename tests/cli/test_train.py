"""`train`, then `caption` and `fill` with what it left."""

import json
import tomllib

import pytest

from tests.commands import run_command
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")
RECIPE = """
name = "test"
sizes = {width = 16, n_heads = 2, ff_width = 16, n_encoder_layers = 1, n_decoder_layers = 1, streams = ["faces"]}
sets = {n_clips = 3, n_frames = 4, n_segments = 2, n_tokens = 40}
training = {epochs = 1, batch_size = 4}
validation = {metrics = ["CIDEr"]}
"""


def run(*args):
    result = run_command(*args, exit_code=None)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trained")
    corpus = world.corpus(folder / "corpus", n_films=4, n_clips=5)
    (folder / "r.toml").write_text(RECIPE, encoding="utf-8")
    code, out, _ = run(
        "train", folder / "r.toml", "--corpus", corpus, "-o", folder / "run", "--set", "seed=3", "--json"
    )
    assert code == 0
    return folder, json.loads(out)


def test_train_prints_checkpoints_and_scores(trained):
    folder, value = trained
    assert value["checkpoint"] == value["checkpoints"]["captions"] == str(folder / "run" / "captions")
    assert set(value["scores"]) == {
        "captions/CIDEr",
        *(f"fill/{name}" for name in ("instance", "same", "different", "class")),
    }
    assert json.loads((folder / "run" / "fill" / "checkpoint.json").read_text())["seed"] == 3


def test_repeated_command_finds_training_finished(trained):
    folder, value = trained
    args = ("train", folder / "r.toml", "--corpus", folder / "corpus", "-o", folder / "run", "--set", "seed=3")
    code, out, _ = run(*args, "--json")
    assert (code, json.loads(out)) == (0, value)
    code, out, _ = run(*args)
    assert code == 0
    assert "fill/class" in out
    code, _, err = run(*args[:-1], "seed=4")
    assert (code, "seed was 3, and is 4" in err) == (1, True)


@pytest.mark.parametrize(
    ("options", "missing"), [((), "--corpus"), (("--corpus", "no"), "--output"), (("-o", "run"), "--corpus")]
)
def test_training_needs_a_corpus_and_a_folder(tmp_path, monkeypatch, options, missing):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.toml").write_text(RECIPE, encoding="utf-8")
    code, _, err = run("train", tmp_path / "r.toml", *options)
    assert (code, f"Missing option '{missing}'" in err) == (2, True)


def test_show_prints_settings_with_base_and_changes(tmp_path):
    (tmp_path / "r.toml").write_text(RECIPE, encoding="utf-8")
    row = tmp_path / "row.toml"
    row.write_text('base = "r.toml"\nname = "row"\ntraining.epochs = 7\n', encoding="utf-8")
    code, out, err = run("train", row, "--set", "seed=3", "--show")
    assert (code, err) == (0, "")
    shown = tomllib.loads(out)
    assert (shown["name"], shown["seed"], shown["training"]["epochs"], shown["sets"]["n_clips"]) == ("row", 3, 7, 3)
    assert shown["optimizer"]["name"] == "adam"  # a default
    (tmp_path / "resolved.toml").write_text(out, encoding="utf-8")
    assert run("train", tmp_path / "resolved.toml", "--show") == (0, out, "")
    code, out, _ = run("train", row, "--set", "seed=3", "--show", "--json")
    assert json.loads(out) == shown


def test_checkpoint_of_a_row_holds_all_its_settings(trained, tmp_path):
    folder, value = trained
    (tmp_path / "r.toml").write_text(RECIPE, encoding="utf-8")
    (tmp_path / "row.toml").write_text('base = "r.toml"\nname = "test"\n', encoding="utf-8")
    args = ("train", tmp_path / "row.toml", "--corpus", folder / "corpus", "-o", folder / "run", "--set", "seed=3")
    code, out, _ = run(*args, "--json")
    assert (code, json.loads(out)) == (0, value)  # the same run: nothing is left to do
    card = json.loads((folder / "run" / "fill" / "checkpoint.json").read_text(encoding="utf-8"))
    _, shown, _ = run("train", tmp_path / "row.toml", "--set", "seed=3", "--show", "--json")
    assert card["recipe"] == json.loads(shown)


def test_caption_writes_about_each_clip(trained):
    folder, value = trained
    code, out, _ = run("caption", value["checkpoint"], folder / "corpus", "--split", "val", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [(line["clip"], line["set"]) for line in lines] == [(f"film0_{n}", 1 + n // 3) for n in range(5)]
    code, plain, _ = run("caption", value["checkpoint"], folder / "corpus", "--split", "val", "--decoder", "beam")
    assert (code, len(plain.splitlines())) == (0, 5)


def test_fill_prints_the_person_of_each_blank(trained):
    folder, value = trained
    code, out, _ = run("fill", value["checkpoints"]["fill"], folder / "corpus", "--split", "val", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [len(line["people"]) for line in lines] == [1] * 5
    assert lines[0]["people"] == lines[3]["people"] == ["P1"]


def test_fill_takes_other_captions(trained):
    folder, value = trained
    captions = folder / "captions.jsonl"
    captions.write_text(
        '{"id": "film0_1", "caption": "[blank] waves, and [blank] sits."}\n{"id": "film0_2", "caption": "Nobody."}\n'
    )
    args = ("fill", value["checkpoints"]["fill"], folder / "corpus", "--split", "val", "--captions", captions)
    code, out, _ = run(*args, "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert (code, [(line["clip"], len(line["people"])) for line in lines]) == (0, [("film0_1", 2), ("film0_2", 0)])
    assert run(*args)[1].splitlines()[1] == "film0_2  _"
    captions.write_text('{"id": "elsewhere", "caption": "[blank] waves."}\n')
    code, _, err = run(*args)
    assert (code, "none of the 1 captions is of a clip of 'val'" in err) == (1, True)


def test_folder_without_a_checkpoint_is_one_line(trained):
    folder, _ = trained
    for command in ("caption", "fill"):
        code, _, err = run(command, folder / "corpus", folder / "corpus")
        assert (code, "holds no checkpoint" in err) == (1, True)
