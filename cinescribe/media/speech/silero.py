"""silero-vad's network for 16 kHz, applied to many pieces of sound at once.

The model in the wheel takes one piece of 32 ms per call. Only its LSTM needs their order, so a block of pieces goes
through the convolutions as a batch and through the LSTM as one sequence: the same numbers in a fraction of the time.
"""

from __future__ import annotations

import importlib.util
import warnings
from functools import cache
from pathlib import Path
from typing import TypeAlias

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cinescribe.errors import ModelError

SILERO_RATE_HZ = 16000
PIECE = 512  # samples per probability
CONTEXT = 64  # samples of the piece before, which the network also receives

_BINS = 129  # of the Fourier transform
_PAD = 64  # samples mirrored at the end

_WEIGHT_NAMES = {
    "stft_conv.weight": "_model.stft.forward_basis_buffer",
    "final_conv.weight": "_model.decoder.decoder.2.weight",
    "final_conv.bias": "_model.decoder.decoder.2.bias",
    **{
        f"conv{i + 1}.{part}": f"_model.encoder.{i}.reparam_conv.{part}"
        for i in range(4)
        for part in ("weight", "bias")
    },
    **{f"lstm.{part}_l0": f"_model.decoder.rnn.{part}" for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")},
}

LstmState: TypeAlias = tuple[Tensor, Tensor]


class SileroNet(nn.Module):
    """Probability of speech in each piece of sound; the architecture of silero-vad 6 (MIT licence)."""

    def __init__(self) -> None:
        super().__init__()
        self.stft_conv = nn.Conv1d(1, 2 * _BINS, 256, stride=128, bias=False)
        self.conv1 = nn.Conv1d(_BINS, 128, 3, padding=1)
        self.conv2 = nn.Conv1d(128, 64, 3, stride=2, padding=1)
        self.conv3 = nn.Conv1d(64, 64, 3, stride=2, padding=1)
        self.conv4 = nn.Conv1d(64, 128, 3, padding=1)
        self.lstm = nn.LSTM(128, 128)
        self.final_conv = nn.Conv1d(128, 1, 1)

    def forward(self, pieces: Tensor, state: LstmState | None = None) -> tuple[Tensor, LstmState]:
        """Return the probabilities of consecutive pieces, and the new state.

        Args:
            pieces: sound; each row has `CONTEXT` samples of the row before and `PIECE` of its own, (T, 576).
            state: state after the last block; None at the start of a film.

        Returns:
            Probabilities, (T,), and the new state.
        """
        waves = self.stft_conv(F.pad(pieces, (0, _PAD), "reflect").unsqueeze(1))  # (T, 258, 4)
        x = torch.hypot(waves[:, :_BINS], waves[:, _BINS:])
        for conv in (self.conv1, self.conv2, self.conv3, self.conv4):
            x = conv(x).relu()
        x, state = self.lstm(x.squeeze(-1), state)  # (T, 128)
        return self.final_conv(x.relu().unsqueeze(-1)).sigmoid().flatten(), state


@cache
def load_silero() -> SileroNet:
    """Load the network with the weights in the wheel of silero-vad, once in a process.

    Raises:
        ModelError: when the wheel or its weights are missing.
    """
    # The package is not imported: that would change torch's number of threads for the whole process.
    spec = importlib.util.find_spec("silero_vad")
    path = Path(spec.origin if spec and spec.origin else "silero_vad").parent / "data" / "silero_vad.jit"
    # The safetensors file beside it is from another training, which detects less film dialogue.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            weights = torch.jit.load(path, map_location="cpu").state_dict()  # type: ignore[no-untyped-call]
        except (OSError, RuntimeError, ValueError) as error:
            raise ModelError(f"silero-vad's weights cannot be read ({error}); install silero-vad again") from error
    net = SileroNet().eval()
    net.load_state_dict({ours: weights[theirs].detach() for ours, theirs in _WEIGHT_NAMES.items()})
    return net
