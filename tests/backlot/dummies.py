"""A camera that draws one grey per take, and small plans for it."""

import numpy as np

from cinescribe.backlot.drawing.camera import frames_within
from cinescribe.backlot.plan.plan import DialogueLine, FilmPlan, PlannedMember, Take
from cinescribe.backlot.plan.truth import Sighting
from cinescribe.timing import Span

CAST = (
    PlannedMember("P1", "Anna", "woman", 1, 2, 0),
    PlannedMember("P2", "Tom", "man", 3, 4, 1),
)


def flat_camera(take, cast, lines, *, width, height, rate_hz, span=None):
    """Yield frames of the grey given by the take's seed, with the actor in the left half."""
    for _ in frames_within(span or take.span, rate_hz):
        yield np.full((height, width, 3), take.seed, np.uint8), (Sighting(take.actor, (0.0, 0.0, 0.5, 1.0)),)


def take(start, end, *, action="wave", clip="c001", grey=100, scale="medium", **more):
    """A take of Anna doing something."""
    more.setdefault("action_span", Span(start, end))
    return Take(
        f"{clip}.{grey}", clip, Span(start, end), "kitchen", 0, False, scale, "still", action, "P1", seed=grey, **more
    )


def plan(*takes, lines=()):
    """A film of these takes."""
    return FilmPlan("film", 7, "A Test", CAST, takes, tuple(lines))


def line(start, end, text="Where is the box?", member="P1"):
    """A line of dialogue."""
    return DialogueLine(member, text, Span(start, end))


def level_db(samples):
    """Root mean square in dB of full scale."""
    return 20 * np.log10(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
