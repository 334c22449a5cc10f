import json
from dataclasses import replace

import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.corpus import CorpusFilm
from cinescribe.corpus.datasets.sidecar_annotations import Commonsense, FilmSource, read_annotated
from cinescribe.corpus.datasets.web.v2c import CAPTION_WORDS, CAPTIONS, INFO, TIMES, build_v2c, write_v2c
from cinescribe.errors import CorpusError
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.corpus.annotated import annotated, same, words_in
from tests.dummies import write_film

PHRASES = {
    "intention": [["to please guests", ["<sos>", "to", "please", "guests", "<eos>"]]],
    "effect": [[0.7, ["<sos>", "gets", "tired", "<eos>"]], ["Tastes the cake.", ["<sos>", "tastes", "<UNK>", "<eos>"]]],
    "attribute": ["careful"],
}


def entry(caption, **phrases):
    return {"final_caption": ["<sos>", *caption.split(), "<eos>"]} | phrases


def written(folder, captions, splits):
    folder.mkdir(exist_ok=True)
    (folder / CAPTIONS).write_text(json.dumps(captions))
    (folder / INFO).write_text(json.dumps({"ix_to_word": {}, "word_to_ix": {}, "videos": splits}))
    return folder


def timed(folder, *numbers):
    videos = [
        {"video_id": f"video{n}", "split": "validate", "start time": n, "end time": n + 10.5, "category": 17, "id": n}
        for n in numbers
    ]
    (folder / "videodatainfo_2017.json").write_text(json.dumps({"videos": videos, "sentences": []}))


@pytest.fixture
def release(tmp_path):
    captions = {"video3": [entry("a man bakes", **PHRASES), entry("a cake")]}
    folder = written(tmp_path / "v2c", captions, {"train": [3], "test": [8]})
    timed(folder, 3, 8)
    return folder


def with_commonsense():
    films = [
        CorpusFilm("video3", "train", duration=10.5, genres=("cooking",)),
        CorpusFilm("video8", "val", duration=4.0),
    ]
    clips = [
        Clip("video3", "video3", Span(0, 10.5), "A man's cake, he bakes.", paraphrases=("P1 bakes.", "P1 bakes.")),
        Clip("video8", "video8", Span(0, 4), "Rain."),
    ]
    commonsense = (
        Commonsense("video3", "A man's cake, he bakes.", ("To please guests!",), (), ("careful", "kind")),
        Commonsense("video3", "P1 bakes.", (), ("he's tired",)),
        Commonsense("video3", "P1 bakes.", ("to eat",)),
    )
    sources = (
        FilmSource("video3", "https://example.org/3", Span(2, 12.5)),
        FilmSource("video8", "https://example.org/8", Span(2, 6)),
    )
    return annotated(films, clips, commonsense=commonsense, sources=sources)


def test_captions_and_their_commonsense_are_read(release, tmp_path):
    build_v2c(tmp_path / "corpus", release)
    read = read_annotated(tmp_path / "corpus")
    assert [(film.id, film.split, film.duration, film.genres) for film in read.corpus.films] == [
        ("video3", "train", 10.5, ("cooking",)), ("video8", "test", 10.5, ("cooking",)),
    ]  # fmt: skip
    assert [(clip.text, clip.paraphrases) for clip in read.corpus.clips] == [("a man bakes", ("a cake",)), (None, ())]
    assert read.commonsense == (
        Commonsense("video3", "a man bakes", ("to please guests",), ("gets tired", "Tastes the cake."), ("careful",)),
    )
    assert inspect_corpus(tmp_path / "corpus").faults == ()


def test_words_outside_the_vocabulary_are_left_out(tmp_path):
    folder = written(tmp_path / "v2c", {"video3": [entry("a man <UNK> <unk> bakes <pad>")]}, {"train": [3]})
    timed(folder, 3)
    assert [clip.text for clip in build_v2c(tmp_path / "corpus", folder).clips] == ["a man bakes"]


def test_a_written_corpus_is_read_back(tmp_path):
    write_v2c(with_commonsense(), tmp_path / "out")
    build_v2c(tmp_path / "corpus", tmp_path / "out")
    assert same(read_annotated(tmp_path / "corpus"), with_commonsense())


