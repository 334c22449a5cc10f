"""A recognition network of a kilobyte: where the line is white it reads `Щ`, elsewhere nothing; built with `onnx`."""

import base64
import zlib

import cv2
import numpy as np

# Input `x`, (1, 3, 48, W) from -1 to 1; output (1, W / 8, 3): probabilities of nothing, `Щ` and a space.
WITH_CHARACTERS = """
eNo1kD1uwkAQhXfWKF4GCPZGFi6oXG6FUkYpgBIJKUqUJk202BNA2OB47fBzGtocgzJdjsIRsg7JSK/53pt50ghx98XxHmEnIY9aow8q9JweNptUBdheUbGm
9NUsdE7DwVAcwVUeuqYslgmZP4K3CLmELMJHSqqYpqTXqoMNvbMRGPJ6qYtiRZQny8yE7AgcA4QMubatVdR8Xpv3iuhA6CNUCFsJaXQ11eW0SvEaIUWYSdCR
M0oS7CNoCfvIfdq8lZneqVZdtTShLeIS5koK8NyxvT0RnF1G9QQIx4MxbCdtxryT1Yix80kFFzyr8f+cTy/9+iE9DARIH7kAK8dqgI6E7SxE2Msb9K3b+XUt
NXVk3EDm+UUXm/FCFzouqZD8+/MHJJdG2w==
"""
WITHOUT_CHARACTERS = """
eNo1kM1OwkAUhedOiR0PoO2YBhasupwVcWlcAEsSEqNx48YM9oqEFipDBXwaXoWlb8MjOPXnJmfznXPvSa5SN18St6CdpjJtDj94bWd8t1rlJkFrwesl58/u
zZY86A/UgUITIXSb9Txj90dwDSo1FSnuOateeMJ2adpo2J2P0EDWS5dQC+YymxeuKw4kkYAKSOtbq/T8ceneK+ZPRgyqQFtNeXo2sZtJleMClIOmmmwaDLMM
PZDVtE/Dh9XrprA706yr5q7ri6SmmdGKonDkb4+VFL9jOopUENGItuOWENHRayjE6WiSXzyt8f+cjk+9+iEdJIp0DKnIK/DqI9C0nXZBe32F2LvtH9dTV0dG
DYgo/gald0EN
"""


def network(text=WITH_CHARACTERS):
    """The bytes of a network's file."""
    return zlib.decompress(base64.b64decode("".join(text.split())))


def bars(n):
    """A dark picture (48, 320, 3) of `n` white bars, and the corners of the whole of it."""
    out = np.zeros((48, 320, 3), np.uint8)
    for left in range(n):
        cv2.rectangle(out, (16 + 48 * left, 0), (39 + 48 * left, 47), (255, 255, 255), -1)
    return out, np.array([[0, 0], [320, 0], [320, 48], [0, 48]], np.float32)
