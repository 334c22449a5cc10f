import numpy as np
import pytest

from cinescribe.errors import VoiceError
from cinescribe.export.folder_voices import FolderVoices
from cinescribe.export.settings import Settings, read_settings, write_settings
from cinescribe.export.spoken_seconds import SECONDS
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.media.voice.named_voice import NamedVoice
from cinescribe.schema import Cue
from cinescribe.timing import Span
from tests.dummies import SteadyVoice

CUE = Cue(Span(1.0, 3.0), "Five words take two seconds.", id="c1")


class Process(SteadyVoice):
    """A voice with a process, which a text starts."""

    def __init__(self, running, name):
        self.running, self.process = running, name

    def say(self, text, *, rate=1.0):
        self.running.add(self.process)
        return super().say(text, rate=rate)

    def close(self):
        self.running.discard(self.process)


@pytest.fixture
def running():
    return set()


@pytest.fixture
def voices(running):
    def opened(name, rate, pronunciation):
        if name == "mute":
            raise VoiceError("no voice has the name 'mute'")
        return NamedVoice(name, Process(running, name), rate, pronunciation)

    with FolderVoices(opened) as voices:
        yield voices


def test_a_cue_is_heard_in_the_voice_of_the_folder(tmp_path, voices):
    assert voices.heard(CUE, tmp_path).duration == pytest.approx(2.0)
    assert voices.takes(CUE, tmp_path) == pytest.approx(2.0)
    write_settings(tmp_path, Settings(voice="espeak:de", rate=1.25))
    assert voices.voice(tmp_path).name == "espeak:de"
    assert voices.heard(CUE, tmp_path).duration == pytest.approx(1.6)
    assert voices.takes(CUE, tmp_path) == pytest.approx(1.6)


def test_names_are_said_as_the_folder_says(tmp_path, voices):
    before = voices.takes(CUE, tmp_path)
    write_settings(tmp_path, Settings(pronunciation=(("two", "one and one"),)))
    assert voices.takes(CUE, tmp_path) == voices.heard(CUE, tmp_path).duration > before
    pronunciation = read_settings(tmp_path).pronunciation
    assert voices.named("espeak:de", pronunciation=pronunciation).say(CUE.text).duration > before
    assert voices.named("espeak:de").say(CUE.text).duration == before


def test_a_recording_is_heard_in_its_place(tmp_path, voices):
    write_wav(tmp_path / "take.wav", Soundtrack(np.full((1, 48000), 0.1, np.float32), 48000))
    cue = CUE.replace(recording="take.wav")
    assert voices.takes(cue, tmp_path) == voices.heard(cue, tmp_path).duration == 1.0
    with pytest.raises(VoiceError, match="gone"):
        voices.takes(CUE.replace(recording="gone.wav"), tmp_path)


def test_only_one_voice_process_runs_at_a_time(tmp_path, voices, running):
    voices.heard(CUE, tmp_path)
    assert running == {"espeak"}
    voices.named("espeak:de").say("Anna wartet.")
    assert running == {"espeak:de"}
    voices.heard(CUE, tmp_path)  # from memory: no process is started for it
    assert not running
    for name in "abcdef":
        voices.named(name).say("Anna waits.")
    assert running == {"f"}
    voices.close()
    assert not running


def test_durations_are_saved_at_the_end(tmp_path, voices):
    voices.takes(CUE, tmp_path)
    assert voices.seconds(tmp_path) is voices.seconds(tmp_path)
    assert not (tmp_path / SECONDS).exists()
    voices.close()
    assert (tmp_path / SECONDS).is_file()


def test_a_voice_that_is_not_there_is_an_error(tmp_path, voices):
    assert voices.fault(tmp_path) == ""
    write_settings(tmp_path, Settings(voice="mute"))
    for _ in range(2):
        with pytest.raises(VoiceError, match="no voice has the name 'mute'"):
            voices.heard(CUE, tmp_path)
    assert voices.fault(tmp_path) == "no voice has the name 'mute'"


def test_a_voice_that_could_not_speak_is_tried_again_later(tmp_path, monkeypatch):
    tried = []

    def opened(name, *_):
        tried.append(name)
        raise VoiceError("lost")

    with FolderVoices(opened) as voices:
        assert voices.fault(tmp_path) == voices.fault(tmp_path) == "lost"
        assert tried == ["espeak"]
        monkeypatch.setattr("cinescribe.export.folder_voices._TRIED_AGAIN", 0.0)
        assert voices.fault(tmp_path) == "lost"
        assert tried == ["espeak", "espeak"]


def test_the_voice_of_settings_speaks(tmp_path):
    with FolderVoices() as voices:
        assert 1.0 < voices.takes(CUE, tmp_path) < 3.0
