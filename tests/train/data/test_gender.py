from pathlib import Path
from typing import Any

import pytest
import transformers as hf

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.errors import CorpusError, OutputError, TrainError
from cinescribe.features.clip_sets.blank_text import encoded_blanks
from cinescribe.train.data.gender import GenderRecipe, read_genders, train_gender
from tests.corpus.clips import clip

pytestmark = pytest.mark.usefixtures("one_thread")
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "lifts", "her", "his", "bag", "."]


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    """Return the folder of a random BERT with one layer."""
    folder = tmp_path_factory.mktemp("bert")
    (folder / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    hf.BertTokenizerFast(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    sizes: dict[str, Any] = {
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 16,
    }
    hf.set_seed(0)
    hf.BertModel(hf.BertConfig(vocab_size=len(WORDS), **sizes)).save_pretrained(folder)
    return folder


def corpus():
    """Return films in which a woman lifts her bag or a man lifts his."""
    films = [CorpusFilm(f"f{n}", "val" if n < 2 else "train") for n in range(12)]
    clips = [clip(0, f"P1 lifts {'her' if n % 2 else 'his'} bag.", film=film.id) for n, film in enumerate(films)]
    return Corpus(Path(), CorpusCard("c", "test", "none"), tuple(films), tuple(clips))


GENDERS = {(f"f{n}", "P1"): "woman" if n % 2 else "man" for n in range(12)}


@pytest.mark.slow
def test_an_encoder_learns_the_gender_of_blanks_and_is_readable(encoder, tmp_path):
    recipe = GenderRecipe(str(encoder), epochs=30, batch_size=5, lr=1e-2)
    trained = train_gender(corpus(), GENDERS, tmp_path / "g", recipe=recipe)
    assert trained.accuracy == 1.0
    before, after = (encoded_blanks(str(folder)) for folder in (encoder, trained.encoder))
    assert before.width == after.width == 32
    assert before.name != after.name


def test_people_of_unknown_gender_are_ignored(encoder, tmp_path):
    some = {key: gender for key, gender in GENDERS.items() if key[0] != "f1"}
    trained = train_gender(corpus(), some, tmp_path / "g", recipe=GenderRecipe(str(encoder), epochs=1))
    assert trained.accuracy in (0.0, 1.0)  # of one blank


@pytest.mark.parametrize("split", ["train", "val"])
def test_a_split_without_known_genders_is_an_error(encoder, tmp_path, split):
    known = {key: gender for key, gender in GENDERS.items() if (key[0] in ("f0", "f1")) != (split == "val")}
    with pytest.raises(TrainError, match=f"the gender of no blank of '{split}' is known; give genders"):
        train_gender(corpus(), known, tmp_path / "g", recipe=GenderRecipe(str(encoder)))


def test_a_loss_that_is_not_finite_stops_training(encoder, tmp_path):
    recipe = GenderRecipe(str(encoder), epochs=50, lr=1e30)
    with pytest.raises(TrainError, match=r"the loss was .* lower the recipe's lr"):
        train_gender(corpus(), GENDERS, tmp_path / "g", recipe=recipe)
    assert not (tmp_path / "g").exists()


def test_a_folder_that_cannot_be_written_is_an_error(encoder, tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutputError, match="cannot be written"):
        train_gender(corpus(), GENDERS, tmp_path / "file" / "g", recipe=GenderRecipe(str(encoder), epochs=1))


def test_genders_are_read_from_a_file(tmp_path):
    path = tmp_path / "g.tsv"
    path.write_text("f1\tP1\twoman\n\nf1\tP2\tman\n", encoding="utf-8")
    assert read_genders(path) == {("f1", "P1"): "woman", ("f1", "P2"): "man"}
    path.write_text("f1\tP1\tcat\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"line 1, is 'f1.*; expected film, person and woman or man, tabs between"):
        read_genders(path)


def test_encoder_folder_with_foreign_files_is_not_replaced(encoder, tmp_path):
    recipe = GenderRecipe(str(encoder), epochs=1)
    for _ in range(2):
        train_gender(corpus(), GENDERS, tmp_path / "g", recipe=recipe)
    (tmp_path / "g" / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"holds 'mine.txt', which is no part of an encoder by Cinescribe"):
        train_gender(corpus(), GENDERS, tmp_path / "g", recipe=recipe)
    assert (tmp_path / "g" / "mine.txt").read_text() == "mine"
