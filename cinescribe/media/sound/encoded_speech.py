"""Speech as a small file that every browser plays: MP3, levelled."""

from __future__ import annotations

import io

import av
import numpy as np

from cinescribe.media.sound.level_gain import powers, share
from cinescribe.media.sound.loudness import loudness
from cinescribe.media.voice.voice import Spoken

MP3 = "audio/mpeg"
LOUDNESS = -18.0  # LUFS of speech on phones and computers (AES TD1008)
SPEECH_RATE_HZ = 24_000  # neural voices have this rate, espeak's 22,050; MP3 at a low bit rate carries no more
_BIT_RATE = 32_000  # of one voice at this sampling rate: 4 kB a second
_QUICK = {"compression_level": "7"}  # LAME's -q: at a constant bit rate, half the time of its default
_CEILING_DB = -3.0  # dBFS of the highest sample: resampling and MP3 add up to 1 or 2 dB


def encoded_speech(spoken: Spoken) -> bytes:
    """Return speech as an MP3 file, mono, at `LOUDNESS`, or softer where its peaks would be cut off.

    The voice is not limited: a limiter takes several times as long as all else, and a description has hundreds of cues.
    """
    samples = np.ascontiguousarray(spoken.samples[None] * _gain(spoken), np.float32)
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp3") as container:
        stream = container.add_stream(
            "libmp3lame", rate=SPEECH_RATE_HZ, layout="mono", bit_rate=_BIT_RATE, options=_QUICK
        )
        frame = av.AudioFrame.from_ndarray(samples, "fltp", "mono")
        frame.sample_rate = spoken.rate_hz
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return buffer.getvalue()


def _gain(spoken: Spoken) -> float:
    found, peak = loudness(powers(spoken.samples[None], spoken.rate_hz)), float(np.abs(spoken.samples).max(initial=0.0))
    if found == -np.inf:
        return 1.0
    return min(share(LOUDNESS - found), share(_CEILING_DB) / peak)
