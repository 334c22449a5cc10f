import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.corpus import CorpusFilm
from cinescribe.corpus.datasets.m_vad import build_m_vad, write_m_vad
from cinescribe.corpus.datasets.sidecar_annotations import read_annotated
from cinescribe.errors import CorpusError, OutputError, RecordError
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.corpus.annotated import FILMS, annotated, example_corpus, named, same, words_in

SUBTITLES = """21_JUMP_STREET_DVS20
00:01:16,309 --> 00:01:20,343
Schmidt walks
into a gym.

21_JUMP_STREET_DVS21
00:01:22,000 --> 00:01:23,500
SOMEONE nods.

"""


def subtitles(path, text=SUBTITLES):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


@pytest.fixture
def release(tmp_path):
    subtitles(tmp_path / "m-vad" / "train" / "21_JUMP_STREET.srt")
    subtitles(tmp_path / "m-vad" / "test" / "AN_ED.srt", "AN_ED_DVS1\r\n00:00:01,000 --> 00:00:02,000\r\nRain.\r\n")
    return tmp_path / "m-vad"


def test_blocks_are_clips_in_folders_by_split(release, tmp_path):
    corpus = build_m_vad(tmp_path / "corpus", release)
    assert corpus.films == (CorpusFilm("AN_ED", "test"), CorpusFilm("21_JUMP_STREET", "train"))
    assert corpus.clips == (
        Clip("AN_ED_DVS1", "AN_ED", Span(1, 2), "Rain."),
        Clip("21_JUMP_STREET_DVS20", "21_JUMP_STREET", Span(76.309, 80.343), "Schmidt walks into a gym."),
        Clip("21_JUMP_STREET_DVS21", "21_JUMP_STREET", Span(82, 83.5), "[blank] nods."),
    )
    assert inspect_corpus(tmp_path / "corpus").faults == ()


def test_lists_have_the_splits_of_films_in_folders_of_their_own(tmp_path):
    subtitles(tmp_path / "a" / "21_JUMP_STREET" / "21_JUMP_STREET.srt")
    listed = tmp_path / "a" / "corpus_M-VAD_val.txt"
    listed.write_text("21_JUMP_STREET_DVS21\tSOMEONE nods.\n")
    assert build_m_vad(tmp_path / "corpus", tmp_path / "a").films == (CorpusFilm("21_JUMP_STREET", "val"),)
    listed.write_text("OTHER_DVS21\tSOMEONE nods.\n")
    with pytest.raises(
        CorpusError, match=r"21_JUMP_STREET.srt' has no split; put it into a folder named train, val or"
    ):
        build_m_vad(tmp_path / "corpus", tmp_path / "a")


def test_numbers_become_names(tmp_path):
    subtitles(tmp_path / "a" / "val" / "F.srt", "\n\n12\n00:00:01,000 --> 00:00:02,000\nRain.\n")
    assert build_m_vad(tmp_path / "c", tmp_path / "a").clips == (Clip("F_DVS12", "F", Span(1, 2), "Rain."),)


def test_a_written_corpus_is_read_back(tmp_path):
    write_m_vad(example_corpus(), tmp_path / "out")
    build_m_vad(tmp_path / "corpus", tmp_path / "out")
    read, original = read_annotated(tmp_path / "corpus"), example_corpus()
    assert {film.id for film in read.corpus.films} == {film.id for film in original.corpus.films}
    assert all(film in original.corpus.films for film in read.corpus.films)
    for film in original.corpus.films:
        one, other = ([c for c in each.corpus.clips if c.film == film.id] for each in (read, original))
        assert [clip.replace(people=()) for clip in one] == [clip.replace(people=()) for clip in other]
        assert [set(clip.people) for clip in one] == [set(clip.people) for clip in other]
    write_m_vad(read, tmp_path / "twice")
    assert words_in(tmp_path / "twice") == words_in(tmp_path / "out")
    build_m_vad(tmp_path / "again", tmp_path / "twice")
    assert same(read_annotated(tmp_path / "again"), read)


