import json
from pathlib import Path
from typing import TypeAlias

import pytest
import torch

from cinescribe.errors import LanguageError, ModelError, OutputError
from cinescribe.input_files import digest
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.m2.import_m2 import import_m2
from tests.models.published_m2 import SIZES, WORDS, plain_m2, write_vocabulary, write_weights
from tests.models.tiny_pictures import pictures

pytestmark = pytest.mark.usefixtures("one_thread")
Files: TypeAlias = tuple[Path, Path]  # weights and vocabulary


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("published")
    return write_weights(folder / "m2.pth", plain_m2()), write_vocabulary(folder / "vocab.pkl")


@pytest.mark.slow
@pytest.mark.parametrize("mask_padding", [False, True])
@torch.no_grad()
def test_the_checkpoint_gives_the_published_outputs(files: Files, tmp_path, mask_padding):
    imported = import_m2(*files, tmp_path / "m2", mask_padding=mask_padding)
    plain, tokens = plain_m2(), imported.tokens
    assert isinstance(tokens, Vocabulary)
    batch = pictures(4, width=SIZES.region_width)
    theirs = torch.tensor([[WORDS.index(word) for word in ("<bos>", "a", "dog", "by")]]).expand(4, -1)
    regions, mask = batch.regions, batch.mask
    if not mask_padding:  # as their data loader and their masks have it
        regions = torch.nn.functional.pad(regions * mask[..., None], (0, 0, 0, 50 - regions.shape[1]))
        mask = torch.ones(regions.shape[:2], dtype=torch.bool)
    wanted = plain.decoder(theirs, *plain.levels(regions, mask))
    ours = torch.tensor([[tokens.start, *tokens.encode("a dog by")]]).expand(4, -1)
    hidden = imported.model.hidden(ours, imported.model.memory(batch))
    found = imported.model.word_logits(hidden).log_softmax(-1)
    order = [tokens.unknown, tokens.pad, tokens.start, tokens.end, *(tokens.tokens.index(word) for word in WORDS[4:])]
    torch.testing.assert_close(found[..., order], wanted, atol=1e-5, rtol=0)


@pytest.mark.slow
def test_the_card_names_its_source(files: Files, tmp_path):
    card = import_m2(*files, tmp_path / "m2", features="detections").card
    assert (card.model, card.features, card.extractors) == ("m2", "detections", {})
    assert (card.pictures.n_regions, card.pictures.n_tokens) == (50, 21)
    assert card.recipe["name"] == "m2, as published"
    assert card.data == {"m2.pth": digest(files[0]), "vocab.pkl": digest(files[1])}
    assert "torch" in json.loads((tmp_path / "m2" / "checkpoint.json").read_text())["versions"]


@pytest.mark.slow
def test_a_model_with_few_positions_has_short_captions(tmp_path):
    weights = write_weights(tmp_path / "m2.pth", plain_m2(n_places=9))
    assert import_m2(weights, write_vocabulary(tmp_path / "v.pkl"), tmp_path / "m2").card.pictures.n_tokens == 9


@pytest.mark.slow
def test_words_that_do_not_fit_are_refused(files, tmp_path):
    few = write_vocabulary(tmp_path / "few.pkl", WORDS[:-1])
    with pytest.raises(ModelError, match=r"found 14 names; the model has 15 words with <unk>, <pad>, <bos>, <eos>"):
        import_m2(files[0], few, tmp_path / "m2")
    ours = write_vocabulary(tmp_path / "ours.pkl", (*WORDS[:-1], "[blank]"))
    with pytest.raises(LanguageError, match=r"the vocabulary has the word '\[blank\]' twice"):
        import_m2(files[0], ours, tmp_path / "m2")
    assert not (tmp_path / "m2").exists()


@pytest.mark.slow
def test_relatives_of_m2_are_refused(files, tmp_path):
    for part, words in (
        ("m_", "no memory slots, so it is no M²"),
        ("fc_alpha", "no gates over levels, so it is no M²"),
    ):
        without_part = {name: value for name, value in plain_m2().state_dict().items() if part not in name}
        torch.save({"state_dict": without_part}, tmp_path / "other.pth")
        with pytest.raises(ModelError, match=rf"other.pth' has {words}; give meshed_memory_transformer.pth"):
            import_m2(tmp_path / "other.pth", files[1], tmp_path / "m2")


def test_weights_of_another_model_are_refused(files, tmp_path):
    torch.save(torch.nn.Linear(2, 2).state_dict(), tmp_path / "linear.pth")
    with pytest.raises(ModelError, match=r"decoder.word_emb.weight is missing; expected a table of two dimensions"):
        import_m2(tmp_path / "linear.pth", files[1], tmp_path / "m2")


def test_a_folder_that_cannot_be_written_is_refused(files: Files):
    with pytest.raises(OutputError, match=r"cannot be used .*name a new or empty folder"):
        import_m2(*files, files[0])


@pytest.mark.slow
def test_a_folder_of_somebody_else_is_kept(files: Files, tmp_path: Path) -> None:
    (tmp_path / "checkpoint.json").write_text("{}")
    with pytest.raises(OutputError, match=r"holds 'checkpoint.json', which is no part of a checkpoint by Cinescribe"):
        import_m2(*files, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint.json"]