def test_files_are_as_the_published_code_reads_them(tmp_path):
    write_v2c(with_commonsense(), tmp_path)
    first = json.loads((tmp_path / CAPTIONS).read_text())["video3"][0]
    assert first["final_caption"] == ["<sos>", "a", "man's", "cake", "he", "bakes", "<eos>"]
    assert first["intention"] == [["To please guests!", ["<sos>", "to", "please", "guests", "<eos>"]]]
    info = json.loads((tmp_path / INFO).read_text())
    assert info["videos"] == {"train": [3], "val": [8], "test": []}
    captions = json.loads((tmp_path / CAPTION_WORDS).read_text())
    for value, word, other in ((info, "guests", "rain"), (captions, "rain", "guests")):
        assert {value["ix_to_word"][str(n)]: n for n in range(len(value["ix_to_word"]))} == value["word_to_ix"]
        assert value["word_to_ix"][word] > value["word_to_ix"]["<eos>"] == 3
        assert other not in value["word_to_ix"]


def test_clips_without_numbers_are_numbered(tmp_path):
    corpus = annotated(
        [CorpusFilm("f", "train")],
        [Clip("f_1", "f", Span(0, 2), "Rain."), Clip("f_2", "f", Span(2, 4), "Sun.")],
        commonsense=(Commonsense("f_2", "Sun.", effects=("gets warm",)),),
    )
    write_v2c(corpus, tmp_path / "out")
    build_v2c(tmp_path / "corpus", tmp_path / "out")
    read = read_annotated(tmp_path / "corpus")
    assert [(clip.id, clip.text) for clip in read.corpus.clips] == [("video0", "Rain."), ("video1", "Sun.")]
    assert read.commonsense == (Commonsense("video1", "Sun.", effects=("gets warm",)),)


def test_a_blind_export_has_no_words(tmp_path):
    write_v2c(with_commonsense().without_captions(), tmp_path)
    assert not any(word in words_in(tmp_path) for word in ("cake", "bakes", "guests", "tired", "eat", "Rain"))
    assert len(build_v2c(tmp_path / "c", tmp_path).clips) == 2


def test_without_times_the_videos_are_measured(release, tmp_path):
    (release / "videodatainfo_2017.json").unlink()
    with pytest.raises(
        CorpusError, match=r"video 'video3' has no times in the annotations; add them, or put the video into"
    ):
        build_v2c(tmp_path / "c", release)
    (release / "videos").mkdir()
    write_film(release / "videos" / "video3.mp4", seconds=2.0, sound=False)
    write_film(release / "videos" / "video8.mp4", seconds=3.0, sound=False)
    corpus = build_v2c(tmp_path / "c", release)
    assert [(clip.span, film.duration) for clip, film in zip(corpus.clips, corpus.films, strict=True)] == [
        (Span(0, 2), 2), (Span(0, 3), 3),
    ]  # fmt: skip


def test_another_format_is_refused(release, tmp_path):
    written(release, {"video3": [entry("a cake")]}, {"train": []})
    with pytest.raises(
        CorpusError, match=r"v2c_info.json has no split for 'video3', which V2C_MSR-VTT_caption.json has"
    ):
        build_v2c(tmp_path / "c", release)
    written(release, {}, {"train": [3, 4], "val": [3]})
    with pytest.raises(CorpusError, match=r"info.json' has 'video3' in 'train' and in 'val'; keep it in one split"):
        build_v2c(tmp_path / "c", release)
    written(release, {"video3": [{}]}, {})
    with pytest.raises(CorpusError, match=r"caption.json' is not V2C's list of captions for each video"):
        build_v2c(tmp_path / "c", release)
    written(release, {}, [])
    with pytest.raises(CorpusError, match=r"info.json' is not v2c_info of V2C, with the videos of each split"):
        build_v2c(tmp_path / "c", release)


def test_commonsense_without_its_caption_is_named(tmp_path):
    corpus = annotated(
        [CorpusFilm("f", "train")],
        [Clip("f_1", "f", Span(0, 2), "Rain.")],
        commonsense=(Commonsense("f_1", "Sun.", effects=("gets warm",)),),
    )
    with pytest.raises(CorpusError, match=r"commonsense.jsonl is about 'Sun.' of clip 'video0', which the clip lacks"):
        write_v2c(corpus, tmp_path)
    assert not (tmp_path / TIMES).exists()
    lost = replace(corpus, commonsense=(Commonsense("f_9", "Sun.", effects=("gets warm",)),))
    with pytest.raises(CorpusError, match=r"is about 'Sun.' of clip 'f_9', which the clip lacks"):
        write_v2c(lost, tmp_path)
