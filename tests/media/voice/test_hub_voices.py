"""Voices of the hub: nothing is fetched unasked, and size and licence are shown first. No network here."""

from types import SimpleNamespace

import huggingface_hub
import pytest
from huggingface_hub.errors import LocalEntryNotFoundError

from cinescribe.errors import VoiceError
from cinescribe.media.voice.hub_voices import (
    KOKORO,
    PIPER,
    cached_kokoro_voices,
    cached_piper_voices,
    hub_files,
    kokoro_on_hub,
    piper_on_hub,
)

JOE = "en/en_US/joe/medium/en_US-joe-medium.onnx"
CARD = "en/en_US/joe/medium/MODEL_CARD"


class Hub:
    """The hub's client with some files; `here` is its cache on this machine."""

    def __init__(self, folder, sizes, licence=None):
        self.folder, self.sizes, self.licence = folder, sizes, licence
        self.here, self.events = set(), []

    def hf_hub_download(self, repository, file, *, local_files_only):
        if file not in self.here:
            if local_files_only:
                raise LocalEntryNotFoundError(f"{file} is not cached")
            self.events.append(f"get {file}")
            self.here.add(file)
        path = self.folder / repository / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("* Language: en_US\n* License: CC0\n" if file.endswith("CARD") else "model")
        return str(path)

    def snapshot_download(self, repository, *, local_files_only):
        if not (self.folder / repository).is_dir():
            raise LocalEntryNotFoundError("nothing is cached")
        return str(self.folder / repository)

    def get_paths_info(self, repository, paths):
        return [SimpleNamespace(path=path, size=self.sizes[path]) for path in paths if path in self.sizes]

    def model_info(self, repository):
        return SimpleNamespace(card_data=SimpleNamespace(license=self.licence))


@pytest.fixture
def hub(monkeypatch, tmp_path):
    sizes = {
        JOE: 63_201_294,
        f"{JOE}.json": 4794,
        "onnx/model_quantized.onnx": 92_400_000,
        "voices/af_heart.bin": 522_240,
    }
    hub = Hub(tmp_path, sizes, licence="apache-2.0")
    for name in ("hf_hub_download", "snapshot_download"):
        monkeypatch.setattr(huggingface_hub, name, getattr(hub, name))
    monkeypatch.setattr(huggingface_hub, "HfApi", lambda: hub)
    return hub


def found(hub, place, *, fetch=True):
    """The files of a voice; what happens on the way is in the hub's events."""
    return hub_files(
        "piper:x" if place.repository == PIPER else "kokoro:x", place, fetch=fetch, announce=hub.events.append
    )


def joe(hub, *, fetch=True):
    return found(hub, piper_on_hub("en_US-joe-medium"), fetch=fetch)


def test_size_and_licence_come_before_the_voice(hub):
    files = joe(hub)
    assert hub.events == [
        f"get {CARD}",
        f"fetching piper:x from huggingface.co/{PIPER}: 63 MB, licence: CC0",
        f"get {JOE}",
        f"get {JOE}.json",
    ]
    assert [path.name for path in files] == ["en_US-joe-medium.onnx", "en_US-joe-medium.onnx.json"]
    assert cached_piper_voices() == ("en_US-joe-medium",)


def test_cached_voice_is_not_fetched_again(hub):
    joe(hub)
    hub.events.clear()
    assert len(joe(hub, fetch=False)) == 2
    assert not hub.events


def test_kokoro_has_the_licence_of_its_repository(hub):
    assert cached_kokoro_voices() == ()
    found(hub, kokoro_on_hub("af_heart"))
    assert hub.events[0] == f"fetching kokoro:x from huggingface.co/{KOKORO}: 93 MB, licence: apache-2.0"
    assert hub.events[1:] == ["get onnx/model_quantized.onnx", "get voices/af_heart.bin"]
    assert cached_kokoro_voices() == ("af_heart",)


def test_voice_is_not_fetched_without_consent(hub):
    with pytest.raises(VoiceError, match=r"'piper:x' is not on this machine; allow .* with `fetch`"):
        joe(hub, fetch=False)
    assert not hub.events


def test_a_voice_that_the_hub_has_not(hub):
    with pytest.raises(VoiceError, match=r"unknown voice 'kokoro:x'; .* has no 'voices/af_nobody\.bin'"):
        found(hub, kokoro_on_hub("af_nobody"))


def test_missing_network_is_reported(hub, monkeypatch):
    def offline(*_):
        raise OSError("Name or service not known")

    monkeypatch.setattr(hub, "get_paths_info", offline)
    with pytest.raises(
        VoiceError, match=r"cannot be fetched \(Name or service not known\); check the name and the net"
    ):
        joe(hub)


@pytest.mark.parametrize("voice", ["joe", "en_US-joe", "../en_US-joe-medium", "en_US-joe-medium/x", ""])
def test_names_that_are_not_piper_voices(voice):
    assert piper_on_hub(voice) is None


@pytest.mark.parametrize("voice", ["heart", "af_heart.bin", "../af_heart", ""])
def test_names_that_are_not_kokoro_voices(voice):
    assert kokoro_on_hub(voice) is None
