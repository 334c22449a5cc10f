"""Files of Piper and Kokoro voices that say a tone as long as the text; built with the `onnx` package."""

import base64
import json
import zlib
from typing import Any

import numpy as np

# Inputs `input`, `input_lengths` and `scales`; 35280 samples a phoneme, times the second of `scales`.
PIPER = """
eNpdUMFKAzEU7GvS3ThS28aKhYpovC0Inj14qIhQ8NLeepFYQrdQs2uTvfgH/oUf4kf4R5rNtpc+CI+ZPGbeGyHufxhu0F3bsvKvG2NXPneSrOKP2vnsCG1f
jOib2rhA4pZ6YxxYYY3sRKCSZ+1zs4UEWTScJK3YS7XBEKTB8qKUnWVRWd+wIzRIJrHdqXT+URnzaXAJ/mm2BXYf4M6bUpJXnZm2K4NjkJfkFJuvLcYgFwxz
XRqZFJUP66t0ZhqC+7Bidiqon07qbaeCWk1lvUDSpN5qylu/X0/ZSYDRN+B6IOLaOeKH7FbwoNI4Ta/2Oof9b1eLcF7MUvbQFakMAQoCC4kuxocpAyJM8Hpi
MdynG1mKLHu7xu40eY6zwA6i2v4F1fcJR6s/+AdGI2Ph
"""
# Inputs `tokens`, `style` and `speed`; 2400 samples a token, as loud as the first number of the style.
KOKORO = """
eNpFULFOwzAUzEuc1r0KWtyCysLgCWXqzMDQIiFVYqFbN5NaTUSxQ+MgYOIrmPkffgonaYuXp7uz3rs7zm9+I4zQcfZZm1KEZSbjZaYKjXN4gMgaLUIzlZ17
5TK9wwQeCTKSzVXpkh5CZyf0QyEEyCAuC63XgpSM7vI3jEEKUWYLEae2Mk5GD9XW72iR6DRjKrvL10rrT40rsE+9s9gLYKXThSAn40dlNhp9kBNUymiZG1z7
a+5jq9ExttpkToTp0WfSB1PvedlaG8JLgtL/Q95sCUpFrKp1bhtbgjkfNhlxGnZnde4Fp6B9yUVD7u8seHDgB56nWR1wwYLge56cethEqLH/0OA6RINvV5fH
qgc44V3h++OEyBe6muzjNAodFP4VrkaHWgHuFVYrT2O03kUfPU/G9ZKXGUMwPPsDzuJglQ==
"""
RATE_HZ = 22050


def write_piper(folder, name="tone.onnx"):
    """Write a Piper voice, 0.08 s for each of a text's phonemes, of which each letter is one; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(_unpacked(PIPER))
    symbols = ["_", "^", "$", *" abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,'"]
    config = {
        "audio": {"sample_rate": RATE_HZ},
        "espeak": {"voice": "en-us"},
        "phoneme_type": "text",
        "num_symbols": len(symbols),
        "num_speakers": 1,
        "inference": {"length_scale": 0.05},
        "phoneme_id_map": {symbol: [n] for n, symbol in enumerate(symbols)},
    }
    (folder / f"{name}.json").write_text(json.dumps(config))
    return folder / name


def write_kokoro(folder, **loudness):
    """Write Kokoro's model, and voices of the given loudness in one file; return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tone.onnx").write_bytes(_unpacked(KOKORO))
    voices: dict[str, Any] = {name: np.full((510, 1, 256), loud, np.float32) for name, loud in loudness.items()}
    with open(folder / "voices-v1.0.bin", "wb") as opened:
        np.savez(opened, **voices)
    return folder


def _unpacked(text):
    return zlib.decompress(base64.b64decode(text))
