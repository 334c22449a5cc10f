import pytest

from cinescribe.corpus.screenplays.plain_text import text_elements
from tests.corpus.screenplay_texts import typed, written

PAGES = """                              THE LONG NIGHT

                                                                     1.

FADE IN:

1   INT. KITCHEN - NIGHT                                          1

    John stands at the window.  He waits, and
    waits some more.                                                *

                         JOHN
               I can't do this any more.

                         MARY (V.O.)
                   (whispering, as if
                   afraid)
               Then don't.  I am so tired of
                         (MORE)

    (CONTINUED)

                                                                     2.

1   CONTINUED:                                                    1

                         MARY (CONT'D)
               telling you.

    COP #1
    enters.

                         JOHN                          MARY
               Who is it?                    I told you so!
               Hello?

                                                         CUT TO:

ext. street - day

    They run.
"""


def parsed(text):
    return [(element.kind, element.text, element.speaker) for element in text_elements(text)]


def test_a_typed_page():
    assert parsed(PAGES) == [
        ("transition", "FADE IN:", None),
        ("heading", "INT. KITCHEN - NIGHT", None),
        ("action", "John stands at the window. He waits, and waits some more.", None),
        ("speech", "I can't do this any more.", "JOHN"),
        ("parenthetical", "(whispering, as if afraid)", "MARY"),
        ("speech", "Then don't. I am so tired of", "MARY"),
        ("speech", "telling you.", "MARY"),
        ("action", "COP #1 enters.", None),
        ("speech", "Who is it? Hello?", "JOHN"),
        ("speech", "I told you so!", "MARY"),
        ("transition", "CUT TO:", None),
        ("heading", "ext. street - day", None),
        ("action", "They run.", None),
    ]


def test_line_numbers_are_of_the_file():
    lines = PAGES.split("\n")
    assert all(element.text.split()[0] in lines[element.line - 1] for element in text_elements(PAGES))


@pytest.mark.parametrize("columns", [(4, 14, 26), (15, 25, 37), (0, 10, 22), (4, 8, 16)])
@pytest.mark.parametrize("seed", range(4))
def test_columns_are_detected_at_any_indent(tmp_path, seed, columns):
    screenplay = written(tmp_path, seed, n_clips=25).screenplay
    action, speech, name = columns
    found = text_elements(typed(screenplay, action=action, speech=speech, name=name))
    assert [(one.kind, one.text) for one in found] == [(one.kind, one.text) for one in screenplay.elements]


def test_double_spaced_files_are_read_like_single_spaced_ones(tmp_path):
    screenplay = written(tmp_path, 1, n_clips=25).screenplay
    text = typed(screenplay, action=4, speech=14, name=26).replace("\n", "\n\n")
    assert [(one.kind, one.text) for one in text_elements(text)] == [
        (one.kind, one.text) for one in screenplay.elements
    ]


def test_files_without_indents_are_split_at_empty_rows(tmp_path):
    screenplay = written(tmp_path, 2).screenplay
    text = screenplay.text.split("\n\n", 1)[1]  # without Fountain's title page
    assert [(one.kind, one.text) for one in text_elements(text)] == [
        (one.kind, one.text) for one in screenplay.elements
    ]


def test_names_separated_from_their_speeches():
    rows = [
        "int. kitchen - night",
        "He waits.",
        "JOHN",
        "No.",
        "MARY (O.S.)",
        "Yes.",
        "SILENCE",
        "JOHN",
        "Who?",
        "MARY",
    ]
    assert parsed("\n\n".join([*rows, "Me."])) == [
        ("heading", "int. kitchen - night", None),
        ("action", "He waits.", None),
        ("speech", "No.", "JOHN"),
        ("speech", "Yes.", "MARY"),
        ("action", "SILENCE", None),
        ("speech", "Who?", "JOHN"),
        ("speech", "Me.", "MARY"),
    ]


def test_names_with_colons_and_a_heading_without_a_setting():
    text = "THE KITCHEN - NIGHT\n\nHe waits.\n\nJOHN: No.\nMARY (crying): Yes,\nmy dear.\nJOHN: Who?\n\nHe turns."
    assert parsed(text) == [
        ("heading", "THE KITCHEN - NIGHT", None),
        ("action", "He waits.", None),
        ("speech", "No.", "JOHN"),
        ("speech", "Yes, my dear.", "MARY"),
        ("speech", "Who?", "JOHN"),
        ("action", "He turns.", None),
    ]


def test_headers_with_rising_numbers_are_removed_and_numbered_people_stay():
    pages = [f"A FILM  Rev. 3/4/98   {page}.\n\nHe waits.\n\nCOP #{page}\nYes.\n" for page in range(2, 7)]
    found = parsed("INT. HALL - DAY\n\n" + "\n".join(pages))
    assert found == [
        ("heading", "INT. HALL - DAY", None),
        *[one for page in range(2, 7) for one in (("action", "He waits.", None), ("speech", "Yes.", f"COP #{page}"))],
    ]