def test_other_ids_stay(tmp_path):
    clip = Clip("any id", "f", Span(0, 2.5), "P3 sits.", ("P3",))
    write_m_vad(annotated([CorpusFilm("f", "val")], [clip]), tmp_path / "out")
    assert (tmp_path / "out" / "corpus_M-VAD_val.txt").read_text() == "any id\tP3 sits.\n"
    assert build_m_vad(tmp_path / "corpus", tmp_path / "out").clips == (clip,)


def test_a_blind_export_has_no_words(tmp_path):
    write_m_vad(example_corpus().without_captions(), tmp_path / "out")
    assert not set(words_in(tmp_path / "out").lower().replace("\t", " ").split()) & {"sees", "rains.", "someone", "p1"}
    clips = build_m_vad(tmp_path / "c", tmp_path / "out").clips
    assert len(clips) == 7
    assert all(clip.text is None for clip in clips)


def test_blocks_with_the_same_name_are_one_clip(tmp_path):
    text = "F_DVS1\n00:00:01,000 --> 00:00:02,000\nRain.\n\nF_DVS1\n00:00:02,000 --> 00:00:03,000\nSun.\n"
    subtitles(tmp_path / "a" / "train" / "F.srt", text)
    assert build_m_vad(tmp_path / "c", tmp_path / "a").clips == (Clip("F_DVS1", "F", Span(1, 3), "Rain. Sun."),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "F_DVS1\n",
            r"F.srt, block 1, has no times in its second line; expected a clip's name, its times and its text",
        ),
        ("F_DVS1\nRain.\n", r"F.srt, block 1, has no times in its second line"),
        ("F_DVS1\n00:00:02,000 --> 00:00:01,000\nx\n", r"F.srt, block 1: a span runs from 2.0 to 1.0"),
        ("F_DVS1\n0 --> 1\nx\n", r"F.srt, block 1: invalid time '0'"),
    ],
)
def test_a_malformed_block_is_named(tmp_path, text, words):
    subtitles(tmp_path / "a" / "train" / "F.srt", text)
    with pytest.raises(CorpusError, match=words):
        build_m_vad(tmp_path / "c", tmp_path / "a")


def test_films_without_a_split_or_with_two_are_named(release, tmp_path):
    subtitles(release / "val" / "21_JUMP_STREET.srt")
    with pytest.raises(CorpusError, match=r"film '21_JUMP_STREET' is in 'train' and again in .*val/21_JUMP_STREET.srt"):
        build_m_vad(tmp_path / "c", release)
    subtitles(tmp_path / "a" / "F.srt")
    with pytest.raises(
        CorpusError, match=r"F.srt' has no split; put it into a folder named train, val or test, or list"
    ):
        build_m_vad(tmp_path / "c", tmp_path / "a")
    with pytest.raises(CorpusError, match=r"holds no .srt of M-VAD; expected files such as train/21_JUMP_STREET.srt"):
        build_m_vad(tmp_path / "c", tmp_path / "none")
    subtitles(tmp_path / "b" / "train" / "F.srt").write_bytes(b"\xff")
    with pytest.raises(RecordError, match="is not UTF-8 text"):
        build_m_vad(tmp_path / "c", tmp_path / "b")


def test_a_corpus_that_m_vad_cannot_hold_is_refused(tmp_path):
    long = CorpusFilm("a" * 121, "train")
    with pytest.raises(RecordError, match=r"film 'aaa.*aaa' is .*which becomes a file's name"):
        write_m_vad(annotated([long], [named(long.id, 0, 1, "Rain.")]), tmp_path)
    twins = [CorpusFilm("a b", "train"), CorpusFilm("a/b", "val")]
    with pytest.raises(CorpusError, match=r"film 'a/b' and another one would both be written to a_b\.srt; rename one"):
        write_m_vad(annotated(twins, [named("a b", 0, 1, "Rain.")]), tmp_path)
    with pytest.raises(OutputError, match="has a tab or a line break; remove it from the text"):
        write_m_vad(annotated([FILMS[1]], [named("3009_B", 0, 1, "Rain.\nSun.")]), tmp_path)
