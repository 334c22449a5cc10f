import pytest

from cinescribe.corpus.narration.transcripts import TranscriptLine, cue_sentences, is_closed, read_transcript
from cinescribe.errors import CorpusError, RecordError, SubtitleError
from cinescribe.store import write_records
from cinescribe.timing import Span

TTML = """<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang="en"><body><div>
<p begin="1s" end="3s" ttm:role="description">Anna sits.</p></div></body></tt>"""


def texts(*cues):
    return [one.text for one in cue_sentences(TranscriptLine(Span(a, b), text) for a, b, text in cues)]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("d.vtt", "WEBVTT\n\n00:01.000 --> 00:03.000\nAnna\nsits.\n"),
        ("d.srt", "1\n00:00:01,000 --> 00:00:03,000\nAnna sits.\n"),
        ("d.ttml", TTML),
        ("d.csv", "id,Start,End,Text\n7,1,00:00:03.000,Anna sits.\n"),
        ("d.csv", "Start;End;Text\n1,0;3,0;Anna sits.\n"),
        ("d.tsv", "start\tend\ttext\n1,0\t3\tAnna sits.\n\n"),
        ("d.jsonl", '{"start": 1, "end": 3, "text": "Anna sits."}\n'),
    ],
)
def test_every_format_gives_the_same_sentence(tmp_path, name, content):
    (tmp_path / name).write_text(content)
    (only,) = read_transcript(tmp_path / name)
    assert (only.id, only.origin, only.span, only.text, only.score) == (
        "d0001",
        "description",
        Span(1, 3),
        "Anna sits.",
        None,
    )


def test_several_sentences_of_a_cue_share_its_time_by_their_length():
    first, second = cue_sentences([TranscriptLine(Span(10, 16), "Anna sits down.  She no.")])
    assert (first.text, second.text) == ("Anna sits down.", "She no.")
    assert first.span.end == second.span.start == pytest.approx(10 + 6 * 15 / 22)
    assert (first.span.start, second.span.end) == (10, 16)


def test_a_sentence_over_several_cues_is_joined():
    assert texts((0, 2, "Anna walks along"), (2.1, 4, "the river."), (5, 6, "Ben waits.")) == [
        "Anna walks along the river.",
        "Ben waits.",
    ]
    assert texts((0, 2, "Anna walks to"), (2.1, 4, "Paris.")) == ["Anna walks to Paris."]
    assert texts((0, 2, "Anna walks,"), (2.1, 4, "Ben runs.")) == ["Anna walks, Ben runs."]


def test_titles_and_cues_far_apart_are_not_joined():
    assert texts((0, 2, "The Long Way"), (2.1, 4, "Ben waits.")) == ["The Long Way", "Ben waits."]
    assert texts((0, 2, "Anna walks along"), (9, 10, "the river.")) == ["Anna walks along", "the river."]


def test_times_are_converted_to_the_films_clock():
    (only,) = cue_sentences([TranscriptLine(Span(1, 5), "Anna sits.")], film_time=lambda time: 2 * time - 3)
    assert only.span == Span(0, 7)  # times before the film become 0


def test_ids_are_in_order_of_time():
    sentences = cue_sentences(
        [TranscriptLine(Span(5, 6), "Two."), TranscriptLine(Span(1, 2), "One."), TranscriptLine(Span(8, 9), " ")]
    )
    assert [(one.id, one.text) for one in sentences] == [("d0001", "One."), ("d0002", "Two.")]


@pytest.mark.parametrize("text", ["He sits.", "Who?", 'He says "No!"', "London: ", "She waits\u2026"])
def test_punctuation_closes_a_sentence(text):
    assert is_closed(text)


@pytest.mark.parametrize("text", ["He sits", "He meets Mr.", "John F.", "Anna,"])
def test_abbreviations_and_commas_do_not_close_a_sentence(text):
    assert not is_closed(text)


def test_a_table_without_its_columns_is_refused(tmp_path):
    (tmp_path / "d.csv").write_text("start,stop,text\n1,2,Hello.\n")
    with pytest.raises(CorpusError, match="has no column 'end'; its first line must name start, end, text"):
        read_transcript(tmp_path / "d.csv")


def test_a_bad_line_of_a_table_is_named(tmp_path):
    (tmp_path / "d.csv").write_text("start,end,text\n1,2,Hello.\nsoon,2,Hello.\n")
    with pytest.raises(CorpusError, match=r"d.csv', line 3: invalid time 'soon'"):
        read_transcript(tmp_path / "d.csv")
    (tmp_path / "d.csv").write_text("start,end,text\n1,2\n")
    with pytest.raises(CorpusError, match=r"d.csv', line 2 has no text; a row needs start, end, text"):
        read_transcript(tmp_path / "d.csv")


def test_other_files_are_refused(tmp_path):
    (tmp_path / "d.txt").write_text("Anna sits.")
    with pytest.raises(SubtitleError, match="has no readable subtitles"):
        read_transcript(tmp_path / "d.txt")
    (tmp_path / "d.jsonl").write_text('{"text": "Anna sits."}')
    with pytest.raises(RecordError, match="line 1"):
        read_transcript(tmp_path / "d.jsonl")


def test_jsonl_is_written_as_it_is_read(tmp_path):
    cues = [TranscriptLine(Span(1.5, 3.0), "Anna sits.")]
    write_records(tmp_path / "t.jsonl", cues)
    assert cue_sentences(cues) == read_transcript(tmp_path / "t.jsonl")
