"""How much a film looks like Backlot, by the rows of its pictures, so that a network is asked only of what it knows.

Rows of pictures of the kind learnt from lie around their mean in the directions of their covariance; a row is strange
by its Mahalanobis distance from it (Lee et al. 2018 find pictures of another kind so).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError, ModelError, RecordError
from cinescribe.features.encoder_weights import frame_weights
from cinescribe.store import read_arrays, write_arrays

ALIKE = 0.5  # likeness from which a film is taken for one of those learnt from
KNOWN = "known.safetensors"
_COMMON = 0.99  # share of the rows learnt from that count as like them
_RIDGE = 0.05  # added to every direction's variance, of rows standardised: the smallest ones are noise


@dataclass(frozen=True)
class Known:
    """What rows of the known kind are like.

    Args:
        mean: (D,).
        whitening: takes a row less the mean to where its length is its strangeness, (D, D).
        bound: strangeness up to which a row counts as known.
    """

    mean: NDArray[np.float32]
    whitening: NDArray[np.float32]
    bound: float

    def strangeness(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Mahalanobis distance of rows (n, D), per root of D, (n,): about 1 for known ones.

        Raises:
            FeatureError: when the rows are of another width.
        """
        if rows.ndim != 2 or rows.shape[1] != len(self.mean):
            raise FeatureError(
                f"rows of shape {rows.shape} came, but what is known are rows of {len(self.mean)} numbers; "
                "give rows of the frame network that comes with it"
            )
        lengths = np.linalg.norm((rows - self.mean) @ self.whitening, axis=1)
        return np.asarray(lengths / np.sqrt(rows.shape[1]), np.float32)

    def likeness(self, rows: NDArray[np.float32]) -> float:
        """Share of a film's rows (n, D) that are of the known kind; 0 for none at all.

        Raises:
            FeatureError: when the rows are of another width.
        """
        return float((self.strangeness(rows) <= self.bound).mean()) if len(rows) else 0.0


def fit_known(rows: NDArray[np.float32], *, held_out: NDArray[np.float32]) -> Known:
    """What is known after seeing some rows (n, D); the bound is set on others of the same kind, (m, D)."""
    mean = rows.mean(0, dtype=np.float64)
    values, vectors = np.linalg.eigh(np.cov(rows.T, dtype=np.float64))
    whitening = vectors / np.sqrt(np.maximum(values, 0) + _RIDGE)
    known = Known(mean.astype(np.float32), whitening.astype(np.float32), np.inf)
    return Known(known.mean, known.whitening, float(np.quantile(known.strangeness(held_out), _COMMON)))


def write_known(folder: Path, known: Known) -> None:
    """Write what is known beside a network's weights.

    Raises:
        OutputError: when the folder cannot be written.
    """
    arrays = {
        "mean": known.mean.astype(np.float16),
        "whitening": known.whitening.astype(np.float16),
        "bound": np.array([known.bound], np.float32),
    }
    write_arrays(folder / KNOWN, arrays)


def load_known(folder: Path | None = None) -> Known:
    """What a network's training pictures were like; by default of the frame network that comes with cinescribe.

    Raises:
        ModelError: when it is missing or damaged.
    """
    path = (folder or frame_weights()) / KNOWN
    try:
        arrays = read_arrays(path)
        mean, whitening = (arrays[name].astype(np.float32) for name in ("mean", "whitening"))
        return Known(mean, whitening, float(arrays["bound"][0]))
    except (RecordError, LookupError) as error:
        raise ModelError(
            f"{str(path)!r} does not tell what the frame network knows ({error}); install cinescribe again, or train "
            "one by python -m cinescribe.train.encoders"
        ) from error
