import gzip
import importlib
import json
from dataclasses import replace

import numpy as np
import pytest

from cinescribe.arrays import read_arrays
from cinescribe.errors import LanguageError, ModelError, OutputError
from cinescribe.input_files import digest
from cinescribe.language.parser.parse import load_parser
from cinescribe.language.parser.parser_weights import PARSER
from cinescribe.language.parser.spacy_pipeline import Sizes
from cinescribe.language.parser.train_parser import ParserRecipe, gold_token_scores, train_parser
from cinescribe.language.parser.treebank import read_treebank
from tests.language.tiny_encoder import tiny_encoder
from tests.shared import shared

pytestmark = pytest.mark.slow

module = importlib.import_module("cinescribe.language.parser.train_parser")

SMALL = ParserRecipe(
    name="small-1",
    sizes=Sizes(width=32, depth=2, hidden=32, rows=(500, 100, 200, 100, 100)),
    epochs=30,
    n_words=60,
    rate=5e-3,
    dropout=0,
)


@pytest.fixture(scope="module")
def bank(tmp_path_factory):
    """Twenty sentences of a real treebank, and a recipe small enough for them."""
    folder = tmp_path_factory.mktemp("bank")
    with gzip.open(shared("data/ewt/en_ewt-ud-train.conllu.gz"), "rt", encoding="utf-8") as opened:
        blocks = opened.read(200_000).split("\n\n")
    short = [block for block in blocks if 5 <= block.count("\n") <= 20][:20]
    (folder / "bank.conllu").write_text("\n\n".join(short) + "\n\n", encoding="utf-8")
    return folder / "bank.conllu", replace(SMALL, encoder=str(tiny_encoder(folder / "encoder")))


@pytest.fixture(scope="module")
def trained(bank, tmp_path_factory):
    path, recipe = bank
    folder = tmp_path_factory.mktemp("parser")
    lines: list[str] = []
    return train_parser([path], folder, dev=path, recipe=recipe, announce=lines.append), folder, lines


def test_the_parser_can_overfit_twenty_sentences(trained):
    scores, _, lines = trained
    assert scores.upos > 97
    assert scores.uas > 95
    assert scores.las > 80  # labels seen fewer than five times are not learnt
    assert len(lines) == SMALL.epochs
    assert lines[0].startswith("epoch 1 of 30: UPOS ")


def test_the_written_parser_has_the_reported_scores(trained, bank):
    scores, folder, _ = trained
    parser = load_parser(folder)
    assert parser.name == "small-1"
    assert gold_token_scores(parser, read_treebank(bank[0])) == scores


def test_the_metadata_describes_the_training(trained, bank):
    metadata = json.loads((trained[1] / PARSER.card).read_text(encoding="utf-8"))
    assert metadata["recipe"]["recipe"]["seed"] == 1
    assert list(metadata["recipe"]["sha256"]) == ["bank.conllu"]
    assert "spacy" in metadata["recipe"]["versions"]


def test_the_default_name_is_the_folders(bank, tmp_path):
    path, recipe = bank
    nameless = replace(recipe, name="", epochs=1)
    train_parser([path], tmp_path / "mine-2", dev=path, recipe=nameless, announce=lambda line: None)
    assert load_parser(tmp_path / "mine-2").name == "mine-2"


def test_the_same_seed_gives_the_same_weights(bank, tmp_path):
    path, recipe = bank
    for name in ("a", "b"):
        train_parser([path], tmp_path / name, dev=path, recipe=replace(recipe, epochs=1), announce=lambda line: None)
    assert (tmp_path / "a" / PARSER.weights).read_bytes() == (tmp_path / "b" / PARSER.weights).read_bytes()
    other = replace(recipe, epochs=1, seed=2)
    train_parser([path], tmp_path / "c", dev=path, recipe=other, announce=lambda line: None)
    assert (tmp_path / "a" / PARSER.weights).read_bytes() != (tmp_path / "c" / PARSER.weights).read_bytes()


