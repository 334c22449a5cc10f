import pytest

from cinescribe.describe.text_captions import subtitles_translate, text_captions, untranslated
from cinescribe.errors import LanguageError
from cinescribe.language.messages import spoken_messages
from cinescribe.schema import Film, ScreenText, Speech, Stream, TextKind
from cinescribe.timing import Span

BOX = (0.1, 0.2, 0.9, 0.4)


def text(words: str, start: float, end: float, kind: TextKind = "title") -> ScreenText:
    return ScreenText(Span(start, end), words, BOX, 0.98, kind)


def said(*texts: ScreenText, translates: bool = False) -> list[str]:
    return [caption.text for caption in text_captions(texts, translates=translates)]


@pytest.mark.parametrize(
    ("words", "kind", "sentence"),
    [
        ("THE GENERAL", "title", "Title: The General."),
        ("The Sea / Part 2", "title", "Title: The Sea Part 2."),
        ("Keep out!", "sign", "Text: Keep out!"),
        ("NYC bus stop", "sign", "Text: NYC bus stop."),
        ("EXIT", "sign", "Text: EXIT."),
    ],
)
def test_titles_and_signs_are_read_as_sentences(words, kind, sentence):
    assert said(text(words, 1, 5, kind)) == [sentence]


@pytest.mark.parametrize(
    ("language", "title", "sign", "roll"),
    [
        ("de", "Titel: Rom.", "Text: Rom.", ("Abspann: A B. C!", "Der Abspann läuft.")),
        (
            "fr",
            "Titre\u00a0: Rom.",
            "Texte\u00a0: Rom.",
            ("Générique\u00a0: A B. C!", "Le générique défile."),
        ),
        ("es", "Título: Rom.", "Texto: Rom.", ("Créditos: A B. C!", "Pasan los créditos.")),
        (
            "it",
            "Titolo: Rom.",
            "Testo: Rom.",
            ("Titoli di coda: A B. C!", "Scorrono i titoli di coda."),
        ),
        ("pt", "Título: Rom.", "Texto: Rom.", ("Créditos: A B. C!", "Passam os créditos.")),
        ("nl", "Titel: Rom.", "Tekst: Rom.", ("Aftiteling: A B. C!", "De aftiteling loopt.")),
        (
            "pl",
            "Tytuł: Rom.",
            "Napis: Rom.",
            ("Napisy końcowe: A B. C!", "Przewijają się napisy końcowe."),
        ),
    ],
)
def test_texts_are_announced_in_the_language_of_the_description(language, title, sign, roll):
    names = [text("A B", 50, 52, "credits"), text("C!", 53, 55, "credits")]
    messages = spoken_messages(language)
    (one,) = text_captions([text("Rom", 1, 4)], translates=False, messages=messages)
    (other,) = text_captions([text("Rom", 1, 4, "sign")], translates=False, messages=messages)
    (last,) = text_captions(names, translates=False, messages=messages)
    assert (one.text, other.text, (last.text, *last.shorter)) == (title, sign, roll)


@pytest.mark.parametrize("words", ["Wait…", "何？", "من؟", "Stop!"])
def test_text_with_final_punctuation_gets_no_full_stop(words):
    assert said(text(words, 1, 5, "sign")) == [f"Text: {words}"]


def test_a_text_is_read_once_and_by_time():
    assert said(text("Exit", 9, 12, "sign"), text("Rome", 1, 4), text("EXIT", 20, 24, "sign")) == [
        "Title: Rome.",
        "Text: Exit.",
    ]


def test_sign_shown_too_briefly_is_left_out():
    long = "A notice of many words that stays for one second only"
    assert said(text("Exit", 1, 1.5, "sign"), text(long, 3, 4, "sign"), text(long, 5, 9, "sign")) == [f"Text: {long}."]


def test_credits_are_one_caption_with_a_short_form():
    names = [text("Directed by Ann Lee", 50, 52, "credits"), text("Music by Bo Ek", 53, 55, "credits")]
    (caption,) = text_captions(names, translates=False)
    assert caption.text == "Credits: Directed by Ann Lee. Music by Bo Ek."
    assert caption.shorter == ("The credits roll.",)
    assert caption.span == Span(50, 55)
    assert len(caption.evidence) == 2
    later = text("The end crew", 90, 93, "credits")
    assert len(text_captions([*names, later], translates=False)) == 2


def test_subtitles_are_read_only_where_they_translate():
    line = text("Where are you?", 3, 5, "subtitle")
    assert said(line) == []
    assert said(line, translates=True) == ["Where are you?"]


def test_evidence_shows_the_text_where_it_is_seen():
    (caption,) = text_captions([text("Rome", 1, 4)], translates=False)
    (evidence,) = caption.evidence
    assert (evidence.time, evidence.box, evidence.score) == (2.0, BOX, 0.98)
    assert evidence.what == "title in the picture: 'Rome'"
    assert caption.by == "on-screen text"


@pytest.mark.parametrize(("language", "translates"), [("fra", True), ("eng", False), ("und", False), (None, False)])
def test_the_language_of_the_sound_decides(language, translates):
    film = Film("film.mp4", 10.0, (Stream(0, "audio", "aac", language=language),))
    assert subtitles_translate(film, language="en") is translates
    assert subtitles_translate(Film("film.mp4", 10.0), language="en") is False


@pytest.mark.parametrize(
    ("tag", "language", "translates"), [("ger", "de-AT", False), ("spa", "es", False), ("ger", "fr", True)]
)
def test_codes_of_three_letters_are_languages_too(tag, language, translates):
    film = Film("film.mp4", 10.0, (Stream(0, "audio", "aac", language=tag),))
    assert subtitles_translate(film, language=language) is translates


def test_unknown_language_is_refused():
    film = Film("film.mp4", 10.0, (Stream(0, "audio", "aac", language="ger"),))
    with pytest.raises(LanguageError, match="unknown language"):
        subtitles_translate(film, language="no language")


def test_translated_speech_is_not_kept_clear():
    speech = [Speech(Span(1, 4), "vad"), Speech(Span(6, 8), "vad")]
    assert untranslated(speech, [text("Où ?", 2, 4, "subtitle"), text("Rome", 6, 8)]) == speech[1:]


def test_a_sign_is_read_while_it_shows_and_a_title_also_later():
    sign, title = text_captions([text("Nugget", 9, 14, "sign"), text("The General", 20, 24)], translates=False)
    assert (sign.until, title.until) == ((15.0,), ())


def test_watermarks_are_never_read_and_names_once_a_film():
    mark, name = text("Channel One", 0, 90, "watermark"), text("Helen Marsh / Biologist", 5, 9, "sign")
    again = text("Helen Marsh", 50, 54, "sign")
    assert said(mark, name, again) == ["Text: Helen Marsh, Biologist."]
