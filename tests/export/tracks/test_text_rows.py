from pathlib import Path

import pytest

from cinescribe.errors import SubtitleError
from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.export.tracks.row_fields import PeopleNames
from cinescribe.export.tracks.text import HEADER
from cinescribe.export.tracks.text_rows import text_rows
from tests.export.texts import a_script

KNOWN = ("c1", "c2", "c3", "c4", "intro")


def rows(text: str) -> list[CueRow]:
    return text_rows(text.split("\n"), path=Path("in.txt"), people=PeopleNames.of(a_script()), known=KNOWN)


def row(text: str) -> CueRow:
    (only,) = rows(text)
    return only


def test_a_cue_with_everything() -> None:
    assert row("00:00:04.100 c1, dropped, rate 1.15, people P2; Anna & Söhne\n# Why?\nShe sits.\nIt is day.") == CueRow(
        "c1", 4.1, None, "She sits.\nIt is day.", ("p2", "p1"), "dropped", 1.15, "Why?", 1
    )


def test_omitted_fields_of_a_known_cue_have_defaults() -> None:
    assert row("4.1 c1\nShe sits.") == CueRow("c1", 4.1, None, "She sits.", (), "spoken", 1.0, "", 1)


def test_omitted_fields_of_a_new_cue_are_unset() -> None:
    assert row("1:12\nShe sits.") == CueRow(None, 72.0, None, "She sits.", None, None, None, "", 1)
    assert row("1:12 extended people P2\nShe sits.") == CueRow(
        None, 72.0, None, "She sits.", ("p2",), "extended", None, "", 1
    )


@pytest.mark.parametrize(
    "head",
    [
        "00:00:04,100 C1 DROPPED Rate 1,15 People p2",
        "\t0:04.1   c1 ,  dropped;  rate: 1.15 ; people:  P2  ",
        "4.1 c1 | rate=115% | dropped | with P2",
        "4,1s c1 people P2, dropped, rate 1.15",
        "\u200b00:00:04.100\u00a0c1,\u00a0dropped, rate 1.15, people P2",
        "0:04.1, c1, rate 1.15, dropped, people P2,",
    ],
)
def test_first_lines_as_people_type_them(head: str) -> None:
    assert row(f"{head}\nShe sits.") == CueRow("c1", 4.1, None, "She sits.", ("p2",), "dropped", 1.15, "", 1)


def test_file_saved_by_another_editor_is_read() -> None:
    text = (
        "\n".join(HEADER) + "\n\n\n"
        "00:00:20.250 c4   \n\n  She says:  \t\n\n\n“Well \u2013 no.”  \n\n"
        "0:04.1 c1\nAnna waits.\n"
        "0:09 c2\nNo blank line before.\n\n\n\n"
    )
    assert [(one.id, one.start, one.text, one.comment) for one in rows(text)] == [
        ("c4", 20.25, "She says:\n“Well \u2013 no.”", ""),
        ("c1", 4.1, "Anna waits.", ""),
        ("c2", 9.0, "No blank line before.", ""),
    ]


def test_comments_belong_to_the_cue_of_their_paragraph() -> None:
    text = (
        "# a note at the top\n\n"
        "# above\n0:04 c1\n# inside\nAnna waits.\n# below\n\n"
        "#   alone  \n\n"
        "0:09 c2\nP2 enters.\n\n# among words\nP2 sits.\n"
    )
    assert [one.comment for one in rows(text)] == ["above\ninside\nbelow\nalone", "among words"]


def test_generated_comments_and_header_are_not_read_back() -> None:
    moved = "\n".join(HEADER)
    text = f"0:04 c1\n# Cinescribe: does not fit: takes 2 s\n#cinescribe: x\nAnna waits.\n# mine\n\n{moved}\n\n{moved}"
    assert row(text).comment == "mine"


def test_a_backslash_protects_words() -> None:
    assert row("0:04 c1\n\\1:12 c2\n\\# x\n\\\\y").text == "1:12 c2\n# x\n\\y"


def test_words_that_begin_with_a_number_are_words() -> None:
    assert (
        row("0:04 c1\n3 men walk.\n\n1984 was cold.\n\n1984\n7.5 m").text == "3 men walk.\n1984 was cold.\n1984\n7.5 m"
    )


def test_known_ids_may_be_plain_words_and_new_ones_have_a_digit() -> None:
    assert row("0:04 intro\nAnna waits.").id == "intro"
    assert row("0:04 c99\nAnna waits.").id == "c99"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Anna waits.\n", r"'in\.txt', line 1: found 'Anna waits\.' before the first cue; expected a time"),
        ("0:04 c1\nx\n\n1:75 c2\ny", r"line 4: invalid time '1:75'; expected hours, minutes and seconds"),
        ("0:04 c1 droped\nx", r"line 1: found '0:04 c1 droped'; a time, an id, and spoken, dropped, extended"),
        ("0:04 c1\nx\n00:00:09.000 c2 droped\ny", r"line 3: found '00:00:09\.000 c2 droped'"),
        ("0:04 c1 rate 9\nx", r"line 1: invalid speed of the voice 'rate 9'; expected a rate of 0\.25 to 4"),
        (
            "0:04 c1\nx\n\n0:09 c2, people P2; Tom\ny",
            r"line 4: unknown person 'Tom'; the script knows Anna & Söhne, P2",
        ),
        ("0:04 c1\nx\n\n10:30 sharp, he leaves.", r"line 4: .* \(a line of words that begins with a time needs a \\\)"),
    ],
)
def test_a_bad_file_is_named_with_its_line(text: str, words: str) -> None:
    with pytest.raises(SubtitleError, match=words):
        rows(text)


def test_long_lines_take_no_time_to_refuse() -> None:
    assert row("0:04 c1\n" + "1:" * 200_000 + "\n" + "rate 1 " * 100_000).start == 4.0
    assert row("0:04 c1\n0:09 " + "rate 1 " * 50_000 + "people " * 50_000 + ";,and " * 50_000).start == 4.0
