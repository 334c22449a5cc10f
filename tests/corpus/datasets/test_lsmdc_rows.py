import pytest

from cinescribe.corpus.datasets.lsmdc_rows import read_annotation_rows
from cinescribe.errors import CorpusError, RecordError
from cinescribe.timing import Span

NAME = "3009_BATTLE_LOS_ANGELES_00.03.07.170-00.03.09.675"
TIMES = "00.03.07.170\t00.03.09.675\t00.03.07.422\t01.03.09.5"


def annotated(tmp_path, *sentences, name=NAME, times=TIMES):
    path = tmp_path / "LSMDC16_annos_val.csv"
    path.write_text("".join(f"{name}\t{times}\t{sentence}\n" for sentence in sentences), encoding="utf-8")
    return path


def ids(tmp_path, *people, name=NAME):
    path = tmp_path / "ids.csv"
    path.write_text("".join(f"{name}\t{who}\n" for who in people), encoding="utf-8")
    return path


def test_a_line_is_a_clip_with_its_extracted_times(tmp_path):
    (row,) = read_annotation_rows(annotated(tmp_path, 'He says "No\u2028way".'))
    assert (row.clip, row.film, row.text) == (NAME, "3009_BATTLE_LOS_ANGELES", 'He says "No\u2028way".')
    assert row.span == Span(187.422, 3789.5)
    assert (row.people, row.paraphrase) == ((), None)
    assert row.where.endswith("LSMDC16_annos_val.csv, line 1")


@pytest.mark.parametrize(
    ("sentence", "text", "people"),
    [
        ("SOMEONE and SOMEONE's dog.", "[blank] and [blank]'s dog.", ()),
        ("[...] waves at [...]'s dog.", "[blank] waves at [blank]'s dog.", ()),
        ("[3009_PERSON13] sees 3009_PERSON2's dog.", "[blank] sees [blank]'s dog.", ("3009_PERSON13", "3009_PERSON2")),
        ("PERSON1 waves. [PERSON2] sits.", "[blank] waves. [blank] sits.", ("PERSON1", "PERSON2")),
        ("PERSON1 sees SOMEONE.", "[blank] sees [blank].", ()),
        ("A PERSON waves, AWESOMEONE.", "A PERSON waves, AWESOMEONE.", ()),
    ],
)
def test_people_become_blanks_in_every_notation(tmp_path, sentence, text, people):
    (row,) = read_annotation_rows(annotated(tmp_path, sentence))
    assert (row.text, row.people) == (text, people)


def test_the_blind_test_has_no_sentences_and_the_retrieval_task_has_paraphrases(tmp_path):
    assert [row.text for row in read_annotation_rows(annotated(tmp_path, ""))] == [None]
    (row,) = read_annotation_rows(annotated(tmp_path, "SOMEONE waves slowly.\tSOMEONE waves."))
    assert (row.text, row.paraphrase) == ("[blank] waves slowly.", "[blank] waves.")
    short = tmp_path / "short.csv"
    short.write_text(f"{NAME}\t{TIMES}\r\n\r\n", encoding="utf-8")
    assert [(row.text, row.span.end) for row in read_annotation_rows(short)] == [(None, 3789.5)]


def test_ids_are_read_line_by_line_from_a_second_file(tmp_path):
    captions = annotated(tmp_path, "[...] sees [...].", "A door.", "[...]'s dog.")
    rows = read_annotation_rows(captions, people=ids(tmp_path, "[3009_PERSON3],[3009_PERSON17]", "_", "PERSON3"))
    assert [row.people for row in rows] == [("3009_PERSON3", "3009_PERSON17"), (), ("PERSON3",)]


def test_unrequested_people_stay_blanks(tmp_path):
    captions = annotated(tmp_path, "SOMEONE sees [...].", "SOMEONE waves.", "[...] and SOMEONE sit.", "[...] waves.")
    rows = read_annotation_rows(captions, people=ids(tmp_path, "PERSON3", "_", "PERSON3,PERSON4", "PERSON4"))
    assert [row.people for row in rows] == [(None, "PERSON3"), (), ("PERSON3", "PERSON4"), ("PERSON4",)]
    assert rows[0].text == "[blank] sees [blank]."


def test_ids_of_a_different_release_are_named(tmp_path):
    captions = annotated(tmp_path, "[...] sees [...].")
    with pytest.raises(
        CorpusError, match=r"ids.csv' has 2 lines, but '.*val.csv' has 1; give the files of one release"
    ):
        read_annotation_rows(captions, people=ids(tmp_path, "_", "_"))
    with pytest.raises(CorpusError, match=r"ids.csv, line 1 is of 'other', but .*val.csv, line 1 of '3009_BATTLE"):
        read_annotation_rows(captions, people=ids(tmp_path, "_", name="other"))
    with pytest.raises(
        CorpusError, match=r"ids.csv, line 1 has 1 people for the 2 blanks of .*val.csv, line 1; expected one"
    ):
        read_annotation_rows(captions, people=ids(tmp_path, "P1"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a_b\t1\t2\t3", "line 1 has 4 columns; expected clip, four times, sentence, tabs between them"),
        (f"a_b\t{TIMES}\tx\ty\tz", "line 1 has 8 columns"),
        (f"clip7\t{TIMES}\tx", "line 1 has the clip 'clip7'; expected a film's name and times"),
        ("a_b\t0\t0\t1:23\t1:24\tx", "line 1 has the time '1:23'; expected hours, minutes, seconds, as 01.02.27.034"),
        (
            "a_b\t0\t0\t00.00.02.000\t00.00.02.000\tx",
            "line 1 has a clip from 00.00.02.000 to 00.00.02.000; expected one",
        ),
    ],
)
def test_a_malformed_line_is_named(tmp_path, line, words):
    path = tmp_path / "annos.csv"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=words):
        read_annotation_rows(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(RecordError, match=r"none.csv' cannot be read"):
        read_annotation_rows(tmp_path / "none.csv")
