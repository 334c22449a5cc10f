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
WORDS = ("opens", "door", "lifts", "lamp", "reads", "book", "drops", "cup")


def ids(*rows: tuple[str, float, str], tracks: bool = True) -> list[str | None]:
    named = [NamedRow(name, CueRow(None, start, None, text)) for name, start, text in rows]
    return [row.id for row in with_ids(named, EXPORTED, tracks=tracks)]


def exported(
    n: int, *, counter: str | None = None, shift: float = 0.0, text: str | None = None
) -> tuple[str, float, str]:
    row = EXPORTED[n - 1]
    return (str(n) if counter is None else counter, row.start + shift, row.text if text is None else text)


def test_unchanged_rows_match_in_any_order() -> None:
    assert ids(exported(3), exported(1), exported(4), exported(2)) == ["c3", "c1", "c4", "c2"]


def test_words_or_time_may_change_under_the_same_counter() -> None:
    assert ids(exported(1, text="No."), exported(2, shift=3), exported(3), exported(4)) == ["c1", "c2", "c3", "c4"]


def test_time_and_words_may_change_if_counters_are_kept() -> None:
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


def test_renumbered_counters_do_not_decide() -> None:
    rows = [exported(2, counter="1"), ("2", 9.5, "Wholly other words."), exported(4, counter="3")]
    assert ids(*rows) == ["c2", None, "c4"]


def test_most_words_and_about_the_time_are_enough_without_counters() -> None:
    assert ids(("", 6.0, "A man in a grey coat enters the room."), ("", 40.0, "It is deep night.")) == ["c2", None]


def test_ambiguous_rows_are_new_cues() -> None:
    assert ids(
        ("", 6.0, "A man in a grey coat enters the room."), ("", 7.0, "A man in a red coat enters the room.")
    ) == [
        None,
        None,
    ]
    assert ids(("", 5.0, "Go."), ("", 5.0, "Stay.")) == [None, None]


def test_most_similar_row_matches() -> None:
    rows = [("", 6.0, "A man in a dark coat enters the hall."), ("", 7.0, "A man in a coat enters.")]
    assert ids(*rows) == ["c2", None]


def test_outside_of_tracks_only_the_same_time_or_words_count() -> None:
    rows = [("", 5.0, "Go."), ("", 12.0, "They sit."), ("", 21.0, "It is deep night.")]
    assert ids(*rows, tracks=False) == ["c2", "c3", None]


def test_row_with_an_id_has_precedence() -> None:
    rows = [NamedRow("", CueRow("c2", 8.0, None, "Moved.")), NamedRow("2", CueRow(None, 5.0, None, "New."))]
    assert [row.id for row in with_ids(rows, EXPORTED, tracks=True)] == ["c2", None]


def test_other_rows_are_known_by_time_or_words_but_have_no_counter() -> None:
    other = CueRow("h30", 30.0, None, "Added by hand.")
    rows = [NamedRow("", CueRow(None, 30.0, None, "Added by hand.")), NamedRow("5", CueRow(None, 50.0, None, "New."))]
    assert [row.id for row in with_ids(rows, EXPORTED, others=(other,), tracks=True)] == ["h30", None]


def renumbered(*rows: tuple[float, float, str]) -> list[str | None]:
    base = [CueRow("c1", 0.0, 3.4, "He might be a robber."), CueRow("c2", 11.4, 13.6, "Somebody lifts a lamp.")]
    named = [NamedRow(str(n), CueRow(None, *row)) for n, row in enumerate(rows, 1)]
    return [row.id for row in with_ids(named, base, tracks=True)]


def test_moved_and_reworded_cue_does_not_match_a_deleted_one() -> None:
    assert renumbered((11.9, 14.1, "A woman lifts a lamp.")) == ["c2"]
    assert renumbered((11.9, 14.1, "She raises it.")) == ["c2"]
    assert renumbered((30.0, 32.2, "She raises it.")) == [None]
    assert renumbered((6.0, 8.0, "It rains."), (11.9, 14.1, "She raises it.")) == [None, "c2"]


def test_words_say_more_than_where_another_cue_was() -> None:
    assert ids(("1", 5.0, "They sit down."), ("2", 20.0, "It is night.")) == ["c3", "c4"]


def test_new_cue_does_not_match_a_deleted_one() -> None:
    assert renumbered((0.0, 3.4, "He might be a robber."), (22.0, 23.0, "It rains.")) == ["c1", None]


def test_lost_identifiers_name_cues_unless_cues_were_deleted() -> None:
    far = [
        NamedRow("c2", CueRow(None, 8.0, 9.0, "A man enters.")),
        NamedRow("", CueRow(None, 1.0, 2.0, EXPORTED[0].text)),
    ]
    rest = [NamedRow("", row.replace(id=None)) for row in EXPORTED[2:]]
    assert with_ids([*far, *rest], EXPORTED, tracks=True)[0].id == "c2"
    assert with_ids([*far, *rest[1:]], EXPORTED, tracks=True)[0].id is None


@settings(max_examples=100, deadline=None)
@given(
    removed=st.sets(st.integers(0, 7), max_size=7),
    moved=st.lists(st.floats(-2.0, 2.0), min_size=8, max_size=8),
    reworded=st.sets(st.integers(0, 7)),
    added=st.sets(st.integers(0, 7), max_size=2),
)
def test_cues_keep_their_ids_through_random_edits(
    removed: set[int], moved: list[float], reworded: set[int], added: set[int]
) -> None:
    base = [CueRow(f"c{n}", 12.0 * n + 3, 12.0 * n + 6, f"She {WORDS[n]} the {WORDS[-n]} again.") for n in range(8)]
    rows: list[tuple[str | None, CueRow]] = []
    for n, row in enumerate(base):
        rows += [(None, CueRow(None, 12.0 * n + 9.5, 12.0 * n + 11, "It rains."))] if n in added else []
        start = row.start + moved[n]
        text = row.text.replace("She", "A woman") if n in reworded else row.text
        rows += [] if n in removed else [(row.id, CueRow(None, start, start + 3, text))]
    named = [NamedRow(str(n), row) for n, (_, row) in enumerate(rows, 1)]
    found = with_ids(named, base, tracks=True)
    assert [row.id for row in found] == [was for was, _ in rows]


@settings(max_examples=100, deadline=None)
@given(
    texts=st.lists(st.sampled_from(["She waits.", "They sit.", "It is night."]), min_size=1, max_size=8),
    removed=st.sets(st.integers(0, 7)),
    added=st.sets(st.integers(0, 8), max_size=3),
)
def test_unchanged_rows_keep_their_ids_after_insertions_and_deletions(
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
