import json

import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.datasets.web.activitynet import build_activitynet
from cinescribe.errors import CorpusError
from cinescribe.schema import Clip
from cinescribe.timing import Span

VIDEO = {"duration": 20.5, "timestamps": [[5.0, 21.0], [0.83, 9.0]], "sentences": [" He waits. ", "A man\nsits."]}


def written(path, value):
    path.write_text(json.dumps(value))
    return path


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "captions"
    folder.mkdir()
    written(folder / "train.json", {"v_one": VIDEO})
    written(folder / "val_1.json", {"v_two": {"duration": 8, "timestamps": [[0, 4]], "sentences": ["One says so."]}})
    written(folder / "val_2.json", {"v_two": {"duration": 8, "timestamps": [[3, 8]], "sentences": ["Another too."]}})
    return folder


def test_each_sentence_is_a_clip_of_its_video(release, tmp_path):
    build_activitynet(tmp_path / "corpus", release)
    assert inspect_corpus(tmp_path / "corpus").faults == ()
    read = read_corpus(tmp_path / "corpus")
    assert [(film.id, film.split, film.duration) for film in read.films] == [
        ("v_one", "train", 20.5),
        ("v_two", "val", 8),
    ]
    assert read.clips == (
        Clip("v_one_a0000", "v_one", Span(0.83, 9.0), "A man sits."),
        Clip("v_one_a0001", "v_one", Span(5.0, 20.5), "He waits."),  # it overlaps the first, and ends with its video
        Clip("v_two_a0000", "v_two", Span(0, 4), "One says so."),
        Clip("v_two_b0000", "v_two", Span(3, 8), "Another too."),
    )


def test_parts_that_end_before_they_begin_are_turned_round(tmp_path):
    video = {"duration": 9.0, "timestamps": [[4.0, 2.0]], "sentences": ["x"]}
    corpus = build_activitynet(tmp_path / "corpus", written(tmp_path / "train.json", {"v_one": video}))
    assert corpus.clips[0].span == Span(2.0, 4.0)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "captions.json",
            {"v_one": VIDEO},
            "is no file of ActivityNet Captions; expected one of train.json, val_1.json",
        ),
        ("train.json", {"v_one": VIDEO | {"sentences": ["x"]}}, "an object of videos with duration, timestamps"),
        ("train.json", [VIDEO], "an object of videos with duration, timestamps and sentences"),
        ("train.json", {"v_one": VIDEO | {"duration": 3.0}}, "'v_one' begins at 5.0 s, but the video lasts 3.0 s"),
    ],
)
def test_files_of_another_format_are_refused(tmp_path, name, value, message):
    with pytest.raises(CorpusError, match=message):
        build_activitynet(tmp_path / "corpus", written(tmp_path / name, value))


def test_folder_without_files_of_the_release_is_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(CorpusError, match=r"holds none of train\.json, .*; name the folder"):
        build_activitynet(tmp_path / "corpus", tmp_path / "empty")
