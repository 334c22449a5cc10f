import json

import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.datasets.sidecar_annotations import FilmSource, read_annotated
from cinescribe.corpus.datasets.web.vatex import build_vatex
from cinescribe.errors import CorpusError
from cinescribe.schema import Clip
from cinescribe.timing import Span

ONE, TWO = "Ptf_2VRj-V0_000122_000132", "abcdefghijk_000000_000010"


def written(path, *items):
    path.write_text(json.dumps(list(items)))
    return path


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "vatex"
    folder.mkdir()
    training = {"videoID": ONE, "enCap": ["A  man runs.", "Someone runs."], "chCap": ["一个人跑步"]}
    written(folder / "vatex_training_v1.0.json", training)
    written(folder / "vatex_public_test_english_v1.1.json", {"videoID": TWO, "enCap": ["A dog sleeps."]})
    return folder


def test_each_clip_is_a_film_with_its_english_captions(release, tmp_path):
    build_vatex(tmp_path / "corpus", release)
    assert inspect_corpus(tmp_path / "corpus").faults == ()
    read = read_annotated(tmp_path / "corpus")
    assert {film.id: film.split for film in read.corpus.films} == {ONE: "train", TWO: "test"}
    assert read.corpus.clips[1] == Clip(ONE, ONE, Span(0, 10), "A man runs.", paraphrases=("Someone runs.",))
    assert FilmSource(ONE, "https://www.youtube.com/watch?v=Ptf_2VRj-V0", Span(122, 132)) in read.sources


def test_videos_without_captions_have_clips_without_text(tmp_path):
    path = written(tmp_path / "vatex_private_test_without_annotations.json", {"videoID": TWO})
    assert build_vatex(tmp_path / "corpus", path).clips == (Clip(TWO, TWO, Span(0, 10)),)


@pytest.mark.parametrize(
    ("name", "items", "message"),
    [
        ("other.json", [{"videoID": ONE, "enCap": []}], "'other.json' does not say which split it is"),
        ("vatex_training.json", [{"videoID": "abc", "enCap": []}], "has the id 'abc'; expected video, start and end"),
        ("vatex_training.json", [{"videoID": "abcdefghijk_000010_000010"}], "has the id 'abcdefghijk_000010_000010'"),
        ("vatex_training.json", [{"enCap": ["x"]}], "a list of objects with videoID and enCap"),
        ("vatex_training.json", [{"videoID": ONE, "enCap": [3]}], "a list of objects with videoID and enCap"),
        ("vatex_training.json", [{"videoID": ONE}, {"videoID": ONE}], "has no clip, or one of them twice"),
        ("vatex_training.json", [], "has no clip, or one of them twice"),
    ],
)
def test_files_of_another_format_are_refused(tmp_path, name, items, message):
    with pytest.raises(CorpusError, match=message):
        build_vatex(tmp_path / "corpus", written(tmp_path / name, *items))


def test_clips_in_two_files_are_refused(release, tmp_path):
    written(release / "vatex_validation_v1.0.json", {"videoID": ONE, "enCap": ["x"]})
    with pytest.raises(CorpusError, match=f"has the clip '{ONE}', which another file has; give each once"):
        build_vatex(tmp_path / "corpus", release)


def test_folder_without_files_of_vatex_is_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(CorpusError, match="holds no file of VATEX; expected vatex_training"):
        build_vatex(tmp_path / "corpus", tmp_path / "empty")
