"""Model files: downloads only with consent, size and licence announced first, and no network for cached models."""

import shutil
from types import SimpleNamespace

import huggingface_hub
import pytest
from huggingface_hub.errors import HfHubHTTPError

from cinescribe.errors import ModelError
from cinescribe.language.vectors.hub_files import CTRANSLATE2, model_folder, to_stderr, weights_digest
from tests.language.tiny_encoder import tiny_encoder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tiny_encoder(tmp_path_factory.mktemp("bert"))


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


class Hub:
    """A fake hub that logs the requests."""

    def __init__(self, monkeypatch, folder=None, *, error=None):
        self.log, self.folder, self.error = [], folder, error
        monkeypatch.setattr(huggingface_hub, "HfApi", lambda: self)
        monkeypatch.setattr(huggingface_hub, "snapshot_download", self.snapshot_download)

    def model_info(self, name, *, files_metadata):
        assert files_metadata
        if self.error:
            raise self.error
        files = {"model.safetensors": 400_000_000, "pytorch_model.bin": 400_000_000, "config.json": 4_000_000}
        files |= {"1_Pooling/config.json": 190, "2_Dense/pytorch_model.bin": 1_000_000, "onnx/model.onnx": 9}
        siblings = [SimpleNamespace(rfilename=file, size=size) for file, size in files.items()]
        return SimpleNamespace(siblings=siblings, card_data=SimpleNamespace(license="mit"), sha="abc")

    def snapshot_download(self, name, **options):
        if options.get("local_files_only"):
            raise FileNotFoundError(name)
        self.log.append(f"download {name} {options['revision']} {sorted(options['allow_patterns'])}")
        return str(self.folder)


def test_nothing_is_downloaded_without_consent(monkeypatch):
    hub = Hub(monkeypatch, error=AssertionError("the hub was asked"))
    with pytest.raises(ModelError, match=r"'someone/model' is not on this machine; name a folder .* `fetch`"):
        model_folder("someone/model", fetch=False, announce=hub.log.append)
    assert hub.log == []


def test_a_download_announces_size_and_licence_and_includes_modules(folder, monkeypatch):
    hub = Hub(monkeypatch, folder)
    assert model_folder("someone/model", fetch=True, announce=hub.log.append) == folder
    files = ["1_Pooling/config.json", "2_Dense/pytorch_model.bin", "config.json", "model.safetensors"]
    assert hub.log == [
        "fetching someone/model from huggingface.co: 405 MB, licence: mit",
        f"download someone/model abc {files}",
    ]


@pytest.mark.parametrize(
    "error",
    [ConnectionError("offline mode is on"), *(kind("no server\nanswers") for kind in HfHubHTTPError.__mro__[1:2])],
)
def test_a_hub_that_does_not_answer(monkeypatch, error):
    Hub(monkeypatch, error=error)
    with pytest.raises(ModelError, match=r"'someone/model' cannot be fetched \((offline mode is on|no server)\)"):
        model_folder("someone/model", fetch=True, announce=to_stderr)


def test_an_invalid_name(cache):
    with pytest.raises(
        ModelError, match=r"unknown model 'a/b/c'; expected a folder, or an id.* there is no such folder"
    ):
        model_folder("a/b/c", fetch=False, announce=to_stderr)


def test_a_model_in_the_cache_is_used_without_the_network(cache, folder):
    snapshot = cache / "models--someone--model" / "snapshots" / "abc"
    shutil.copytree(folder, snapshot)
    (cache / "models--someone--model" / "refs").mkdir()
    (cache / "models--someone--model" / "refs" / "main").write_text("abc")
    assert model_folder("someone/model", fetch=False, announce=to_stderr) == snapshot
    (snapshot / "model.safetensors").unlink()
    with pytest.raises(ModelError, match="is not on this machine"):
        model_folder("someone/model", fetch=False, announce=to_stderr)


def test_a_folder_without_a_model_or_with_a_truncated_one(folder, tmp_path):
    with pytest.raises(ModelError, match=r"holds no model; expected one with config\.json, weights"):
        model_folder(str(tmp_path), fetch=False, announce=to_stderr)
    half = shutil.copytree(folder, tmp_path / "half")
    weights = half / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-9])
    headers = (b"[]", b'{"a": 5}', b'{"a": {}}', b"[" * 99_999)
    for broken in (weights.read_bytes()[:-9], *(len(each).to_bytes(8, "little") + each for each in headers)):
        weights.write_bytes(broken)
        with pytest.raises(ModelError, match=r"'model\.safetensors' in the folder .* is truncated"):
            model_folder(str(half), fetch=False, announce=to_stderr)


def test_notices_go_to_standard_error(capsys):
    to_stderr("fetching")
    assert tuple(capsys.readouterr()) == ("", "fetching\n")


def test_the_digest_identifies_the_weights(tmp_path):
    digests = set()
    for n in range(3):
        (tmp_path / "model.safetensors").write_bytes(bytes([n]))
        digests.add(weights_digest(tmp_path))
    (tmp_path / "model.safetensors").unlink()
    (tmp_path / "pytorch_model.bin").write_bytes(b"old")
    digests.add(weights_digest(tmp_path))
    assert len(digests) == 4
    assert {len(one) for one in digests} == {12}


def test_weights_in_another_format_are_found_on_request(tmp_path, monkeypatch):
    hub = Hub(monkeypatch, tmp_path)
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ModelError, match="holds no model"):
        model_folder(str(tmp_path), fetch=False, announce=hub.log.append, weights=CTRANSLATE2)
    (tmp_path / "model.bin").write_bytes(b"weights")
    assert model_folder(str(tmp_path), fetch=False, announce=hub.log.append, weights=CTRANSLATE2) == tmp_path
    with pytest.raises(ModelError, match="holds no model"):
        model_folder(str(tmp_path), fetch=False, announce=hub.log.append)


def test_only_weights_of_the_requested_format_are_downloaded(tmp_path, monkeypatch):
    hub = Hub(monkeypatch, tmp_path)
    model_folder("someone/whisper", fetch=True, announce=hub.log.append, weights=("*.bin",))
    files = ["1_Pooling/config.json", "2_Dense/pytorch_model.bin", "config.json", "pytorch_model.bin"]
    assert hub.log[-1] == f"download someone/whisper abc {files}"
