"""Blocks begin at multiples of their length, whatever pieces the sound comes in."""

import numpy as np
import pytest

from cinescribe.media.sound.sound_blocks import BlockBuffer

RATE = 1000


def ramp(first, after):
    return np.arange(first, after, dtype=np.float32)[None] + 1


def collected(puts, length=64):
    blocks = BlockBuffer(length, RATE)
    out = [block for start, samples in puts for block in blocks.push(start, samples)]
    assert all(block.shape[1] == length for block in out)
    last = blocks.flush()
    assert blocks.flush() is None
    return np.concatenate([*out, *([] if last is None else [last])], axis=1)[0]


@pytest.mark.parametrize("size", [1, 63, 64, 65, 1000])
def test_any_pieces_give_the_same_samples(size):
    sound = ramp(0, 1000)
    out = collected([(at / RATE, sound[:, at : at + size]) for at in range(0, 1000, size)])
    assert np.array_equal(out, sound[0])


def test_a_gap_is_filled_with_silence():
    out = collected([(0.0, ramp(0, 100)), (0.5, ramp(0, 100))])
    assert len(out) == 600
    assert not out[100:500].any()
    assert out[500] == 1


def test_sound_that_begins_late_is_preceded_by_silence():
    out = collected([(0.25, ramp(0, 10))])
    assert len(out) == 260
    assert not out[:250].any()


def test_repeated_sound_is_dropped():
    out = collected([(0.0, ramp(0, 500)), (0.4, ramp(400, 700))])
    assert np.array_equal(out, ramp(0, 700)[0])


def test_rounded_time_stamps_make_no_gaps():
    out = collected([(0.0, ramp(0, 100)), (0.11, ramp(100, 200)), (0.19, ramp(200, 300))])
    assert np.array_equal(out, ramp(0, 300)[0])


def test_empty_input_gives_no_blocks():
    blocks = BlockBuffer(10, RATE)
    assert list(blocks.push(0.0, np.zeros((1, 0), np.float32))) == []
    assert blocks.flush() is None
