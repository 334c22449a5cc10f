import io

import av
import numpy as np
import pytest

from cinescribe.media.sound.encoded_speech import SPEECH_RATE_HZ, encoded_speech
from cinescribe.media.sound.loudness_of_file import file_loudness
from cinescribe.media.voice.voice import Spoken


@pytest.mark.parametrize("rate_hz", [16_000, 22_050])
def test_speech_keeps_its_length_and_is_levelled(tmp_path, rate_hz):
    time = np.arange(round(1.5 * rate_hz)) / rate_hz
    content = encoded_speech(Spoken((0.02 * np.sin(2 * np.pi * 500 * time)).astype(np.float32), rate_hz))
    (tmp_path / "a.mp3").write_bytes(content)
    with av.open(io.BytesIO(content), "r") as opened:
        (stream,) = opened.streams.audio
        assert (stream.codec.canonical_name, stream.rate, stream.channels) == ("mp3", SPEECH_RATE_HZ, 1)
        n_samples = sum([frame.samples for frame in opened.decode(stream)])
    assert n_samples / SPEECH_RATE_HZ == pytest.approx(1.5, abs=0.1)
    assert len(content) < 7000
    assert file_loudness(tmp_path / "a.mp3").lufs == pytest.approx(-18, abs=0.5)
