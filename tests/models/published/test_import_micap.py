import pytest
import torch

from cinescribe.errors import OutputError
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.models.published.import_micap import import_micap
from tests.models import released_micap as released


def imported(folder, kind):
    torch.save(released.weights(kind), folder / "micap.pth")
    info = released.written_info(folder)
    return import_micap(folder / "micap.pth", folder / "micap", info=info, tokenizer=folder)


@pytest.mark.parametrize(("kind", "text"), [("joint", "published"), ("fitb", "published"), ("fc", "")])
def test_checkpoint_holds_the_released_model(tmp_path, kind, text):
    made = imported(tmp_path, kind)
    read = read_checkpoint(tmp_path / "micap")
    assert read.card == made.card
    assert (read.card.text, read.card.sets.unit_faces, read.card.sets.n_clips) == (text, False, 5)
    assert read.card.sets.n_clusters == (299 if kind == "fitb" else 399)
    assert read.card.recipe["separators_count_ahead"] is True
    assert sorted(read.card.data) == ["info.json", "micap.pth", "vocab.txt"]
    for name, value in made.model.state_dict().items():
        assert read.model.state_dict()[name].equal(value)


def test_folder_of_other_files_is_not_replaced(tmp_path):
    torch.save(released.weights("fc"), tmp_path / "micap.pth")
    info = released.written_info(tmp_path)
    with pytest.raises(OutputError, match="checkpoint"):
        import_micap(tmp_path / "micap.pth", tmp_path, info=info, tokenizer=tmp_path)
