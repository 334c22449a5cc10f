import math

import numpy as np
import pytest

from cinescribe.describe.guidelines.exported_sound import exported_sounds, loudness, measured, true_peak
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.schema import Film, Script
from tests.describe.guidelines.inputs import setting


def tone(path, peak_db):
    """A second of 997 Hz, whose loudness is 3.01 LU below its peak (ITU-R BS.1770-4)."""
    wave = 10 ** (peak_db / 20) * np.sin(2 * math.pi * 997 * np.arange(48000) / 48000)
    write_wav(path, Soundtrack(wave[None].astype(np.float32), 48000))
    return path


def given(*sounds):
    return LintInput(Script(Film("", 0.0)), sounds=sounds)


@pytest.mark.parametrize(("peak", "n_faults"), [(-24.0, 0), (-22.2, 0), (-18.0, 1), (-30.0, 1)])
def test_loudness_is_near_its_target(tmp_path, peak, n_faults):
    sound = measured(tone(tmp_path / "described.wav", peak), is_mix=True)
    found = list(loudness(given(sound), setting(limit=2, target=-27)))
    assert len(found) == n_faults
    assert all("described.wav" in fault.text for fault in found)


def test_silence_is_not_loud_enough(tmp_path):
    path = tmp_path / "described.wav"
    write_wav(path, Soundtrack(np.zeros((1, 48000), np.float32), 48000))
    sound = measured(path, is_mix=True)
    (fault,) = loudness(given(sound), setting(limit=2, target=-27))
    assert "is silent" in fault.text
    assert not list(true_peak(given(sound), setting(limit=-2)))


@pytest.mark.parametrize(("peak", "n_faults"), [(-3.0, 0), (-1.0, 1)])
def test_a_peak_is_under_the_ceiling(tmp_path, peak, n_faults):
    sound = measured(tone(tmp_path / "described.wav", peak), is_mix=False)
    assert len(list(true_peak(given(sound), setting(limit=-2)))) == n_faults


def test_the_exports_of_a_folder_are_measured_and_a_narration_has_no_target(tmp_path):
    tone(tmp_path / "described.wav", -24)
    tone(tmp_path / "narration.wav", -6)
    mix, voice = exported_sounds(tmp_path)
    assert (mix.path.name, mix.is_mix, voice.path.name, voice.is_mix) == ("described.wav", True, "narration.wav", False)
    assert not list(loudness(given(mix, voice), setting(limit=2, target=-27)))
