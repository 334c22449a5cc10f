import re

import pytest

from cinescribe.corpus.checks.still_summary import StillSummary, still_summary
from cinescribe.corpus.core.corpus import STILLS, read_corpus, write_corpus
from cinescribe.corpus.core.stills import (
    InspectedStills,
    StillSplit,
    has_stills,
    inspect_stills,
    read_stills,
    write_stills,
)
from cinescribe.corpus.datasets.backlot import build_backlot
from cinescribe.corpus.datasets.backlot_sizes import FILM_CORPUS_SIZES, STILL_CORPUS_SIZES
from cinescribe.corpus.datasets.backlot_stills import build_backlot_stills
from cinescribe.errors import CorpusError, RecordError
from cinescribe.still_schema import Region
from cinescribe.store import write_records
from tests.corpus.pictures import CARD, stills, written

ALL = StillSplit("all", ("s0", "s1", "s2"))


def test_corpus_is_read_back_as_written(tmp_path):
    corpus = written(tmp_path)
    assert read_stills(tmp_path) == corpus
    assert inspect_stills(tmp_path) == InspectedStills(corpus, ())
    assert has_stills(tmp_path)
    assert not has_stills(tmp_path / "pictures")


def test_stills_of_a_split_are_in_order(tmp_path):
    corpus = written(tmp_path)
    assert [still.id for still in corpus.stills_of("train")] == ["s0", "s1"]
    assert corpus.stills_of("val") == corpus.stills[2:]
    assert corpus.picture(corpus.stills[0]).is_file()
    assert corpus.features("grid") == tmp_path / "features" / "grid"
    with pytest.raises(CorpusError, match="plain has no split 'test'; it has train, val"):
        corpus.stills_of("test")


def test_ids_are_unique_and_splits_disjoint(tmp_path):
    one = stills(1)
    with pytest.raises(CorpusError, match="2 stills are called 's0'; give each its own id"):
        write_stills(tmp_path, CARD, stills=[*one, *one], splits=[])
    with pytest.raises(CorpusError, match=r"split 'train' names the still 'x', but stills.jsonl has none"):
        write_stills(tmp_path, CARD, stills=one, splits=[StillSplit("train", ("x",))])
    twice = [StillSplit("train", ("s0",)), StillSplit("val", ("s0",))]
    with pytest.raises(CorpusError, match="still 's0' is in 'train' and again in 'val'; keep it in one split, once"):
        write_stills(tmp_path, CARD, stills=one, splits=twice)
    with pytest.raises(CorpusError, match="is in 'a' and again in 'a'"):
        write_stills(tmp_path, CARD, stills=one, splits=[StillSplit("a", ("s0", "s0"))])
    assert list(tmp_path.iterdir()) == []


def test_reading_checks_the_same(tmp_path):
    written(tmp_path)
    path = tmp_path / "splits.jsonl"
    path.write_text(path.read_text().replace("s2", "s9"))
    with pytest.raises(CorpusError, match="names the still 's9'"):
        read_stills(tmp_path)
    (tmp_path / "stills.jsonl").write_text("{}\n")
    with pytest.raises(RecordError, match=r"stills.jsonl, line 1: a Still has only nothing"):
        read_stills(tmp_path)


def test_corpora_of_films_and_stills_are_not_confused(tmp_path):
    written(tmp_path / "stills")
    films_wanted = "stills' is a corpus of stills; expected one of films: name another folder"
    with pytest.raises(CorpusError, match=films_wanted):
        read_corpus(tmp_path / "stills")
    with pytest.raises(CorpusError, match=films_wanted):
        build_backlot(tmp_path / "stills", size=FILM_CORPUS_SIZES["tiny"])
    write_corpus(tmp_path / "films", CARD, films=[], clips=[])
    stills_wanted = "films' is a corpus of films; expected one of stills: name another folder"
    with pytest.raises(CorpusError, match=stills_wanted):
        read_stills(tmp_path / "films")
    with pytest.raises(CorpusError, match=stills_wanted):
        write_stills(tmp_path / "films", CARD, stills=[], splits=[])
    with pytest.raises(CorpusError, match=stills_wanted):
        build_backlot_stills(tmp_path / "films", size=STILL_CORPUS_SIZES["tiny"])
    assert not (tmp_path / "films" / "pictures").exists()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"path": "pictures/gone.png"}, "still 's1' has no file 'pictures/gone.png'; put it there"),
        (
            {"regions": (Region((0.5, 0, 0.4, 1), "cup"),)},
            r"'s1' has a 'cup' at \(0.5, 0.0, 0.4, 1.0\); boxes are left",
        ),
        ({"regions": (Region((0, 0, 1, 1.5)),)}, "'s1' has a 'region' at"),
    ],
)
def test_a_faulty_still_is_named(tmp_path, change, words):
    corpus = written(tmp_path)
    changed = [corpus.stills[0], corpus.stills[1].replace(**change), corpus.stills[2]]
    write_stills(tmp_path, CARD, stills=changed, splits=[ALL])
    (fault,) = inspect_stills(tmp_path).faults
    assert re.search(words, fault)


@pytest.mark.parametrize("path", ["../s1.png", "/s1.png", "pictures/../../s1.png", ""])
def test_a_picture_outside_the_corpus_is_refused(tmp_path, path):
    corpus = written(tmp_path)
    changed = [corpus.stills[0].replace(path=path)]
    with pytest.raises(RecordError, match=r"the path of still 's0' is .*inside the folder"):
        write_stills(tmp_path, CARD, stills=changed, splits=[])
    write_records(tmp_path / STILLS, changed)
    for read in (read_stills, inspect_stills):
        with pytest.raises(RecordError, match=r"the path of still 's0' is .*inside the folder"):
            read(tmp_path)


def test_split_name_that_is_not_a_file_name_is_refused():
    with pytest.raises(RecordError, match=r"the name of a split is '\.\./evil'"):
        StillSplit("../evil")


def test_writing_counts_the_other_faults(tmp_path):
    with pytest.raises(CorpusError, match=r"split 'a' names the still 'x', .*\(1 more faults\)"):
        write_stills(tmp_path, CARD, stills=stills(1), splits=[StillSplit("a", ("x", "y"))])


def test_a_summary_has_the_counts(tmp_path):
    counted = still_summary(written(tmp_path))
    assert (counted.stills, counted.captions, counted.regions, counted.classes) == (3, 6, 3, 1)
    assert [(split.split, split.stills, split.regions) for split in counted.splits] == [("train", 2, 1), ("val", 1, 2)]
    assert StillSummary.from_dict(counted.to_dict()) == counted


def test_inspection_lists_every_fault(tmp_path):
    corpus = written(tmp_path)
    assert inspect_stills(tmp_path) == InspectedStills(corpus, ())
    first, second, third = corpus.stills
    corpus.picture(first).unlink()
    changed = [first, second.replace(captions=("A cup.", " ")), third.replace(captions=("A\x07.",))]
    write_records(tmp_path / "stills.jsonl", [*changed, third.replace(id="s1")])
    assert inspect_stills(tmp_path).faults == (
        "2 stills are called 's1'; give each its own id",
        f"still 's0' has no file {first.path!r}; put it there, or leave the still out",
        "still 's1' has an empty text; write one, or leave it out",
        "still 's2' has control characters in its text (U+0007); take them out",
    )
