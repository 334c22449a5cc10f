"""How likely a person of one episode is a person of others, by their faces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from cinescribe.describe.series.templates import Template
from cinescribe.describe.track_views import track_distances

# Distances are between the views of a person in two episodes, in units of the extractor's `same_distance`; log-odds are
# how far they lie below the even one, in widths. Of real faces both were fitted (Platt 1999) to photographs: the 300
# pairs of deepface's tests, and ten people of LFW with ten photographs each, of whom one was compared with one to four.
# With more views the nearest ones are nearer: of five views each, the even distance is that of tracks (`people`).
_EVEN, _SINGLE, _WIDTH = 0.98, 0.12, 0.035
# Of drawn faces they are in the middle of those of a grid with which nobody of two Backlot series (seeds 700 and 900,
# 15 episodes, 53 people) was matched wrongly, and at most 6 % were asked about.
_EVEN_DRAWN, _WIDTH_DRAWN = 0.48, 0.025
# How little drawn faces vary within a track, and how much real ones do, at least; as for `people`.
_SPREAD_DRAWN, _SPREAD_REAL = 0.22, 0.28


def series_spread(templates: Iterable[Template]) -> float | None:
    """Return how much faces vary within a track, in the median of people; None where no track says it."""
    spreads = [one.spread for one in templates if not np.isnan(one.spread)]
    return float(np.median(spreads)) if spreads else None


def same_person_log_odds(one: Template, others: Sequence[Template], *, spread: float | None) -> float:
    """Return the log-odds that a person is the one of templates from other episodes, nothing known beforehand.

    Args:
        one: what the person looks like.
        others: what a person of the series looks like, in each episode.
        spread: how much faces of the series vary within a track; None for real faces.
    """
    distances = track_distances([one.views, *(other.views for other in others)])[0, 1:]
    n_views = np.array([min(len(one.views), len(other.views)) for other in others])
    is_real = 1.0 if spread is None else float(np.interp(spread, (_SPREAD_DRAWN, _SPREAD_REAL), (0, 1)))
    even = is_real * (_EVEN + _SINGLE / n_views) + (1 - is_real) * _EVEN_DRAWN
    width = is_real * _WIDTH + (1 - is_real) * _WIDTH_DRAWN
    return float((even - distances).mean() / width)
