"""What a description says of itself: why nothing is heard, and what would be if the film waited."""

import json

import pytest

from cinescribe.describe.placement.outcome import cues_with_waiting, log_outcome, silence_line
from cinescribe.describe.stages import Stages
from cinescribe.schema import Caption, Cue, Film, Gap, Person, ScreenText, Script, Shot
from cinescribe.timing import Span

FILM = Film("film.mp4", 20.0)
PAUSE = (Gap(Span(2.0, 8.0)),)
SHOTS = (Shot(Span(0.0, 20.0)),)
DROPPED = Cue(Span(3.0, 3.0), "P1 waits.", status="dropped", id="c3000", reason="the gap is 1.1 s", could_wait=True)


def text(words: str) -> ScreenText:
    return ScreenText(Span(1.0, 2.0), words, (0.0, 0.0, 0.5, 0.5), 0.9)


def test_a_film_in_which_something_is_heard_is_not_silent():
    assert silence_line(Script(FILM, cues=(DROPPED.replace(status="spoken"),))) is None


@pytest.mark.parametrize(
    ("gaps", "cues", "why"),
    [
        ((), (DROPPED,), "there is no pause of 1.2 s in the speech"),
        (PAUSE, (), "no sentence was certain"),
        (PAUSE, (DROPPED,), "the only cue was dropped; c3000: the gap is 1.1 s"),
        (PAUSE, (DROPPED, DROPPED.replace(id="c4")), "all 2 cues were dropped; c3000: the gap is 1.1 s"),
    ],
)
def test_a_silent_film_says_why(gaps, cues, why):
    assert silence_line(Script(FILM, gaps=gaps, cues=cues, shots=SHOTS)) == (
        f"nothing is said: {why}. Seen and not said: 1 shot"
    )


def test_film_too_short_for_a_pause_is_explained():
    line = silence_line(Script(Film("film.mp4", 0.3), shots=SHOTS))
    assert line == "nothing is said: the film lasts 0.3 s, and a pause needs 1.2 s. Seen and not said: 1 shot"


def test_silent_film_lists_its_people_texts_and_shots():
    people = (Person("p1", "P1", portrait="1.jpg"), Person("p2", "P2", name="Anna"), Person("p3", "P3"))
    texts = tuple(map(text, ("EXIT", "EXIT", "Bar", "12", "Sale")))
    line = silence_line(Script(FILM, people=people, texts=texts, shots=SHOTS * 2))
    assert line is not None
    assert line.endswith("said: 2 people (P1, Anna), 4 texts ('EXIT', 'Bar', '12', ...), 2 shots")


def test_cues_for_which_the_film_could_wait_are_counted():
    cues = (DROPPED, DROPPED.replace(id="c4", could_wait=False), DROPPED.replace(id="c5", status="spoken"))
    assert cues_with_waiting(Script(FILM, cues=cues)) == 1


def test_the_log_has_the_reasons(tmp_path):
    script = Script(FILM, gaps=PAUSE, cues=(DROPPED,))
    log_outcome(script, [Caption("c", "P1 waits.", notes=("Music plays.",))], Stages(tmp_path, tmp_path / "log.jsonl"))
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["event"] for line in lines] == ["noticed", "dropped", "silent", "described"]
    assert lines[1]["reason"] == DROPPED.reason
