import pytest

from cinescribe.errors import InputError
from cinescribe.media.sound.mix_levels import MixLevels


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"ducking": -1.0}, r"`ducking` came as -1\.0; 0 to 30\.0 dB"),
        ({"ducking": 31.0}, r"`ducking` came as 31\.0"),
        ({"loudness": -40.0}, r"`loudness` came as -40\.0; -31\.0 to -14\.0 LUFS is wanted"),
        ({"loudness": float("nan")}, r"`loudness` came as nan"),
    ],
)
def test_levels_out_of_range(values, words):
    with pytest.raises(InputError, match=words):
        MixLevels(**values)
