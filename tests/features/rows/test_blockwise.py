import numpy as np

from cinescribe.features.rows.blockwise import RowBlocks


def brightness(stack):
    """One number an input: its mean."""
    return stack.reshape(len(stack), -1).mean(1, keepdims=True).astype(np.float32)


def test_rows_come_in_order_whatever_the_block():
    for block in (1, 2, 3, 7):
        blocks = RowBlocks(brightness, width=1, block=block)
        for n in range(5):
            blocks.take(n / 2, np.full((2, 3), n, np.uint8))
        told = blocks.rows()
        assert told.times.tolist() == [0, 0.5, 1, 1.5, 2]
        assert told.rows[:, 0].tolist() == [0, 1, 2, 3, 4]


def test_a_block_runs_as_soon_as_it_is_full_and_no_more_is_held():
    seen = []

    def compute(stack):
        seen.append(len(stack))
        return brightness(stack)

    blocks = RowBlocks(compute, width=1, block=4)
    for n in range(9):
        blocks.take(n, np.zeros((2, 2), np.uint8))
    assert seen == [4, 4]
    assert len(blocks.rows().rows) == 9
    assert seen == [4, 4, 1]
    assert len(blocks.rows().rows) == 9
    assert seen == [4, 4, 1]


def test_an_input_written_over_afterwards_is_kept_as_it_was():
    blocks, shared = RowBlocks(brightness, width=1, block=2), np.zeros((2, 2), np.uint8)
    blocks.take(0.0, shared)
    shared[:] = 9
    assert blocks.rows().rows.tolist() == [[0]]


def test_nothing_taken_gives_no_rows_of_the_right_width():
    assert RowBlocks(brightness, width=6, block=2).rows().rows.shape == (0, 6)
