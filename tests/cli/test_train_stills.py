"""`train` with cross-entropy and then with self-critical training on stills, and `caption` with the checkpoints."""

import json

import pytest

from tests.commands import run_command
from tests.train import still_world as world

pytestmark = pytest.mark.usefixtures("one_thread")
RECIPE = """
name = "test"
model = "m2"
sizes = {width = 16, n_heads = 2, ff_width = 16, n_encoder_layers = 2, n_decoder_layers = 1, n_memory = 3}
pictures = {n_tokens = 12}
training = {epochs = 1, batch_size = 4}
validation = {metrics = ["CIDEr-D"]}
"""


def run(*args):
    result = run_command(*args, exit_code=None)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trained")
    corpus = world.corpus(folder / "corpus")
    (folder / "r.toml").write_text(RECIPE, encoding="utf-8")
    code, out, _ = run("train", folder / "r.toml", "--corpus", corpus, "-o", folder / "xe", "--json")
    assert code == 0
    return folder, json.loads(out)


def test_train_prints_the_checkpoint_and_its_scores(trained):
    folder, value = trained
    assert value["checkpoint"] == str(folder / "xe" / "captions")
    assert set(value["scores"]) == {"captions/CIDEr-D"}


@pytest.mark.slow
def test_self_critical_training_starts_from_a_checkpoint(trained):
    folder, value = trained
    args = ("train", folder / "r.toml", "--corpus", folder / "corpus", "-o", folder / "scst")
    args_scst = (*args, "--set", "loss.objective=scst")
    code, _, err = run(*args_scst)
    assert (code, "name its checkpoint in the recipe: init_checkpoint=RUN/captions" in err) == (1, True)
    assert run(*args_scst, "--set", f"init_checkpoint={value['checkpoint']}", "--json")[0] == 0
    card = json.loads((folder / "scst" / "captions" / "checkpoint.json").read_text())
    assert card["recipe"]["init_checkpoint"] == value["checkpoint"]


def test_caption_writes_about_each_still(trained):
    folder, value = trained
    code, out, _ = run("caption", value["checkpoint"], folder / "corpus", "--split", "val", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [(line["clip"], line["set"]) for line in lines] == [(f"still{n}", None) for n in range(8, 12)]
    code, out, _ = run("caption", value["checkpoint"], folder / "corpus", "--split", "val")
    assert [line.split()[0] for line in out.splitlines()] == [line["clip"] for line in lines]


def test_recipe_for_stills_requires_a_corpus_of_stills(trained):
    folder, _ = trained
    code, _, err = run("train", folder / "r.toml", "--corpus", folder, "-o", folder / "none")
    assert (code, "corpus.json" in err) == (1, True)
