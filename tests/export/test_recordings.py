import numpy as np
import pytest

from cinescribe.errors import OutputError, RecordError, VoiceError
from cinescribe.export.recordings import keep_spoken, keep_take, recorded
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.media.voice.voice import Spoken
from cinescribe.schema import Cue
from cinescribe.timing import Span
from tests.media.sounds import speech_samples

CUE = Cue(Span(1.0, 2.0), "Anna waits.", id="c1")


@pytest.fixture
def source(tmp_path):
    write_wav(tmp_path / "take.wav", Soundtrack(speech_samples()[None], 16_000))
    return tmp_path / "take.wav"


def test_a_take_is_kept_and_heard(tmp_path, source):
    take = keep_take(tmp_path / "film.ad", "c1", source)
    assert take.path.startswith("recordings/c1-")
    spoken = recorded(CUE.replace(recording=take.path), tmp_path / "film.ad")
    assert spoken.duration == pytest.approx(take.seconds, abs=1e-3)
    assert keep_take(tmp_path / "film.ad", "c1", source) == take


def test_speech_of_another_voice_is_kept_as_a_recording(tmp_path):
    said = Spoken(speech_samples(), 16_000)
    take = keep_spoken(tmp_path, "c1", said)
    assert take.seconds == pytest.approx(said.duration, abs=0.01)
    assert recorded(CUE.replace(recording=take.path), tmp_path).duration == pytest.approx(said.duration, abs=0.01)
    assert keep_spoken(tmp_path, "c1", Spoken(speech_samples() * np.float32(0.5), 16_000)).path != take.path


def test_unsafe_recording_path_is_refused(tmp_path, source):
    with pytest.raises(RecordError, match="the id of the cue is"):
        keep_take(tmp_path, "../c1", source)
    (tmp_path / "recordings").symlink_to(tmp_path)
    with pytest.raises(OutputError, match="link"):
        keep_take(tmp_path, "c1", source)


def test_a_recording_needs_its_folder_and_its_file(tmp_path):
    cue = CUE.replace(recording="recordings/gone.wav")
    with pytest.raises(VoiceError, match="give its description's `folder`"):
        recorded(cue, None)
    with pytest.raises(
        VoiceError, match=r"recording 'recordings/gone\.wav' of cue c1 cannot be heard.*record it again"
    ):
        recorded(cue, tmp_path)
    with pytest.raises(RecordError, match="the recording of cue 'c1'"):
        recorded(cue.replace(recording="../gone.wav"), tmp_path)
