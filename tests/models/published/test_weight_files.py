import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.models.published.weight_files import read_published_weights
from tests.models.harmful import Harmful
from tests.models.published_m2 import plain_m2, write_weights


def read(path):
    return read_published_weights(path, model="M²", file="meshed_memory_transformer.pth")


@pytest.mark.parametrize("is_old", [True, False])
def test_weights_come_from_the_state_of_a_training_run(tmp_path, is_old):
    plain = plain_m2()
    found = read(write_weights(tmp_path / "m2.pth", plain, is_old=is_old))
    assert found.keys() == plain.state_dict().keys()
    for name, value in plain.state_dict().items():
        assert found[name].equal(value)


@pytest.mark.slow
def test_weights_saved_on_a_gpu_are_read_without_one(tmp_path):
    plain = plain_m2()
    path = write_weights(tmp_path / "m2.pth", plain)
    stored = path.read_bytes().replace(b"ctorch\nFloatStorage", b"ctorch.cuda\nFloatStorage")
    path.write_bytes(stored.replace(b"X\3\0\0\0cpu", b"X\6\0\0\0cuda:0"))
    found = read(path)
    assert b"cuda:0" in path.read_bytes()
    assert found["encoder.fc.weight"].equal(plain.state_dict()["encoder.fc.weight"])


def test_a_file_may_hold_the_weights_alone(tmp_path):
    torch.save({"a": torch.ones(2)}, tmp_path / "m2.pth")
    assert read(tmp_path / "m2.pth")["a"].tolist() == [1, 1]


@pytest.mark.parametrize("content", [b"", b"not a checkpoint\n", b"PK\x03\x04 nor this"], ids=["empty", "text", "zip"])
def test_other_files_are_refused_as_weights(tmp_path, content):
    (tmp_path / "m2.pth").write_bytes(content)
    with pytest.raises(ModelError, match=r"m2.pth' is damaged, or no checkpoint of torch, or needs more than numbers"):
        read(tmp_path / "m2.pth")


@pytest.mark.parametrize("is_old", [True, False])
def test_a_cut_checkpoint_is_refused(tmp_path, is_old):
    path = write_weights(tmp_path / "m2.pth", plain_m2(), is_old=is_old)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(ModelError, match="is damaged"):
        read(path)


def test_weights_that_run_code_are_refused(tmp_path):
    torch.save({"state_dict": {"a": torch.ones(2)}, "more": Harmful(tmp_path / "made")}, tmp_path / "m2.pth")
    with pytest.raises(
        ModelError, match=r"needs more than numbers, which is not safe to load .*mkdir.*; give meshed_memory"
    ):
        read(tmp_path / "m2.pth")
    assert not (tmp_path / "made").exists()


def test_missing_weights_are_named(tmp_path):
    with pytest.raises(ModelError, match=r"m2.pth' cannot be read .*; expected the file of the weights of M²"):
        read(tmp_path / "m2.pth")


@pytest.mark.parametrize(
    "found", [torch.ones(2), {}, {"state_dict": {"a": 1}}, {"state_dict": [torch.ones(2)]}, {1: torch.ones(2)}]
)
def test_a_checkpoint_without_named_weights_is_refused(tmp_path, found):
    torch.save(found, tmp_path / "m2.pth")
    with pytest.raises(ModelError, match=r"m2.pth' holds no weights by name; give meshed_memory_transformer.pth"):
        read(tmp_path / "m2.pth")


def test_weights_that_share_too_many_numbers_are_refused(tmp_path):
    shared = torch.arange(100_000.0)
    torch.save({"a": shared, "b": shared}, tmp_path / "m2.pth")
    assert read(tmp_path / "m2.pth")["b"].equal(shared)
    torch.save({str(n): shared[n : n + 1] for n in range(100)}, tmp_path / "m2.pth")
    with pytest.raises(ModelError, match=r"its weights need 40,000,000 bytes"):
        read(tmp_path / "m2.pth")
