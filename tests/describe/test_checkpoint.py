import io
import pickle
from collections import deque
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from cinescribe.describe import checkpoint
from cinescribe.describe.checkpoint import (
    STATES,
    AnalysisCheckpoint,
    read_analysis_checkpoint,
    write_analysis_checkpoint,
)
from cinescribe.errors import OutputError, RecordError
from cinescribe.features.clip_sets.frames import PictureMeter
from cinescribe.media.film.resumed_read import ReadPoint
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.media.shots.transnet import TransNet
from cinescribe.media.text.script_recogniser import ScriptReaders
from cinescribe.media.text.text_finder import TextFinder
from cinescribe.timing import Span

KEY = {"film": "abc", "measured": 5}
POINT = ReadPoint(12.5, 77, 300, 1, Fraction(1, 3))


def meter(n=3):
    sink = PictureMeter()
    for k in range(n):
        sink.take(k / 5, np.random.default_rng(k).integers(0, 255, (90, 160, 3), np.uint8))
    return sink


def finder():
    return ShotFinder(net=cast(TransNet, object()))


@pytest.fixture
def kept(tmp_path):
    path = tmp_path / "checkpoint"
    write_analysis_checkpoint(path, AnalysisCheckpoint(POINT, {"pictures": meter()}), key=KEY)
    return path


def unpickled(data):
    return checkpoint._Reader(io.BytesIO(data), {}).load()


def test_restored_sinks_continue_as_the_written_ones(kept):
    found = read_analysis_checkpoint(kept, {"pictures": PictureMeter()}, key=KEY)
    assert found.point == POINT
    image = np.random.default_rng(9).integers(0, 255, (90, 160, 3), np.uint8)
    undisturbed = meter()
    for sink in (undisturbed, found.sinks["pictures"]):
        sink.take(0.6, image)
    one, other = undisturbed.levels(), found.sinks["pictures"].levels()
    assert all(np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True) for name in vars(one))


def test_networks_are_those_of_the_fresh_sinks(tmp_path):
    path, written, fresh = tmp_path / "checkpoint", finder(), finder()
    written._bars.add(np.full((54, 96), 7, np.uint8))
    write_analysis_checkpoint(path, AnalysisCheckpoint(POINT, {"shots": written}), key=KEY)
    found = read_analysis_checkpoint(path, {"shots": fresh}, key=KEY).sinks["shots"]
    assert found.tools == fresh.tools
    assert found.tools != written.tools
    assert np.array_equal(found._bars._brightest, written._bars._brightest)


def test_readers_of_text_are_those_of_the_fresh_finder(tmp_path):
    path, fresh = tmp_path / "checkpoint", TextFinder(ScriptReaders(expected=frozenset({"Grek"})))
    write_analysis_checkpoint(path, AnalysisCheckpoint(POINT, {"texts": TextFinder()}), key=KEY)
    found = read_analysis_checkpoint(path, {"texts": fresh}, key=KEY).sinks["texts"]
    assert found._recogniser._others is fresh.tools[0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data[:-1], "is damaged"),
        (lambda data: data[:-9] + bytes(9), "is damaged"),
        (lambda data: data[: data.index(b"\n") + 5], "is damaged"),
        (lambda data: b"", "is of another film or version"),
        (lambda data: data.replace(b'"abc"', b'"xyz"'), "is of another film or version"),
        (lambda data: data.replace(b'"checkpoint": ', b'"checkpoint": 9'), "is of another film or version"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(kept, change, said):
    kept.write_bytes(change(kept.read_bytes()))
    with pytest.raises(RecordError, match=f"{said}; analyse from the beginning"):
        read_analysis_checkpoint(kept, {"pictures": PictureMeter()}, key=KEY)


def test_a_file_of_other_sinks_is_refused(tmp_path):
    path = tmp_path / "checkpoint"
    write_analysis_checkpoint(path, AnalysisCheckpoint(POINT, {"shots": finder()}), key=KEY)
    with pytest.raises(RecordError, match=r"is no checkpoint .*; analyse from the beginning"):
        read_analysis_checkpoint(path, {"pictures": PictureMeter()}, key=KEY)


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(RecordError, match=r"cannot be read .*; analyse from the beginning"):
        read_analysis_checkpoint(tmp_path / "none", {}, key=KEY)


def test_unwritable_path_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_analysis_checkpoint(tmp_path / "file" / "checkpoint", AnalysisCheckpoint(POINT, {}), key=KEY)


@pytest.mark.parametrize("foreign", [print, io.StringIO, pytest, KeyError("x"), POINT.__class__.__eq__])
def test_unknown_types_are_not_written(tmp_path, foreign):
    sink = meter()
    sink.extra = foreign
    with pytest.raises(pickle.PickleError, match="has no place in a checkpoint"):
        write_analysis_checkpoint(tmp_path / "checkpoint", AnalysisCheckpoint(POINT, {"pictures": sink}), key=KEY)
    assert not list(tmp_path.iterdir())


class Harmful:
    def __reduce__(self):
        return exec, ("print('harm is done')",)


def test_unknown_types_are_not_read(capsys):
    with pytest.raises(pickle.UnpicklingError, match=r"builtins.exec has no place in a checkpoint"):
        unpickled(pickle.dumps(Harmful()))
    assert not capsys.readouterr().out


@pytest.mark.parametrize("name", ["builtins.eval", "os.system", "numpy.load", "cinescribe.media.shots.shots.shots"])
def test_no_function_can_be_named(name):
    module, _, function = name.rpartition(".")
    with pytest.raises(pickle.UnpicklingError, match="has no place in a checkpoint"):
        unpickled(f"c{module}\n{function}\n.".encode())


def test_no_constructor_can_be_called():
    with pytest.raises(pickle.UnpicklingError, match="Span has no place in a checkpoint"):
        unpickled(pickle.dumps(Span(1.0, 2.0)))
    with pytest.raises(pickle.UnpicklingError, match="FrameWriter has no place in a checkpoint"):
        checkpoint._blank("cinescribe.features.clip_sets.frames.FrameWriter")


def test_numbers_and_arrays_survive_a_round_trip(tmp_path):
    values = [np.float32(1.5), np.bool_(True), deque([1, 2], maxlen=3), Fraction(2, 3), Span(1.0, 2.0), float("inf")]
    arrays: list[NDArray[Any]] = [
        np.arange(12).reshape(3, 4).T[::2],
        np.zeros((0, 3), np.float32),
        np.array([True, False]),
    ]
    sink = meter(0)
    sink.extra = values, arrays, {Span(0.0, 1.0): 0.5}
    write_analysis_checkpoint(tmp_path / "checkpoint", AnalysisCheckpoint(POINT, {"pictures": sink}), key=KEY)
    found = read_analysis_checkpoint(tmp_path / "checkpoint", {"pictures": meter(0)}, key=KEY).sinks["pictures"].extra
    assert (found[0], found[2]) == (values, sink.extra[2])
    assert [type(value) for value in found[0]] == [type(value) for value in values]
    assert found[0][2].maxlen == 3
    for one, other in zip(found[1], arrays, strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)
    found[1][2][0] = False  # arrays can be written to


def test_every_state_is_a_class():
    assert all(isinstance(checkpoint._state_class(name), type) for name in STATES)
