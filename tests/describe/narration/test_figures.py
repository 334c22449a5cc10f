"""Metaphors on cues: stretches of whole shots, the last cue of each, hand-made cues untouched, and a second run."""

import dataclasses
import importlib
import itertools
import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.narration.figures import LONGEST_STRETCH, FigureOfSpeech, film_figures, stretches, with_figures
from cinescribe.describe.stages import Stages
from cinescribe.export.tracks.vtt import write_vtt
from cinescribe.schema import Cue, Film, Shot
from cinescribe.timing import Span
from tests.dummies import EveryClip, NoFaces, SteadyVoice, write_film

figures = importlib.import_module("cinescribe.describe.narration.figures")

SEA = "the drink is as refreshing as the sea"


class Writer:
    """Sees a metaphor in every other stretch."""

    name = "stub@1"

    def __init__(self, *, drawn_films_only=True):
        self.asked, self.drawn_films_only = [], drawn_films_only

    def figures(self, film, spans):
        self.asked.append((film, tuple(spans)))
        return [SEA if n % 2 == 0 else None for n in range(len(spans))]


def shots(*lengths):
    times = [sum(lengths[:n]) for n in range(len(lengths) + 1)]
    return [Shot(Span(start, end)) for start, end in itertools.pairwise(times)]


def cues(*starts, **fields):
    return [Cue(Span(start, start + 1), "P1 drinks.", id=f"c{start}", **fields) for start in starts]


def test_a_short_film_is_one_stretch():
    assert stretches(shots(5.0, 20.0, 30.0)) == [Span(0.0, 55.0)]
    assert stretches(shots(LONGEST_STRETCH)) == [Span(0.0, LONGEST_STRETCH)]


def test_a_long_film_is_divided_between_shots():
    assert stretches(shots(70.0, 40.0, 30.0, 100.0)) == [Span(0.0, 110.0), Span(110.0, 140.0), Span(140.0, 240.0)]


def test_a_shot_that_is_too_long_is_divided_evenly():
    assert stretches(shots(300.0)) == [Span(0.0, 100.0), Span(100.0, 200.0), Span(200.0, 300.0)]


@pytest.mark.parametrize("seed", range(20))
def test_stretches_cover_the_film_within_the_length_limit(seed):
    rng = random.Random(seed)
    film = shots(*(rng.uniform(0.5, 260.0) for _ in range(rng.randrange(1, 40))))
    found = stretches(film)
    assert found[0].start == 0.0
    assert found[-1].end == pytest.approx(film[-1].span.end)
    assert all(before.end == after.start for before, after in itertools.pairwise(found))
    assert max(span.duration for span in found) <= LONGEST_STRETCH + 1e-6
    joined = [before.duration + after.duration for before, after in itertools.pairwise(found)]
    assert all(length > LONGEST_STRETCH for length in joined)


def test_the_last_cue_of_a_stretch_has_the_figure():
    said = with_figures(cues(1, 4, 12), [FigureOfSpeech(Span(0.0, 10.0), SEA)], pytest.fail)
    assert [cue.figure for cue in said] == [None, SEA, None]


def test_a_cue_that_is_not_dropped_has_the_figure_where_there_is_one():
    figures, dropped = [FigureOfSpeech(Span(0.0, 10.0), SEA)], cues(4, status="dropped")
    assert [cue.figure for cue in with_figures([*cues(1), *dropped], figures, pytest.fail)] == [SEA, None]
    assert [cue.figure for cue in with_figures(dropped, figures, pytest.fail)] == [SEA]


def test_hand_edited_cue_is_unchanged():
    mine = cues(4, hand_made=True, figure="life is a journey")
    said = with_figures([*cues(1), *mine], [FigureOfSpeech(Span(0.0, 10.0), SEA)], pytest.fail)
    assert [cue.figure for cue in said] == [SEA, "life is a journey"]


def test_a_stretch_without_cue_is_announced():
    lines: list[str] = []
    assert with_figures(cues(1), [FigureOfSpeech(Span(5.0, 10.0), SEA)], lines.append) == tuple(cues(1))
    assert lines == [f"no cue to note this with, 5 to 10 s: {SEA}"]


@pytest.fixture
def drawn(monkeypatch):
    monkeypatch.setattr("cinescribe.describe.captioner_selection.is_drawn", lambda pictures: pictures == "drawn")


def found(tmp_path, writer, *lengths, pictures="drawn", announce=pytest.fail):
    film, analysis = Film("a.mp4", sum(lengths)), SimpleNamespace(shots=shots(*lengths), clip=pictures)
    stages = Stages(tmp_path, tmp_path / "log.jsonl", progress=lambda *_: None)
    return film_figures(film, analysis, writer, stages, key={"film": "1"}, announce=announce)  # type: ignore[arg-type]


def test_second_run_reuses_figures_of_the_same_film(tmp_path, drawn):
    writer = Writer()
    first = found(tmp_path, writer, 100.0, 100.0, 30.0)
    assert first == [FigureOfSpeech(Span(0.0, 100.0), SEA), FigureOfSpeech(Span(200.0, 230.0), SEA)]
    assert found(tmp_path, writer, 100.0, 100.0, 30.0) == first
    assert writer.asked == [(Path("a.mp4"), (Span(0.0, 100.0), Span(100.0, 200.0), Span(200.0, 230.0)))]
    found(tmp_path, writer, 100.0)
    assert len(writer.asked) == 2


def test_film_unlike_the_training_films_has_no_figures(tmp_path, drawn):
    said: list[str] = []
    assert found(tmp_path, Writer(), 5.0, pictures="real", announce=said.append) == []
    assert said == ["no metaphors: their model was trained on drawn films, and this film is unlike them"]
    general = Writer(drawn_films_only=False)
    assert found(tmp_path, general, 5.0, pictures="real") == [FigureOfSpeech(Span(0.0, 5.0), SEA)]


def test_figures_need_a_writer(tmp_path):
    assert found(tmp_path, None, 5.0) == []


@pytest.mark.slow
def test_a_figure_stands_on_a_cue_is_exported_and_never_spoken(tmp_path, drawn, monkeypatch):
    monkeypatch.setattr("cinescribe.describe.captioner_selection.is_drawn", lambda pictures: True)
    parts = DescribeOptions(captioner=EveryClip(), voice=SteadyVoice(), faces=NoFaces(), figures=Writer())
    script = write_description(write_film(tmp_path / "two.mp4"), tmp_path / "two.ad", options=parts)
    assert [cue.figure for cue in script.cues] == [*[None] * (len(script.cues) - 1), SEA]
    assert not any(SEA in cue.text for cue in script.cues)
    for notes in (True, False):
        write_vtt(script, tmp_path / "two.vtt", notes=notes)
        assert (SEA in (tmp_path / "two.vtt").read_text()) == notes
    bare = dataclasses.replace(parts, figures=None)
    assert not any(c.figure for c in write_description(tmp_path / "two.mp4", tmp_path / "two.ad", options=bare).cues)
