import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.corpus import CorpusFilm
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor, FilmSource, read_annotated
from cinescribe.corpus.datasets.web.vmcd import VMCD_COLUMNS, build_vmcd, write_vmcd
from cinescribe.errors import CorpusError, RecordError
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.corpus.annotated import annotated, same
from tests.dummies import write_film


def table(path, *lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
    return path


def metaphors():
    films = [CorpusFilm("ad1", "train", duration=54.0), CorpusFilm("ad2", "test", duration=30.5)]
    caption = "The car is as fast as a cheetah."
    clips = [
        Clip(
            "ad1",
            "ad1",
            Span(0.0, 54.0),
            caption,
            paraphrases=('A "car", seen.', "Cars run."),
        ),
        Clip("ad2", "ad2", Span(0.0, 30.5)),
    ]
    answers = (
        AnnotatedMetaphor(
            "ad1", "car", "fast", "cheetah", caption, "A car races.", "0:10-0:15", False, "A", (Span(10, 15),)
        ),
        AnnotatedMetaphor("ad1", "the car", "quick, agile", "big cat", 'A "car", seen.', audio=True, by="B"),
        AnnotatedMetaphor("ad1", "car", "run", "runner", "Cars run."),
    )
    sources = (FilmSource("ad1", "https://example.org/1", Span(0, 54)),)
    return annotated(films, clips, metaphors=answers, sources=sources)


def test_a_written_corpus_is_read_back(tmp_path):
    write_vmcd(metaphors(), tmp_path / "vmcd.csv")
    build_vmcd(tmp_path / "corpus", tmp_path / "vmcd.csv")
    assert same(read_annotated(tmp_path / "corpus"), metaphors())
    assert inspect_corpus(tmp_path / "corpus").faults == ()
    assert (tmp_path / "vmcd.csv").read_text().splitlines()[:2] == [
        ",".join(VMCD_COLUMNS),
        "ad1,train,https://example.org/1,0.0,54.0,A,car,fast,cheetah,The car is as fast as a cheetah.,A car races.,"
        "0:10-0:15,no",
    ]


def test_missing_concepts_are_parsed_from_captions(tmp_path):
    path = table(tmp_path / "a.csv", "Caption,Video ID,End", "The shoes are as light as feathers,v1,12", "Shoes.,v1,12")
    build_vmcd(tmp_path / "corpus", path)
    read = read_annotated(tmp_path / "corpus")
    assert read.corpus.films == (CorpusFilm("v1", "all", duration=12.0),)
    assert read.corpus.clips[0].paraphrases == ("Shoes.",)
    assert read.metaphors == (
        AnnotatedMetaphor("v1", "shoes", "light", "feathers", "The shoes are as light as feathers"),
    )


def test_times_are_read_where_they_can_be(tmp_path):
    rows = (f"v1,The {one} is as light as air,12,{time}" for one, time in (("cup", "3 to end"), ("hat", "soon")))
    build_vmcd(tmp_path / "corpus", table(tmp_path / "a.csv", "video_id,caption,end,metaphor_time", *rows))
    cup, hat = read_annotated(tmp_path / "corpus").metaphors
    assert (cup.time, cup.spans, hat.time, hat.spans) == ("3 to end", (Span(3, 12),), "soon", ())


def test_spans_without_typed_times_are_written(tmp_path):
    clip = Clip("c", "f", Span(0, 9), "The hat is as light as air.")
    item = AnnotatedMetaphor("c", "hat", "light", "air", str(clip.text), spans=(Span(1, 2.5), Span(4, 5)))
    corpus = annotated([CorpusFilm("f", "train", duration=9)], [clip], metaphors=(item,))
    write_vmcd(corpus, tmp_path / "a.csv")
    build_vmcd(tmp_path / "corpus", tmp_path / "a.csv")
    (read,) = read_annotated(tmp_path / "corpus").metaphors
    assert (read.time, read.spans) == ("1-2.5; 4-5", item.spans)


def test_tables_of_a_folder_are_splits_and_videos_are_measured(tmp_path):
    table(tmp_path / "a" / "train.csv", "video_id,caption", "v1,A shoe.", "v1,Shoes.")
    table(tmp_path / "a" / "test.csv", "video_id,caption,split", "v2,A car.,", "v3,A cup.,val")
    for n in (1, 2, 3):
        write_film(tmp_path / "a" / f"v{n}.mp4", seconds=float(n), sound=False)
    corpus = build_vmcd(tmp_path / "corpus", tmp_path / "a")
    assert [(film.id, film.split, film.duration) for film in corpus.films] == [
        ("v2", "test", 2), ("v3", "val", 3), ("v1", "train", 1),
    ]  # fmt: skip
    (tmp_path / "a" / "v2.mp4").unlink()
    with pytest.raises(
        CorpusError, match=r"video 'v2' has no times in the annotations; add them, or put the video into"
    ):
        build_vmcd(tmp_path / "corpus", tmp_path / "a")


def test_a_blind_table_has_only_ids_and_times(tmp_path):
    write_vmcd(metaphors().without_captions(), tmp_path / "vmcd.csv")
    assert (tmp_path / "vmcd.csv").read_text().splitlines()[1:] == [
        "ad1,train,https://example.org/1,0.0,54.0,,,,,,,,", "ad2,test,,0.0,30.5,,,,,,,,",
    ]  # fmt: skip
    assert [clip.text for clip in build_vmcd(tmp_path / "c", tmp_path / "vmcd.csv").clips] == [None, None]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (
            ["video_id,text"],
            r"a.csv' has the columns videoid, text; expected video_id, .*, of which video_id and caption",
        ),
        ([""], r"a.csv' has the columns none; expected video_id"),
        (["video_id,caption,end"], r"a.csv' has no video; expected a table with columns video_id, split"),
        (["video_id,caption,end", "v1,x"], r"a.csv, line 2 has 2 cells; expected 3, one for each column"),
        (
            ["video_id,caption,end", "v1,x,soon"],
            r"a.csv, line 2 has the times '' and 'soon'; expected seconds, as 0 and",
        ),
        (["video_id,caption,start,end", "v1,x,3,2"], r"a.csv, line 2 has the times '3' and '2'; expected seconds"),
        (
            ["video_id,caption,split,end", "v1,x,train,2", "v1,y,test,2"],
            r"a.csv, line 3 has video 'v1' in 'test', but .*a.csv, line 2 in 'train'; keep it in one split",
        ),
    ],
)
def test_a_malformed_table_is_named(tmp_path, lines, words):
    with pytest.raises(CorpusError, match=words):
        build_vmcd(tmp_path / "corpus", table(tmp_path / "a.csv", *lines))


def test_malformed_csv_is_named(tmp_path):
    with pytest.raises(RecordError, match=r"a.csv, line 2: .*; correct the quotation marks there"):
        build_vmcd(tmp_path / "corpus", table(tmp_path / "a.csv", "video_id,caption", 'v1,"x"y'))


def test_a_metaphor_without_its_caption_is_named(tmp_path):
    corpus = annotated(
        [CorpusFilm("f", "train")],
        [Clip("c", "f", Span(0, 2), "Rain.")],
        metaphors=(AnnotatedMetaphor("c", "rain", "wet", "tears", "Sun."),),
    )
    with pytest.raises(
        CorpusError, match=r"metaphors.jsonl is about 'Sun.' of clip 'c', which the clip lacks, or which"
    ):
        write_vmcd(corpus, tmp_path / "a.csv")
