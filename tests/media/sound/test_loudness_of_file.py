import math

import numpy as np
import pytest

from cinescribe.errors import FilmError
from cinescribe.media.sound.loudness_of_file import file_loudness
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav


@pytest.mark.parametrize(("n_channels", "lufs"), [(1, -23.0), (2, -20.0)])
def test_a_tone_has_the_loudness_that_the_standard_gives_it(tmp_path, n_channels, lufs):
    """BS.1770-4: 997 Hz at 0 dBFS in one channel has -3.01 LUFS; two channels add 3.01 LU."""
    peak = -20.0 + 0.01
    wave = 10 ** (peak / 20) * np.sin(2 * math.pi * 997 * np.arange(96000) / 48000)
    write_wav(tmp_path / "tone.wav", Soundtrack(np.tile(wave.astype(np.float32), (n_channels, 1)), 48000))
    found = file_loudness(tmp_path / "tone.wav")
    assert found.lufs == pytest.approx(lufs, abs=0.1)
    assert found.peak_dbtp == pytest.approx(peak, abs=0.05)


def test_silence_has_neither(tmp_path):
    write_wav(tmp_path / "silence.wav", Soundtrack(np.zeros((2, 48000), np.float32), 48000))
    found = file_loudness(tmp_path / "silence.wav")
    assert (found.lufs, found.peak_dbtp) == (-math.inf, -math.inf)


def test_file_without_sound_is_refused(tmp_path):
    (tmp_path / "text.wav").write_text("no sound", encoding="utf-8")
    with pytest.raises(FilmError):
        file_loudness(tmp_path / "text.wav")
