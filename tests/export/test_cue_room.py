"""The room of one cue is what the whole script says of it."""

import itertools
import random

import pytest

from cinescribe.export.cue_room import cue_room, part_around
from cinescribe.export.holds import with_joined_holds
from cinescribe.export.tracks.cue_time_limits import rooms
from cinescribe.schema import Cue, CueStatus, Film, Gap, Script, Shot, Speech
from cinescribe.timing import Span


def random_script(seed: int) -> Script:
    """Cues of all kinds, close together, among speech, gaps and cuts."""
    rng = random.Random(seed)
    length = rng.choice((20.0, 60.0))

    def spans(n: int, longest: float) -> list[Span]:
        starts = sorted(round(rng.uniform(0, length), 1) for _ in range(n))
        return [Span(start, start + round(rng.uniform(0.1, longest), 1)) for start in starts]

    edges = sorted({0.0, length, *(round(rng.uniform(0, length), 1) for _ in range(8))})
    pieces = [Span(first, after) for first, after in itertools.pairwise(edges)]
    cues = []
    for span in spans(rng.randrange(1, 25), 3.0):
        status: CueStatus = rng.choice(("spoken", "extended", "extended", "dropped"))
        if status == "spoken":
            cues.append(Cue(span, "Anna waits."))
        else:
            begin = span.start if rng.random() < 0.8 else max(0.0, span.start - 0.5)
            held = Span(begin, span.start) if status == "extended" else Span(span.start, span.start)
            cues.append(Cue(held, "Anna waits.", status=status, pause=1.5 if status == "extended" else 0.0))
    return Script(
        Film("f.mp4", length),
        shots=tuple(Shot(piece) for piece in pieces if rng.random() < 0.5),
        speech=tuple(Speech(span, "vad") for span in spans(rng.randrange(6), 4.0)),
        gaps=tuple(Gap(piece) for piece in pieces if rng.random() < 0.5),
        cues=tuple(cues),
    )


@pytest.mark.parametrize("seed", range(0, 400, 40))
def test_room_of_one_cue_equals_that_of_the_whole_script(seed: int) -> None:
    for script in map(random_script, range(seed, seed + 40)):
        whole = rooms(with_joined_holds(script))
        assert [cue_room(script, cue) for cue in script.cues] == pytest.approx(whole)


def test_cue_outside_the_script_has_no_room() -> None:
    assert cue_room(random_script(1), Cue(Span(1.0, 2.0), "Nobody says this.", id="gone")) == 0.0


def test_a_part_does_not_grow_with_the_film() -> None:
    cues = tuple(Cue(Span(9.0 * n, 9.0 * n + 2), "Anna waits.") for n in range(200))
    speech = tuple(Speech(Span(9.0 * n + 3, 9.0 * n + 8), "vad") for n in range(200))
    part = part_around(Script(Film("f.mp4", 1800.0), cues=cues, speech=speech), cues[100].span)
    assert len(part.cues) <= 3
    assert len(part.speech) <= 3
