"""Lists of shots as damaged and odd films give them, for what cuts a film into clips."""

from itertools import pairwise

from hypothesis import strategies as st

from cinescribe.schema import Shot
from cinescribe.timing import Span

LENGTHS = st.sampled_from([0.0, 1 / 240, 0.04, 0.199, 0.2, 0.201, 0.6, 2.0, 4.0, 17.0])
SHIFTS = st.sampled_from([0.0, 0.0, 0.0, -0.04, -0.5, -3.0, 0.04])  # of a start from the end before


@st.composite
def shot_lists(draw):
    """Up to eight shots: of no length, of one frame, overlapping, with holes, opening with blends longer than they."""
    shots, end = [], 0.0
    for length in draw(st.lists(LENGTHS, max_size=8)):
        start = max(end + draw(SHIFTS), 0.0)
        blended = draw(st.booleans())
        blend = Span(max(start - 0.4, 0.0), start + 0.4) if blended else None
        shots.append(Shot(Span(start, start + length), "dissolve" if blended else "cut", blend))
        end = start + length
    return shots


def are_clips_of(spans, shots):
    """Whether spans are in order, last, do not overlap, and end where the shots end."""
    lasting = [shot.span for shot in shots if shot.span.duration > 0]
    if not lasting:
        return not spans
    bounds = (min(span.start for span in lasting), max(span.end for span in lasting))
    in_order = all(one.end <= other.start for one, other in pairwise(spans))
    return in_order and all(span.duration > 0 for span in spans) and (spans[0].start, spans[-1].end) == bounds
