from cinescribe.export.player.transcript import TranscriptLine, dialogue_language, transcript
from cinescribe.schema import Film, Script, Speech, Stream
from cinescribe.timing import Span
from tests.export.player.described import described


def test_cues_and_the_known_words_of_the_dialogue_are_in_order():
    assert transcript(described()) == (
        TranscriptLine(0.5, "Anna looks up at the sky.", "c1"),
        TranscriptLine(2.0, "Who's <there>?"),
        TranscriptLine(3.0, "A bird lands.", "c2"),
        TranscriptLine(4.6, "Tom leaves.", "c3", only_full=True),
    )


def test_words_override_the_language_tag_of_the_sound():
    said = (
        "Wir müssen jetzt gehen, sonst kommen wir zu spät. Warum hast du mir das nicht früher gesagt?",
        "Ich habe den ganzen Tag auf dich gewartet. Es tut mir leid, ich wusste nicht, dass du hier bist.",
        "Komm, wir nehmen den letzten Zug nach Hamburg, und morgen sehen wir weiter.",
    )
    speech = tuple(Speech(Span(at, at + 1.0), "subtitles", text) for at, text in enumerate(said))
    film = Film("film.mp4", 9.0, (Stream(1, "audio", "aac", language="eng"),))
    assert dialogue_language(Script(film, speech=speech)) == "de"
    assert dialogue_language(Script(film)) == "en"
    assert dialogue_language(Script(Film("film.mp4", 9.0), speech=speech[:1])) is None
