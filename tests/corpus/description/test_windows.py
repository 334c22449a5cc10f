import gzip

import pytest

from cinescribe.corpus.description.windows import DescriptionWindow, read_windows, windows_of
from cinescribe.errors import CorpusError, RecordError
from cinescribe.timing import Span
from tests.corpus.description.annotations import ACTIONS, CMD_AD, MAD_EVAL, TV_AD


def read(folder, text, name="w.csv"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_windows(path)


def test_cmd_ad_has_clips_of_movies(tmp_path):
    first, second, third = read(tmp_path, CMD_AD)
    assert first == DescriptionWindow("0", Span(0.0, 1.6), "ewEreSjPyC4", "tt0042208", "Dix looks up.")
    assert (second.span, second.text) == (Span(6.9, 9.8), "He sees her, and nods.")
    assert (third.id, third.film, third.story) == ("2", "48kV7uKAzEU", "tt0042208")


def test_tv_ad_has_episodes(tmp_path):
    assert read(tmp_path, TV_AD) == (DescriptionWindow("0", Span(240.2, 242.2), "tt0583459", "tt0583459", "He sits."),)


@pytest.mark.parametrize("column", ["imdb", "imdbid"])
def test_mad_eval_has_films(tmp_path, column):
    window, _ = read(tmp_path, MAD_EVAL.replace(",imdb,", f",{column},"))
    assert window == DescriptionWindow("0", Span(133.0, 138.2), "1005_Signs", "tt0286106", "A window looks out.")


def test_actions_have_no_times(tmp_path):
    windows = read(tmp_path, ACTIONS)
    assert [window.actions for window in windows] == [("He looks up.",), ("He sees her.", "He doesn't nod."), None]
    assert (windows[1].id, windows[1].span, windows[1].story) == ("1", None, "tt0042208")
    with pytest.raises(CorpusError, match="the window '0' has no times; give the annotations with start and end"):
        windows_of(windows, "any")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("w.csv", "id,start,end,film,text\na,0,1.5,one,Anna nods.\nb,2,3,two,\n"),
        ("w.tsv", "id\tstart\tend\tfilm\tcaption\na\t0\t1.5\tone\tAnna nods.\n\nb\t2\t3\ttwo\t\n"),
        (
            "w.jsonl",
            '{"id": "a", "start": 0, "end": 1.5, "film": "one", "text": "Anna nods."}\n'
            '{"id": "b", "start": 2, "end": 3.0, "film": "two", "more": [1]}\n',
        ),
    ],
)
def test_our_own_files(tmp_path, name, text):
    assert read(tmp_path, text, name) == (
        DescriptionWindow("a", Span(0.0, 1.5), "one", "one", "Anna nods."),
        DescriptionWindow("b", Span(2.0, 3.0), "two", "two"),
    )


def test_packed_files_are_read(tmp_path):
    (tmp_path / "w.csv.gz").write_bytes(gzip.compress(MAD_EVAL.encode()))
    assert len(read_windows(tmp_path / "w.csv.gz")) == 2


def test_windows_of_a_film_are_in_order_of_time(tmp_path):
    assert [window.id for window in windows_of(read(tmp_path, MAD_EVAL), "1005_Signs")] == ["1", "0"]
    assert [window.id for window in windows_of(read(tmp_path, CMD_AD), "48kV7uKAzEU")] == ["2"]
    assert len(windows_of(read(tmp_path, "id,start,end\na,0,1\n"), "any")) == 1


def test_records_survive_a_round_trip(tmp_path):
    for window in (*read(tmp_path, CMD_AD), *read(tmp_path, ACTIONS)):
        assert DescriptionWindow.from_dict(window.to_dict()) == window


def test_a_film_without_windows_is_refused(tmp_path):
    with pytest.raises(CorpusError, match="no window is of the film 'x'; the file has 2 films \\('ewEreSjPyC4', '48k"):
        windows_of(read(tmp_path, CMD_AD), "x")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("id,start,end\na,0,1\na,1,2\n", "line 3 has the id 'a' for the second time; give each its own"),
        ("id,start,end\n ,0,1\n", "line 2 has no id; give each window its own"),
        ("id,start,end\na,2,2\n", "line 2 ends at 2 s and starts at 2 s; expected a start before its end"),
        ("name,start,end\na,0,1\n", "expected id, start and end, or the annotations of CMD-AD, TV-AD or MAD-eval"),
        ("anno_idx,gt_action\n,['x']\n", "has no anno_idx; expected the number of the row"),
        ("anno_idx,gt_action\n1,x\n", "has the actions 'x'; expected a list such as"),
    ],
)
def test_malformed_files_are_refused_in_one_line(tmp_path, text, words):
    with pytest.raises(CorpusError, match=words) as refused:
        read(tmp_path, text)
    assert "\n" not in str(refused.value)


def test_other_files_are_refused(tmp_path):
    with pytest.raises(RecordError, match=r"has an unknown suffix; expected one of \.jsonl, \.csv, \.tsv"):
        read(tmp_path, "id", "w.txt")
    with pytest.raises(RecordError, match=r"line 1 is \[1\]; expected an object with named fields"):
        read(tmp_path, "[1]\n", "w.jsonl")
    with pytest.raises(RecordError, match="start"):
        read(tmp_path, "id,start,end\na,x,1\n")
    with pytest.raises(RecordError, match="is empty; expected a row for each item"):
        read(tmp_path, "\n")
    with pytest.raises(RecordError, match="has the columns id, start; expected end too"):
        read(tmp_path, "id,start\na,2\n")
