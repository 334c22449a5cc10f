import pytest

from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.film_folder.sentence_filter import flag_sentences, sentence_flags, story_span
from cinescribe.corpus.narration.transcripts import read_transcript
from cinescribe.timing import Span
from tests.shared import shared

READ = """A title reads: London, 1944.
The sign above the door reads 'Exit'.
Superimposed: Three days later.
A caption appears: 'Paris'.
The words 'The End' appear on the screen.
Title: Ten years later.
"Six months later."
Yellow subtitles read I love you.
The headline reads Man Walks on Moon.
A banner across the street says Welcome Home.
White letters appear: New York City.
Text scrolls across the screen.
In subtitles: where are you?"""

HEARD = """Music plays.
A gunshot rings out.
Soft piano music plays in the distance.
The phone continues to ring.
A siren wails.
The wind howls.
We hear footsteps.
There is a loud bang.
From behind the door comes light music.
Church bells toll.
Distant laughter is heard.
Her voice fades away.
[dramatic music]"""

SEEN = """Anna reads a letter.
Anna passes a sign that reads Exit.
Anna plays the piano.
A gunshot rings out as Anna runs.
The phone rings and Anna picks it up.
The girl reads the newspaper.
Anna rings the bell.
A car approaches.
The captain says goodbye.
The letter falls to the ground.
A poster hangs on the wall.
He signs the note.
Anna credits Ben with the idea.
The orchestra sits down.
A man with a sign stops the car.
The monitor flashes on.
Ben opens the present and reads the card.
Shots are poured at the bar."""


def described(*rows):
    return [FilmSentence(f"d{n:04d}", "description", Span(a, b), text) for n, (a, b, text) in enumerate(rows, 1)]


@pytest.mark.parametrize("text", READ.split("\n"))
def test_on_screen_text_is_flagged(text):
    assert sentence_flags(text) == ("on-screen text",)


@pytest.mark.parametrize("text", HEARD.split("\n"))
def test_sounds_without_a_visible_source_are_flagged(text):
    assert sentence_flags(text) == ("sound only",)


@pytest.mark.parametrize("text", SEEN.split("\n"))
def test_visible_action_is_not_flagged(text):
    assert sentence_flags(text) == ()


def test_a_flagged_sentence_is_left_out_with_the_reason():
    first, second = flag_sentences(described((1, 2, "Anna sits."), (3, 4, "Music plays.")), duration=60.0)
    assert (first.flags, first.left_out) == ((), None)
    assert (second.flags, second.left_out) == (("sound only",), "sound only")


def test_an_earlier_reason_for_leaving_out_stays():
    (only,) = flag_sentences([described((3, 4, "Music plays."))[0].replace(left_out="score 0.2")], duration=60.0)
    assert only.left_out == "score 0.2"


def test_companies_titles_and_credits_limit_the_story():
    sentences = described(
        (2, 5, "A lion roars in a round frame."),
        (6, 9, "Northern Films presents a film by Ada Moss."),
        (10, 12, "The Long Way"),
        (14, 18, "Ben walks along a road."),
        (500, 504, "Ben drives off."),
        (560, 565, "The credits roll."),
        (570, 575, "Ben: Carl Moss"),
    )
    assert story_span(sentences, duration=600.0) == Span(12, 560)
    reasons = [one.left_out for one in flag_sentences(sentences, duration=600.0)]
    assert reasons == [
        *["opening titles: before 12.00 s"] * 3,
        *[None] * 2,
        *["closing credits: after 560.00 s"] * 2,
    ]


def test_credits_in_the_middle_do_not_limit_the_story():
    sentences = described(
        (10, 12, "Ben walks."), (300, 304, "Credits roll on the television."), (500, 503, "Ben sleeps.")
    )
    assert story_span(sentences, duration=600.0) == Span(0, 600)


def test_sentences_after_the_film_are_not_called_credits():
    sentences = described((10, 12, "Ben walks."), (600, 603, "Ben sleeps."), (610, 612, "Music plays."))
    assert [one.left_out for one in flag_sentences(sentences, duration=600.0)] == [
        None,
        "outside the film, which lasts 600.00 s",
        "outside the film, which lasts 600.00 s",
    ]


def test_a_given_story_is_used():
    sentences = described((10, 12, "Ben walks."), (30, 34, "Ben runs."))
    reasons = [one.left_out for one in flag_sentences(sentences, duration=600.0, story=Span(20, 580))]
    assert reasons == ["opening titles: before 20.00 s", None]


def test_a_real_description_loses_its_titles_its_credits_and_two_sounds():
    path = shared("data/text/elephants_dream_vtt/descriptions.en.vtt")
    sentences = flag_sentences(read_transcript(path), duration=653.0)
    assert [one.id for one in sentences if one.left_out and "opening" in one.left_out] == ["d0001", "d0002", "d0003"]
    assert [one.id for one in sentences if one.left_out and "closing" in one.left_out] == [
        f"d{n:04d}" for n in range(55, 64)
    ]
    assert [one.id for one in sentences if one.flags] == ["d0021", "d0043"]
