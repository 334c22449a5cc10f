from cinescribe.media.transcription.heard_lines import LONGEST_LINE, MOST_LETTERS, heard_lines
from cinescribe.media.transcription.transcriber import HeardWord
from cinescribe.schema import Speech
from cinescribe.timing import Span


def words(text, start=0.0, step=0.5):
    return [
        HeardWord(Span(start + n * step, start + n * step + 0.25), word, 0.9) for n, word in enumerate(text.split())
    ]


def test_a_line_ends_with_its_sentence():
    assert heard_lines(words("Come here! Where is Anna?")) == (
        Speech(Span(0.0, 0.75), "transcriber", "Come here!"),
        Speech(Span(1.0, 2.25), "transcriber", "Where is Anna?"),
    )
    quoted = heard_lines(words("“Come here!” she said."))
    assert [line.text for line in quoted] == ["“Come here!”", "she said."]


def test_a_title_ends_no_line():
    assert [line.text for line in heard_lines(words("Good morning, Mr. Miller."))] == ["Good morning, Mr. Miller."]
    assert [line.text for line in heard_lines(words("So be it. No!"))] == ["So be it.", "No!"]


def test_a_line_ends_at_a_pause():
    lines = heard_lines([*words("one two"), *words("three", start=2.0)])
    assert [line.text for line in lines] == ["one two", "three"]


def test_a_line_is_no_longer_than_a_subtitle():
    lines = heard_lines(words("na " * 60))
    assert all(line.span.duration <= LONGEST_LINE for line in lines)
    long = heard_lines(words(" ".join(["wonderful"] * 30), step=0.25))
    assert len(long) > 2
    assert all(len(line.text or "") <= MOST_LETTERS for line in long)
    assert " ".join(line.text or "" for line in long).split() == ["wonderful"] * 30


def test_letters_of_scripts_without_spaces_stand_together():
    (line,) = heard_lines(words("こ ん に ち は 。"))
    assert line.text == "こんにちは。"
    (mixed,) = heard_lines(words("我 爱 Anna"))
    assert mixed.text == "我爱 Anna"


def test_no_words_make_no_lines():
    assert heard_lines([]) == ()
