"""The script for braille readers has everything in order, a line a paragraph."""

import re

import pytest

from cinescribe.errors import SubtitleError
from cinescribe.export.read_rows import bare_rows
from cinescribe.export.tracks.transcript import write_transcript
from cinescribe.language.messages.spoken_messages import SPOKEN_LANGUAGES
from cinescribe.schema import Cue, Film, Person, ScreenText, Script, Speech
from cinescribe.timing import Span

BOX = (0.1, 0.1, 0.9, 0.2)


def said(start, end, text=None):
    return Speech(Span(start, end), "subtitles" if text else "vad", text)


def seen(start, words, kind="sign"):
    return ScreenText(Span(start, start + 2), words, BOX, 0.9, kind)


ALIKE = (
    "person",
    "text",
    "script",
    "film",
    "description",
    "dialogue",
    "persons",
    "audio",
)  # words of several languages


def body(path, **parts):
    write_transcript(Script(Film("films/anna.mp4", 100.0), **parts), path)
    return path.read_text(encoding="utf-8").split("\n\nScript\n\n")[1].rstrip("\n").split("\n\n")


def test_all_is_there_in_order_and_people_come_first(tmp_path):
    script = Script(
        Film("films/anna.mp4", 3700.0),
        people=(Person("p1", "P1", "Anna"), Person("p2", "P2"), Person("p3", "P3", "Tom"), Person("p4", "P4")),
        speech=(said(3.0, 4.0, "Who is\nthere?"),),
        texts=(seen(1.0, "THE KEY / by Ann Lee", "title"),),
        cues=(
            Cue(Span(5.0, 7.0), "Person 2 sits.", people=("p2",)),
            Cue(Span(61.0, 62.0), "She opens\nthe door.", people=("p1",)),
            Cue(Span(3661.0, 3661.0), "Anna waits.", people=("p1",), status="extended", pause=2.0),
            Cue(Span(3670.0, 3670.0), "It would contradict the picture.", status="dropped"),
            Cue(Span(3680.0, 3680.0), "It lacked room.", status="dropped", could_wait=True),
        ),
    )
    write_transcript(script, tmp_path / "script.txt", disclosure="About this audio description: x.")
    assert (tmp_path / "script.txt").read_bytes().decode("utf-8") == (
        "Audio description and dialogue of anna.mp4\n\n"
        "Length: 1:01:40. Language of the description: en.\n\n"
        "About this audio description: x.\n\n"
        "Each paragraph begins with its time. Speech is what people say, Text what can be read in the picture. "
        "All other paragraphs describe what is seen.\n\n"
        "Who is in the film\n\n"
        "Person 2, from 0:00:05\n\n"
        "Anna, from 0:01:01\n\n"
        "Tom, not mentioned in the description\n\n"
        "Script\n\n"
        "0:00:01 Text: THE KEY; by Ann Lee\n\n"
        "0:00:03 Speech: Who is there?\n\n"
        "0:00:05 Person 2 sits.\n\n"
        "0:01:01 (Anna) She opens the door.\n\n"
        "1:01:01 Anna waits.\n\n"
        "1:01:20 It lacked room.\n"
    )


def test_speech_without_words_is_joined_and_explained(tmp_path):
    parts = body(
        tmp_path / "a.txt", speech=(said(1, 2), said(4, 9.5), said(20, 20.4)), cues=(Cue(Span(12, 14), "Rain."),)
    )
    assert parts == ["0:01 Speech until 0:09.", "0:12 Rain.", "0:20 Speech."]
    assert "Speech without words is speech whose words are not known." in (tmp_path / "a.txt").read_text()


def test_speech_detected_beside_a_subtitle_belongs_to_it(tmp_path):
    speech = (said(1, 2, "Yes."), said(2, 2.4), said(5, 6, "No."), said(6, 7), said(8, 8.3))
    assert body(tmp_path / "a.txt", speech=speech) == [
        "0:01 Speech: Yes.",
        "0:05 Speech: No.",
        "0:06 Speech until 0:08.",
    ]


def test_a_sentence_in_two_subtitles_is_one_paragraph(tmp_path):
    speech = (
        said(1, 2, "I had the strangest"),
        said(2.5, 4, "dream."),
        said(4.2, 5, "was I in it?"),
        said(9, 9.5, "Or"),
        said(12, 13, "not."),
    )
    assert body(tmp_path / "a.txt", speech=speech) == [
        "0:01 Speech: I had the strangest dream.",
        "0:04 Speech: was I in it?",
        "0:09 Speech: Or",
        "0:12 Speech: not.",
    ]


def test_texts_that_no_cue_says_are_there_once(tmp_path):
    texts = (seen(1, "EXIT"), seen(5, "Bakery"), seen(20, "bakery"), seen(30, "LOGO", "watermark"), seen(40, "ab"))
    parts = body(tmp_path / "a.txt", texts=texts, cues=(Cue(Span(1, 2), "Text: Exit."),))
    assert parts == ["0:01 Text: Exit.", "0:05 Text: Bakery"]


def test_credits_are_there_though_a_cue_only_says_that_they_roll(tmp_path):
    parts = body(
        tmp_path / "a.txt", texts=(seen(1, "Ann Lee", "credits"),), cues=(Cue(Span(1, 2), "The credits roll."),)
    )
    assert parts == ["0:01 Text: Ann Lee", "0:01 The credits roll."]


def test_subtitles_in_the_picture_stand_in_for_words_that_are_not_known(tmp_path):
    texts = (seen(1, "Hello there.", "subtitle"), seen(11, "Good bye.", "subtitle"), seen(21, "Good bye.", "subtitle"))
    parts = body(tmp_path / "a.txt", texts=texts, speech=(said(1, 2), said(11, 13, "Adieu.")))
    assert parts == [
        "0:01 Subtitle: Hello there.",
        "0:01 Speech until 0:02.",
        "0:11 Speech: Adieu.",
        "0:21 Subtitle: Good bye.",
    ]


def test_transcript_is_not_read_as_a_description(tmp_path):
    body(tmp_path / "script.txt", cues=(Cue(Span(1, 2), "Rain."),))
    with pytest.raises(SubtitleError, match=r"found 'Audio description and dialogue of anna\.m' before the first cue"):
        bare_rows(tmp_path / "script.txt")


@pytest.mark.parametrize("language", sorted({*SPOKEN_LANGUAGES} - {"en"}))
def test_transcript_headings_are_in_the_language_of_the_description(tmp_path, language):
    script = Script(
        Film("anna.mp4", 100.0),
        people=(Person("p1", "P1", "Anna"), Person("p2", "P2")),
        speech=(said(3.0, 4.0), said(20.0, 22.0, "Ah!")),
        texts=(seen(1.0, "METRO", "sign"),),
        cues=(Cue(Span(61.0, 62.0), "*", people=("p2",)),),
    )
    shown = {}
    for tag in ("en", language):
        write_transcript(script.replace(language=tag), tmp_path / f"{tag}.txt")
        shown[tag] = (tmp_path / f"{tag}.txt").read_text(encoding="utf-8")
    english, other = (set(re.findall(r"[a-z]{4,}", shown[tag].lower())) for tag in ("en", language))
    assert english & other <= {"anna", "metro", *ALIKE}
    assert len(shown[language].split("\n\n")) == len(shown["en"].split("\n\n"))