def test_a_parser_trained_further_is_the_mean_of_before_and_after(bank, trained, tmp_path, monkeypatch):
    path, recipe = bank
    folder = trained[1]
    further = replace(recipe, name="", epochs=1)
    train_parser([path], tmp_path / "mean", dev=path, start=folder, recipe=further, announce=lambda line: None)
    monkeypatch.setattr(module, "average_with", lambda nlp, other: None)
    train_parser([path], tmp_path / "after", dev=path, start=folder, recipe=further, announce=lambda line: None)
    before, after, mean = (
        read_arrays(each / PARSER.weights) for each in (folder, tmp_path / "after", tmp_path / "mean")
    )
    changed = [name for name in before if not np.array_equal(before[name], after[name])]
    assert changed
    for name in changed:
        expected = (before[name].astype(np.float32) + after[name].astype(np.float32)) / 2
        assert np.allclose(mean[name], expected, rtol=2e-3, atol=1e-4)  # both were rounded to 16 bits
    card = json.loads((tmp_path / "mean" / PARSER.card).read_text(encoding="utf-8"))
    assert card["recipe"]["sha256"]["start/parser.safetensors"] == digest(folder / PARSER.weights)
    assert card["name"] == "mean"


def test_a_start_that_is_no_parser_is_refused(bank, tmp_path):
    path, recipe = bank
    with pytest.raises(ModelError, match="holds no trained parser"):
        train_parser([path], tmp_path / "new", dev=path, start=tmp_path / "none", recipe=recipe)
    assert not (tmp_path / "new").exists()


def test_an_interrupted_training_leaves_no_parser(bank, tmp_path, monkeypatch):
    path, recipe = bank

    def cut_off(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("cinescribe.model_folder.write_text", cut_off)
    with pytest.raises(KeyboardInterrupt):
        train_parser([path], tmp_path, dev=path, recipe=replace(recipe, epochs=1), announce=lambda line: None)
    with pytest.raises(ModelError, match="holds no trained parser"):
        load_parser(tmp_path)


def test_a_treebank_too_small_to_train_on(tmp_path):
    rows = ("A a DET 2 det", "man man NOUN 3 nsubj", "runs run VERB 0 root", ". . PUNCT 3 punct")
    columns = [row.split() for row in rows]
    lines = [f"{n}\t{a}\t{b}\t{pos}\t_\t_\t{head}\t{dep}\t_\t_" for n, (a, b, pos, head, dep) in enumerate(columns, 1)]
    path = tmp_path / "three.conllu"
    path.write_text(("\n".join(lines) + "\n\n") * 3, encoding="utf-8")
    with pytest.raises(LanguageError, match=r"3 words .* have their head before them and 6 after .*: train on more"):
        train_parser([path], tmp_path / "parser", dev=path)
    assert not (tmp_path / "parser").exists()


def test_a_treebank_that_is_missing_is_named_before_training(tmp_path):
    with pytest.raises(LanguageError, match=r"none\.conllu"):
        train_parser([tmp_path / "none.conllu"], tmp_path, dev=tmp_path / "none.conllu")


def test_a_folder_that_cannot_be_written_is_named_before_training(bank, tmp_path, monkeypatch):
    path, recipe = bank
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(module, "lexical_vectors", lambda *args: pytest.fail("the training began"))
    with pytest.raises(OutputError, match=r"file' cannot be used .*name a new or empty folder"):
        train_parser([path], tmp_path / "file", dev=path, recipe=recipe)


def test_folder_with_foreign_files_is_refused_before_training(bank, tmp_path, monkeypatch):
    path, recipe = bank
    (tmp_path / "meta.json").write_text("{}")
    monkeypatch.setattr(module, "lexical_vectors", lambda *args: pytest.fail("the training began"))
    with pytest.raises(OutputError, match=r"holds 'meta.json', which is no part of a parser by Cinescribe; name a new"):
        train_parser([path], tmp_path, dev=path, recipe=recipe)
    assert [each.name for each in tmp_path.iterdir()] == ["meta.json"]
