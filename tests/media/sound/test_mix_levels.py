import pytest

from cinescribe.errors import InputError
from cinescribe.media.sound.mix_levels import MixLevels


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"ducking": -1.0}, r"`ducking` is -1\.0; expected 0 to 30\.0 dB"),
        ({"ducking": 31.0}, r"`ducking` is 31\.0"),
        ({"loudness": -40.0}, r"`loudness` is -40\.0; expected -31\.0 to -14\.0 LUFS"),
        ({"loudness": float("nan")}, r"`loudness` is nan"),
    ],
)
def test_levels_out_of_range(values, words):
    with pytest.raises(InputError, match=words):
        MixLevels(**values)
