from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.export.tracks.row_matching import with_ids
from cinescribe.export.tracks.track_rows import NamedRow

EXPORTED = (
    CueRow("c1", 1.0, 2.0, "Anna waits at the door."),
    CueRow("c2", 5.0, 6.0, "A man in a dark coat enters the room."),
    CueRow("c3", 9.0, 10.0, "They sit."),
    CueRow("c4", 20.0, 22.0, "It is night."),
)


def ids(*rows: tuple[str, float, str], tracks: bool = True) -> list[str | None]:
    named = [NamedRow(name, CueRow(None, start, None, text)) for name, start, text in rows]
    return [row.id for row in with_ids(named, EXPORTED, tracks=tracks)]


def exported(
    n: int, *, counter: str | None = None, shift: float = 0.0, text: str | None = None
) -> tuple[str, float, str]:
    row = EXPORTED[n - 1]
    return (str(n) if counter is None else counter, row.start + shift, row.text if text is None else text)


def test_what_was_left_alone_is_itself_in_any_order() -> None:
    assert ids(exported(3), exported(1), exported(4), exported(2)) == ["c3", "c1", "c4", "c2"]


def test_words_or_time_may_change_under_the_same_counter() -> None:
    assert ids(exported(1, text="No."), exported(2, shift=3), exported(3), exported(4)) == ["c1", "c2", "c3", "c4"]


def test_both_may_change_if_the_counters_were_kept() -> None:
    assert ids(exported(1), exported(2, shift=3, text="Go."), exported(4)) == ["c1", "c2", "c4"]


def test_an_insertion_that_renumbers_changes_no_id() -> None:
    rows = [
        exported(1),
        ("2", 3.0, "A dog barks."),
        exported(2, counter="3"),
        exported(3, counter="4", text="They sit down."),
        exported(4, counter="5", shift=1),
    ]
    assert ids(*rows) == ["c1", None, "c2", "c3", "c4"]


def test_counters_given_anew_do_not_decide() -> None:
    rows = [exported(2, counter="1"), ("2", 9.5, "Wholly other words."), exported(4, counter="3")]
    assert ids(*rows) == ["c2", None, "c4"]


def test_most_words_and_about_the_time_are_enough_without_counters() -> None:
    assert ids(("", 6.0, "A man in a grey coat enters the room."), ("", 40.0, "It is deep night.")) == ["c2", None]


def test_two_rows_that_are_as_alike_are_both_new() -> None:
    assert ids(
        ("", 6.0, "A man in a grey coat enters the room."), ("", 7.0, "A man in a red coat enters the room.")
    ) == [
        None,
        None,
    ]
    assert ids(("", 5.0, "Go."), ("", 5.0, "Stay.")) == [None, None]


def test_one_that_is_more_alike_wins() -> None:
    rows = [("", 6.0, "A man in a dark coat enters the hall."), ("", 7.0, "A man in a coat enters.")]
    assert ids(*rows) == ["c2", None]


def test_outside_of_tracks_only_the_same_time_or_words_count() -> None:
    rows = [("", 5.0, "Go."), ("", 12.0, "They sit."), ("", 21.0, "It is deep night.")]
    assert ids(*rows, tracks=False) == ["c2", "c3", None]


def test_a_row_that_has_an_id_takes_it_from_the_others() -> None:
    rows = [NamedRow("", CueRow("c2", 8.0, None, "Moved.")), NamedRow("2", CueRow(None, 5.0, None, "New."))]
    assert [row.id for row in with_ids(rows, EXPORTED, tracks=True)] == ["c2", None]


def test_other_rows_are_known_by_time_or_words_but_have_no_counter() -> None:
    other = CueRow("h30", 30.0, None, "Added by hand.")
    rows = [NamedRow("", CueRow(None, 30.0, None, "Added by hand.")), NamedRow("5", CueRow(None, 50.0, None, "New."))]
    assert [row.id for row in with_ids(rows, EXPORTED, others=(other,), tracks=True)] == ["h30", None]


@settings(max_examples=100, deadline=None)
@given(
    texts=st.lists(st.sampled_from(["She waits.", "They sit.", "It is night."]), min_size=1, max_size=8),
    removed=st.sets(st.integers(0, 7)),
    added=st.sets(st.integers(0, 8), max_size=3),
)
def test_what_was_left_alone_keeps_its_id_whatever_was_removed_added_and_renumbered(
    texts: list[str], removed: set[int], added: set[int]
) -> None:
    base = [CueRow(f"c{n}", 10.0 * n, None, text) for n, text in enumerate(texts)]
    rows: list[CueRow] = []
    for n, row in enumerate(base):
        rows += [CueRow("new", 10.0 * n - 5, None, "A dog barks.")] if n in added else []
        rows += [] if n in removed else [row]
    named = [NamedRow(str(n), row.replace(id=None)) for n, row in enumerate(rows, 1)]
    found = with_ids(named, base, tracks=True)
    assert [row.id for row, was in zip(found, rows, strict=True) if was.id != "new"] == [
        row.id for row in rows if row.id != "new"
    ]
