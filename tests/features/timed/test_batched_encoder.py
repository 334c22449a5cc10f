import numpy as np

from cinescribe.features.timed.batched_encoder import BatchedEncoder


def brightness(stack):
    """One number per input: its mean."""
    return stack.reshape(len(stack), -1).mean(1, keepdims=True).astype(np.float32)


def test_features_are_in_order_for_any_batch_size():
    for batch_size in (1, 2, 3, 7):
        encoder = BatchedEncoder(brightness, width=1, batch_size=batch_size)
        for n in range(5):
            encoder.take(n / 2, np.full((2, 3), n, np.uint8))
        features = encoder.features()
        assert features.times.tolist() == [0, 0.5, 1, 1.5, 2]
        assert features.rows[:, 0].tolist() == [0, 1, 2, 3, 4]


def test_a_batch_is_encoded_as_soon_as_it_is_full():
    sizes = []

    def encode(stack):
        sizes.append(len(stack))
        return brightness(stack)

    encoder = BatchedEncoder(encode, width=1, batch_size=4)
    for n in range(9):
        encoder.take(n, np.zeros((2, 2), np.uint8))
    assert sizes == [4, 4]
    assert len(encoder.features().rows) == 9
    assert sizes == [4, 4, 1]
    assert len(encoder.features().rows) == 9
    assert sizes == [4, 4, 1]


def test_an_input_that_is_overwritten_later_was_copied():
    encoder, shared = BatchedEncoder(brightness, width=1, batch_size=2), np.zeros((2, 2), np.uint8)
    encoder.take(0.0, shared)
    shared[:] = 9
    assert encoder.features().rows.tolist() == [[0]]


def test_no_inputs_give_no_vectors_of_the_right_width():
    assert BatchedEncoder(brightness, width=6, batch_size=2).features().rows.shape == (0, 6)
