"""silero-vad's network for 16 kHz, fed many pieces of sound at once.

The wheel's own model takes one piece of 32 ms a call. All but its LSTM looks at single pieces, so a block of them goes
through the convolutions together and through the LSTM as one sequence: the same numbers at a fraction of the time.
"""

from __future__ import annotations

import importlib.util
import warnings
from pathlib import Path
from typing import TypeAlias

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cinescribe.errors import ModelError

RATE_HZ = 16000
PIECE = 512  # samples that one probability is about
CONTEXT = 64  # samples of the piece before that the network also hears

_BINS = 129  # of the Fourier transform
_PAD = 64  # samples mirrored at the end

_THEIR_NAMES = {
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
    """How probable speech is in each piece of sound (silero-vad 6, MIT licence); its sizes and order of layers."""

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
        """The probabilities of successive pieces, and the state to go on from.

        Args:
            pieces: sound, each row `CONTEXT` samples of the row before and `PIECE` of its own, (T, 576).
            state: what the last block gave; None at the start of a film.

        Returns:
            Probabilities, (T,), and the new state.
        """
        waves = self.stft_conv(F.pad(pieces, (0, _PAD), "reflect").unsqueeze(1))  # (T, 258, 4)
        x = torch.hypot(waves[:, :_BINS], waves[:, _BINS:])
        for conv in (self.conv1, self.conv2, self.conv3, self.conv4):
            x = conv(x).relu()
        x, state = self.lstm(x.squeeze(-1), state)  # (T, 128)
        return self.final_conv(x.relu().unsqueeze(-1)).sigmoid().flatten(), state


def load_silero() -> SileroNet:
    """The network with the weights that come in the wheel of silero-vad.

    Raises:
        ModelError: when the wheel or its weights are missing.
    """
    # The package is found, not imported: importing it changes torch's number of threads for the whole process.
    spec = importlib.util.find_spec("silero_vad")
    path = Path(spec.origin if spec and spec.origin else "silero_vad").parent / "data" / "silero_vad.jit"
    # The file beside it in safetensors is of another training, which heard less of film dialogue.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            weights = torch.jit.load(path, map_location="cpu").state_dict()  # type: ignore[no-untyped-call]
        except (OSError, RuntimeError, ValueError) as error:
            raise ModelError(f"silero-vad's weights cannot be read ({error}); install silero-vad anew") from error
    net = SileroNet().eval()
    net.load_state_dict({ours: weights[theirs].detach() for ours, theirs in _THEIR_NAMES.items()})
    return net
