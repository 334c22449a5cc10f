import csv

import pytest

from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.film_folder.corrections import (
    CORRECTION_COLUMNS,
    LEFT_OUT_BY_HAND,
    merge_corrections,
    read_corrections,
    write_corrections,
)
from cinescribe.errors import CorpusError, RecordError
from cinescribe.timing import Span

FOUND = {
    "a": (
        FilmSentence("d0001", "description", Span(1.0, 2.0), "Ana waves.", 0.9),
        FilmSentence("d0002", "description", Span(3.0, 4.5), "Music plays.", 0.8, ("sound only",), "sound only"),
        FilmSentence("d0003", "description", Span(5.0, 6.0), '"Ten years later."', 0.7),
    ),
    "b": (FilmSentence("d0001", "description", Span(1.0, 2.0), "Ben sits."),),
}


def cells(path):
    with path.open(newline="") as opened:
        return list(csv.DictReader(opened, delimiter="\t"))


def edit(path, film, sentence, **changes):
    rows = cells(path)
    next(row for row in rows if (row["film"], row["sentence"]) == (film, sentence)).update(changes)
    with path.open("w", newline="") as opened:
        writer = csv.DictWriter(opened, CORRECTION_COLUMNS, delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)


def rebuilt(path, found):
    """Apply the table as building again does: read, merge and write it."""
    result = merge_corrections(found, read_corrections(path))
    write_corrections(path, result.rows)
    return result


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "corrections.tsv"
    rebuilt(path, FOUND)
    return path


def test_unedited_table_changes_nothing(table):
    before = table.read_text()
    result = rebuilt(table, FOUND)
    assert result.sentences == FOUND
    assert result.unused == ()
    assert table.read_text() == before
    assert cells(table)[1]["keep"] == "no"
    assert cells(table)[1]["note"] == "sound only"


def test_only_the_edited_cells_count(table):
    edit(table, "a", "d0001", text="Anna  waves.")
    edit(table, "a", "d0003", start="4,75")
    first, _, third = rebuilt(table, FOUND).sentences["a"]
    assert first == FOUND["a"][0].replace(text="Anna waves.")
    assert third == FOUND["a"][2].replace(span=Span(4.75, 6.0), score=None)


def test_keep_overrules_the_automatic_decision_both_ways(table):
    edit(table, "a", "d0001", keep="no")
    edit(table, "a", "d0002", keep="Yes")
    first, second, _ = rebuilt(table, FOUND).sentences["a"]
    assert first.left_out == LEFT_OUT_BY_HAND
    assert second.left_out is None
    assert second.score == 0.8


def test_edits_survive_building_again_and_small_changes_of_time(table):
    edit(table, "a", "d0001", text="Anna waves.")
    edit(table, "b", "d0001", end="2.5")
    moved = FOUND | {"a": tuple(one.replace(span=one.span.shifted(0.1)) for one in FOUND["a"])}
    for found in (FOUND, moved, moved, FOUND):
        result = rebuilt(table, found)
        assert result.unused == ()
        assert result.sentences["a"][0] == found["a"][0].replace(text="Anna waves.")
        assert result.sentences["b"][0].span == Span(1.0, 2.5)


def test_an_edit_still_fits_after_its_text_is_fixed_at_the_source(table):
    edit(table, "a", "d0001", text="Anna waves.")
    fixed = FOUND | {"a": (FOUND["a"][0].replace(text="Anna waves."), *FOUND["a"][1:])}
    assert rebuilt(table, fixed).unused == ()
    assert rebuilt(table, FOUND).sentences["a"][0].text == "Anna waves."


def test_an_edit_still_fits_after_its_time_is_fixed_at_the_source(table):
    edit(table, "b", "d0001", start="11", end="12")
    fixed = FOUND | {"b": (FOUND["b"][0].replace(span=Span(11.0, 12.0)),)}
    assert rebuilt(table, fixed).unused == ()
    assert rebuilt(table, FOUND).sentences["b"][0].span == Span(11.0, 12.0)


def test_an_edit_of_a_changed_sentence_waits_in_the_table(table):
    edit(table, "a", "d0001", text="Anna waves.")
    changed = FOUND | {"a": (FOUND["a"][0].replace(text="A dog barks."), *FOUND["a"][1:])}
    for _ in range(2):  # it waits however often the corpus is built
        result = rebuilt(table, changed)
        assert result.sentences == changed
        assert len(result.unused) == 1
        assert "'d0001' of 'a' waits: it is now 1.0 to 2.0 s, 'A dog barks.'" in result.unused[0]
        assert cells(table)[-1]["text"] == "Anna waves."
    assert rebuilt(table, FOUND).sentences["a"][0].text == "Anna waves."


def test_an_edit_of_a_removed_sentence_waits_too(table):
    edit(table, "b", "d0001", keep="no")
    without = {"a": FOUND["a"]}
    result = rebuilt(table, without)
    assert "the sentence is gone" in result.unused[0]
    assert rebuilt(table, FOUND).sentences["b"][0].left_out == LEFT_OUT_BY_HAND


def test_an_edit_of_a_moved_sentence_is_reported(table):
    edit(table, "b", "d0001", text="Ben sleeps.")
    late = FOUND | {"b": (FOUND["b"][0].replace(span=Span(31.0, 32.0)),)}
    result = rebuilt(table, late)
    assert result.sentences["b"] == late["b"]
    assert "it is now 31.0 to 32.0 s" in result.unused[0]


def test_missing_table_gives_no_corrections(tmp_path):
    assert read_corrections(tmp_path / "none.tsv") == ()


def test_quotation_marks_survive(table):
    assert cells(table)[2]["text"] == '"Ten years later."'
    assert read_corrections(table)[2].now.text == '"Ten years later."'


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"start": "soon"}, r"line 2: invalid time 'soon'"),
        ({"start": "9"}, r"line 2: a span runs from 9.0 to 2.0"),
        ({"keep": "perhaps"}, r"line 2 has 'perhaps' in 'keep'; expected 'yes' or 'no'"),
        ({"text": " "}, r"line 2 has nothing in 'text'; to leave a sentence out, write 'no' in 'keep'"),
    ],
)
def test_a_bad_cell_is_named_by_its_line(table, changes, words):
    edit(table, "a", "d0001", **changes)
    with pytest.raises(CorpusError, match=words):
        read_corrections(table)


def test_a_missing_column_is_named(table):
    table.write_text(table.read_text().replace("\twas_text\t", "\tformer\t"))
    with pytest.raises(CorpusError, match="has no column 'was_text'"):
        read_corrections(table)


def test_an_open_quotation_mark_does_not_swallow_the_rest(table):
    table.write_text(table.read_text().replace("\tAna waves.\tyes", '\t"Ana waves.\tyes', 1))
    with pytest.raises(RecordError, match=r"line \d+: .*; correct the quotation marks there"):
        read_corrections(table)


def test_two_edits_of_one_sentence_are_refused(table):
    edit(table, "b", "d0001", text="Ben sleeps.")
    lines = table.read_text().splitlines()
    table.write_text(
        "\n".join([*lines, next(line for line in lines if line.startswith("b")).replace("sleeps", "runs")])
    )
    with pytest.raises(CorpusError, match=r"line 6 edits what .*line 5 edits already; keep one of the two"):
        rebuilt(table, FOUND)
