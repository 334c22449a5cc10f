"""Our network gives what the wheel's own model gives, piece by piece."""

import importlib
import importlib.util
import warnings

import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.media.speech.silero import CONTEXT, PIECE, load_silero
from tests.media.sounds import speech_samples


@pytest.mark.slow
def test_a_block_equals_the_wheels_model_piece_by_piece():
    pieces = torch.from_numpy(speech_samples()[: 60 * PIECE].copy())
    n_threads = torch.get_num_threads()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        silero_vad = importlib.import_module("silero_vad")
        theirs = silero_vad.load_silero_vad()
    torch.set_num_threads(n_threads)
    with torch.inference_mode():
        expected = torch.cat([theirs(piece[None], 16000)[0] for piece in pieces.split(PIECE)])
        sound = torch.cat([torch.zeros(CONTEXT), pieces])
        ours, _ = load_silero()(sound.unfold(0, CONTEXT + PIECE, PIECE))
    assert expected.std() > 0.1
    torch.testing.assert_close(ours, expected, atol=1e-4, rtol=0)


def test_missing_weights_are_reported(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    load_silero.cache_clear()
    with pytest.raises(ModelError, match=r"silero-vad's weights cannot be read .*; install silero-vad again"):
        load_silero()
