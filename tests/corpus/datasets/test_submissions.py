import json

import pytest

from cinescribe.corpus.core.corpus import write_corpus
from cinescribe.corpus.datasets.submissions import Told, read_captions, write_submission
from cinescribe.errors import CorpusError, RecordError
from cinescribe.metrics.identity.fitb_files import read_people
from cinescribe.store import write_records
from tests.corpus.annotated import CARD, FILMS, named

CLIPS = (named("1051_C", 0, 2, "P1 waves."), named("1051_C", 2, 4, "Rain.").replace(id="c2"))
NAMES = ("1051_C_00.00.00.000-00.00.02.000", "1051_C_00.00.02.000-00.00.04.000")


@pytest.fixture
def corpus(tmp_path):
    write_corpus(tmp_path / "corpus", CARD, films=[FILMS[2], FILMS[0]], clips=CLIPS)
    return tmp_path / "corpus"


def told(tmp_path, *records):
    write_records(tmp_path / "told.jsonl", records)
    return tmp_path / "told.jsonl"


def captions(tmp_path):
    second = Told("c2", "[blank] sees P2's cat.", ("P2",), 0)
    return told(tmp_path, second, Told(CLIPS[0].id, "It rains.", (), 0))


def test_captions_are_numbered_by_line(corpus, tmp_path):
    path = write_submission(corpus, captions(tmp_path), path=tmp_path / "out.json")
    assert json.loads(path.read_text()) == [
        {"video_id": 1, "caption": "It rains."}, {"video_id": 2, "caption": "[blank] sees P2's cat."},
    ]  # fmt: skip
    assert read_captions(path, NAMES) == {NAMES[0]: "It rains.", NAMES[1]: "[blank] sees P2's cat."}
    write_submission(corpus, captions(tmp_path), path=path, someone=True)
    assert read_captions(path, NAMES)[NAMES[1]] == "SOMEONE sees SOMEONE's cat."


def test_the_lines_of_an_annotation_file_count_where_it_is_given(corpus, tmp_path):
    times = "00.00.00.000\t00.00.02.000"
    lines = tmp_path / "LSMDC16_annos_test.csv"
    lines.write_text("".join(f"{name}\t{times}\t{times}\tx\n" for name in (NAMES[1], NAMES[0], NAMES[1])))
    path = write_submission(corpus, captions(tmp_path), path=tmp_path / "out.json", lines=lines)
    assert [one["caption"][:3] for one in json.loads(path.read_text())] == ["[bl", "It ", "[bl"]


def test_people_are_a_line_a_clip(corpus, tmp_path):
    filled = told(tmp_path, Told(CLIPS[0].id, people=("P1", "P2", "P1"), set=0), Told("c2", set=0))
    path = write_submission(corpus, filled, path=tmp_path / "out.csv")
    assert path.read_text() == f"{NAMES[0]}\t[P1],[P2],[P1]\n{NAMES[1]}\t_\n"
    assert [blanks.people for blanks in read_people(path).values()] == [("P1", "P2", "P1"), ()]


def test_a_clip_told_of_twice_or_not_is_named(corpus, tmp_path):
    with pytest.raises(CorpusError, match=rf"tells nothing of clip '{NAMES[0]}' of 'test'; tell of the whole split"):
        write_submission(corpus, told(tmp_path, Told("c2", "x")), path=tmp_path / "out.json")
    with pytest.raises(CorpusError, match=r"told.jsonl' tells twice of clip 'c2'; keep one line for each clip"):
        write_submission(corpus, told(tmp_path, Told("c2", "x"), Told("c2", "x")), path=tmp_path / "out.json")


def test_what_is_no_submission_is_named(tmp_path):
    path = tmp_path / "out.json"
    path.write_text('[{"video_id": 3, "caption": "x"}]')
    with pytest.raises(CorpusError, match=r"out.json' has the video_id 3, but there are lines 1 to 2"):
        read_captions(path, NAMES)
    path.write_text('[{"clip": 3}]')
    with pytest.raises(CorpusError, match=r"out.json' is not a list of video_id and caption \(KeyError"):
        read_captions(path, NAMES)
    path.write_text("[")
    with pytest.raises(RecordError, match=r"out.json' is not JSON"):
        read_captions(path, NAMES)
