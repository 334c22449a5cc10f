import json

import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.corpus import CorpusFilm
from cinescribe.corpus.datasets.sidecar_annotations import FilmSource, read_annotated
from cinescribe.corpus.datasets.web.msr_vtt import VIDEO_CATEGORIES, build_msr_vtt, read_msr_vtt_videos, write_msr_vtt
from cinescribe.errors import CorpusError, RecordError
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.corpus.annotated import annotated, same


def video(n, split="train", **more):
    fields = {"category": 9, "url": f"https://example.org/{n}", "start time": 137.72, "end time": 149.44}
    return {"video_id": f"video{n}", "split": split, "id": n} | fields | more


def sentence(n, sen_id, caption):
    return {"caption": caption, "video_id": f"video{n}", "sen_id": sen_id}


def written(path, videos, sentences=()):
    path.write_text(json.dumps({"info": {}, "videos": videos, "sentences": list(sentences)}))
    return path


@pytest.fixture
def info(tmp_path):
    videos = [video(0), video(7, "validate", category=0), video(9, "test")]
    sentences = [sentence(7, 3, "a song"), sentence(0, 2, "a  car\n drives"), sentence(0, 1, "a red car")]
    return written(tmp_path / "videodatainfo_2017.json", videos, sentences)


def test_each_video_is_a_film_of_one_clip(info, tmp_path):
    build_msr_vtt(tmp_path / "corpus", info)
    read = read_annotated(tmp_path / "corpus")
    assert inspect_corpus(tmp_path / "corpus").faults == ()
    assert [(film.id, film.split, film.duration, film.genres) for film in read.corpus.films] == [
        ("video0", "train", 11.72, ("vehicles/autos",)),
        ("video7", "val", 11.72, ("music",)),
        ("video9", "test", 11.72, ("vehicles/autos",)),
    ]
    assert read.corpus.clips == (
        Clip("video0", "video0", Span(0, 11.72), "a red car", paraphrases=("a car drives",)),
        Clip("video7", "video7", Span(0, 11.72), "a song"),
        Clip("video9", "video9", Span(0, 11.72)),
    )
    assert read.sources[0] == FilmSource("video0", "https://example.org/0", Span(137.72, 149.44))


def test_writing_restores_the_file_with_renumbered_sentences(info, tmp_path):
    build_msr_vtt(tmp_path / "corpus", info)
    write_msr_vtt(read_annotated(tmp_path / "corpus"), tmp_path / "out" / "videodatainfo.json")
    value = json.loads((tmp_path / "out" / "videodatainfo.json").read_text())
    assert value["videos"] == json.loads(info.read_text())["videos"]
    assert value["sentences"] == [sentence(0, 0, "a red car"), sentence(0, 1, "a car drives"), sentence(7, 2, "a song")]
    build_msr_vtt(tmp_path / "again", tmp_path / "out")
    assert same(read_annotated(tmp_path / "again"), read_annotated(tmp_path / "corpus"))


def test_clips_of_a_film_become_videos_with_times_in_the_source(tmp_path):
    clips = [Clip("f_1", "f", Span(2, 4), "A dog."), Clip("f_2", "f", Span(5, 7.25), "A cat.")]
    films = [CorpusFilm("f", "hard", "f.mp4", 9.0, ("western",))]
    write_msr_vtt(annotated(films, clips), tmp_path / "info.json")
    assert json.loads((tmp_path / "info.json").read_text())["videos"] == [
        {"video_id": "f_1", "start time": 2, "end time": 4, "split": "hard", "id": 0},
        {"video_id": "f_2", "start time": 5, "end time": 7.25, "split": "hard", "id": 1},
    ]
    videos, captions = read_msr_vtt_videos(tmp_path / "info.json")
    assert [(video.span, video.category, video.url) for video in videos] == [
        (Span(2, 4), None, None),
        (Span(5, 7.25), None, None),
    ]
    assert captions == {"f_1": ["A dog."], "f_2": ["A cat."]}


def test_a_blind_export_has_no_captions(info, tmp_path):
    build_msr_vtt(tmp_path / "corpus", info)
    write_msr_vtt(read_annotated(tmp_path / "corpus").without_captions(), tmp_path / "blind.json")
    value = json.loads((tmp_path / "blind.json").read_text())
    assert value["sentences"] == []
    assert len(value["videos"]) == 3


def test_training_and_test_may_be_two_files(info, tmp_path):
    written(tmp_path / "test_videodatainfo.json", [video(10, "test")], [sentence(10, 0, "a dog")])
    assert len(build_msr_vtt(tmp_path / "corpus", tmp_path).films) == 4
    written(tmp_path / "test_videodatainfo.json", [video(7, "test")])
    with pytest.raises(CorpusError, match=r"2017.json' has the video 'video7', which another file has; give each once"):
        build_msr_vtt(tmp_path / "corpus", tmp_path)


def test_video_categories_are_twenty():
    assert len(VIDEO_CATEGORIES) == len(set(VIDEO_CATEGORIES)) == 20


@pytest.mark.parametrize(
    "broken",
    [{}, {"videos": [{}]}, {"videos": [video(1, category=20)]}, [], {"videos": [video(1, **{"end time": 2})]}],
)
def test_another_format_is_refused(tmp_path, broken):
    path = tmp_path / "info.json"
    path.write_text(json.dumps(broken))
    with pytest.raises(CorpusError, match=r"info.json' is not videodatainfo of MSR-VTT: an object of videos and sent"):
        read_msr_vtt_videos(path)


def test_unreadable_files_are_named(tmp_path):
    with pytest.raises(CorpusError, match=r"holds no videodatainfo of MSR-VTT; expected videodatainfo_2017.json"):
        build_msr_vtt(tmp_path / "corpus", tmp_path)
    (tmp_path / "videodatainfo.json").write_text("{")
    with pytest.raises(RecordError, match=r"videodatainfo.json' is not JSON"):
        build_msr_vtt(tmp_path / "corpus", tmp_path)
    path = written(tmp_path / "videodatainfo.json", [video(1)], [sentence(2, 0, "a dog")])
    with pytest.raises(CorpusError, match=r"has a sentence about 'video2', which is not among its videos; add it"):
        read_msr_vtt_videos(path)
