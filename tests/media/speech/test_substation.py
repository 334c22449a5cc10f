import pytest

from cinescribe.errors import SubtitleError
from cinescribe.media.speech.substation import read_substation, split_overrides
from cinescribe.media.speech.timed_text import TimedText, TimedTextFile
from cinescribe.timing import Span

CUE = "Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,"


def words(text):
    return [cue.text for cue in read_substation(CUE + text, name="a.ass").cues]


def test_a_dialogue_has_times_and_words():
    assert read_substation(CUE + "{\\i1}Yes,\\Nno.", name="a.ass").cues == (TimedText(Span(1.0, 2.5), "Yes,\nno."),)


def test_comments_and_drawings_are_left_out_and_songs_marked():
    assert read_substation(CUE.replace("Dialogue", "Comment") + "a", name="a.ass").cues == ()
    assert words("{\\p1}m 0 0 l 100 0{\\p0}") == []
    assert [cue.spoken for cue in read_substation(CUE + "{\\k20}la", name="a.ass").cues] == [False]


def test_dialogue_with_reversed_times_is_left_out():
    assert read_substation(CUE.replace("0:00:02.50", "0:00:00.50") + "a", name="a.ass") == TimedTextFile()


def test_a_time_before_the_film_is_kept():
    (cue,) = read_substation(CUE.replace("0:00:01.00", "-0:00:01.00") + "a", name="a.ass").cues
    assert cue.span == Span(-1.0, 2.5)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Dialogue: 0,0:00:01.00", "2 fields"),
        ("Dialogue: 0,0:00:01.00,0:00:02.50,Default", "4 fields"),
        (CUE.replace("0:00:01.00", "soon"), "invalid time 'soon'"),
        (CUE.replace("0:00:02.50", "9999:00:02.50"), "a span runs"),
    ],
)
def test_malformed_dialogue_line_is_named(line, reason):
    with pytest.raises(SubtitleError, match=rf"'a.ass', line 2: unexpected 'Dialogue.*{reason}.*; write it as"):
        read_substation(f"[Events]\n{line}", name="a.ass")


def test_overrides_end_at_the_first_brace():
    assert split_overrides("a{b{c}d}e{f") == ("ad}e{f", "{b{c")


def test_the_file_says_which_fields_a_dialogue_has():
    text = (
        "[V4+ Styles]\nFormat: Name, Fontname, Fontsize\n[Events]\nFormat: Start, End, Text\n"
        "Dialogue: 0:00:01.00,0:00:02.50,Yes, sir."
    )
    assert read_substation(text, name="a.ass").cues == (TimedText(Span(1.0, 2.5), "Yes, sir."),)
