import json

import pytest

from cinescribe.corpus.core.corpus import write_corpus
from cinescribe.corpus.datasets.submissions import Prediction, write_submission
from cinescribe.errors import CorpusError
from cinescribe.metrics.identity.fitb_files import read_people
from cinescribe.store import write_records
from tests.corpus.annotated import CARD, FILMS, named

CLIPS = (named("1051_C", 0, 2, "P1 waves."), named("1051_C", 2, 4, "Rain.").replace(id="c2"))
NAMES = ("1051_C_00.00.00.000-00.00.02.000", "1051_C_00.00.02.000-00.00.04.000")


@pytest.fixture
def corpus(tmp_path):
    write_corpus(tmp_path / "corpus", CARD, films=[FILMS[2], FILMS[0]], clips=CLIPS)
    return tmp_path / "corpus"


def predicted(tmp_path, *records):
    write_records(tmp_path / "predictions.jsonl", records)
    return tmp_path / "predictions.jsonl"


def captions(tmp_path):
    second = Prediction("c2", "[blank] sees P2's cat.", ("P2",), 0)
    return predicted(tmp_path, second, Prediction(CLIPS[0].id, "It rains.", (), 0))


def test_captions_are_numbered_by_line(corpus, tmp_path):
    path = write_submission(corpus, captions(tmp_path), path=tmp_path / "out.json")
    assert json.loads(path.read_text()) == [
        {"video_id": 1, "caption": "It rains."}, {"video_id": 2, "caption": "[blank] sees P2's cat."},
    ]  # fmt: skip
    write_submission(corpus, captions(tmp_path), path=path, someone=True)
    assert json.loads(path.read_text())[1] == {"video_id": 2, "caption": "SOMEONE sees SOMEONE's cat."}


def test_clips_are_numbered_by_an_annotation_file_if_given(corpus, tmp_path):
    times = "00.00.00.000\t00.00.02.000"
    lines = tmp_path / "LSMDC16_annos_test.csv"
    lines.write_text("".join(f"{name}\t{times}\t{times}\tx\n" for name in (NAMES[1], NAMES[0], NAMES[1])))
    path = write_submission(corpus, captions(tmp_path), path=tmp_path / "out.json", lines=lines)
    assert [item["caption"][:3] for item in json.loads(path.read_text())] == ["[bl", "It ", "[bl"]


def test_people_are_a_line_for_each_clip(corpus, tmp_path):
    filled = predicted(tmp_path, Prediction(CLIPS[0].id, people=("P1", "P2", "P1"), set=0), Prediction("c2", set=0))
    path = write_submission(corpus, filled, path=tmp_path / "out.csv")
    assert path.read_text() == f"{NAMES[0]}\t[P1],[P2],[P1]\n{NAMES[1]}\t_\n"
    assert [blanks.people for blanks in read_people(path).values()] == [("P1", "P2", "P1"), ()]


def test_missing_or_repeated_line_of_a_clip_is_named(corpus, tmp_path):
    with pytest.raises(CorpusError, match=rf"has no line for clip '{NAMES[0]}' of 'test'; give the whole split"):
        write_submission(corpus, predicted(tmp_path, Prediction("c2", "x")), path=tmp_path / "out.json")
    with pytest.raises(
        CorpusError, match=r"predictions.jsonl' has two lines for clip 'c2'; keep one line for each clip"
    ):
        write_submission(
            corpus, predicted(tmp_path, Prediction("c2", "x"), Prediction("c2", "x")), path=tmp_path / "out.json"
        )
