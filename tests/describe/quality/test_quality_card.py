"""The card counts what a listener meets, and what is by hand."""

import pytest

from cinescribe.describe.editing.revisions import Revision
from cinescribe.describe.guidelines.finding import Finding
from cinescribe.describe.quality.card_facts import card_facts
from cinescribe.describe.quality.quality_card import QualityCard, RuleCount, quality_card
from cinescribe.schema import Cue, Film, Gap, Person, ScreenText, Script, Speech
from cinescribe.study.trial.costs import FilmCost
from cinescribe.timing import Span

BOX = (0.1, 0.1, 0.9, 0.2)
SCRIPT = Script(
    Film("films/anna.mp4", 90.0),
    people=(Person("p1", "P1", "Anna"), Person("p2", "P2")),
    speech=(Speech(Span(4.0, 6.0), "vad"), Speech(Span(5.0, 8.0), "vad"), Speech(Span(20.0, 22.0), "vad")),
    gaps=(Gap(Span(19.0, 23.0)),),
    cues=(
        Cue(Span(3.0, 7.0), "One, two; don't stop.", id="c1"),
        Cue(Span(20.0, 21.0), "Text: the old mill.", id="c2", hand_made=True, accepted=True),
        Cue(Span(30.0, 30.0), "Anna waits.", id="c3", status="extended", pause=3.0, accepted=True),
        Cue(Span(40.0, 40.0), "Nobody hears this.", id="c4", status="dropped", hand_made=True),
    ),
    texts=(
        ScreenText(Span(19.0, 21.0), "THE OLD MILL", BOX, 0.9, "title"),
        ScreenText(Span(70.0, 71.0), "The old mill", BOX, 0.9),
        ScreenText(Span(70.0, 71.0), "BAKERY", BOX, 0.9),
        ScreenText(Span(70.0, 71.0), "HELLO THERE", BOX, 0.9, "subtitle"),
        ScreenText(Span(70.0, 71.0), "?%", BOX, 0.9),
    ),
)


def finding(rule, severity, cue="c1"):
    return Finding(rule=rule, severity=severity, cue=cue, text="x", source="y")


FINDINGS = (
    finding("tense", "warning"),
    finding("camera", "note"),
    finding("repetition", "warning"),
    finding("repetition", "warning"),
    finding("repetition", "warning", "c2"),
    finding("speech-overlap", "error"),
)
EDITS = [Revision("2026-11-27T10:00:00+00:00", "Ann", "x"), Revision("2026-11-27T10:10:00+00:00", "Ann", "x")]


def test_card_counts_cues_edits_and_costs():
    card = quality_card(SCRIPT, EDITS, FINDINGS, cost=FilmCost(1.5, 3, 0, requests=28, pictures=1))
    assert (card.film, card.minutes, card.cues, card.dropped) == ("anna.mp4", 1.5, 3, 1)
    assert card.seconds == 8.0
    assert card.words_per_minute == pytest.approx(60 * 10 / 8)
    assert (card.over_speech, card.over_speech_share) == (3.0, 0.375)
    assert card.repeated == 2
    assert card.repeated_share == pytest.approx(2 / 3, abs=1e-4)
    assert card.remarks == (
        RuleCount("speech-overlap", "error", 1),
        RuleCount("repetition", "warning", 3),
        RuleCount("tense", "warning", 1),
        RuleCount("camera", "note", 1),
    )
    assert (card.texts, card.texts_read, card.people, card.people_named) == (2, 1, 2, 1)
    assert (card.by_hand, card.accepted) == (1, 1)
    assert card.by_hand_share == pytest.approx(1 / 3, abs=1e-4)
    assert (card.work.minutes, card.requests, card.pictures) == (17.2, 28, 1)
    assert QualityCard.from_dict(card.to_dict()) == card


def test_empty_description_has_no_shares():
    card = quality_card(Script(Film("a.mp4", 0.0)), (), ())
    assert card.over_speech_share is card.words_per_minute is card.by_hand_share is card.repeated_share is None
    assert "requests" not in card.to_dict()


def test_card_has_one_readable_fact_a_line():
    facts = dict(card_facts(quality_card(SCRIPT, EDITS, FINDINGS, cost=FilmCost(1.5, 3, 0, requests=28, pictures=1))))
    assert facts == {
        "Film": "anna.mp4, 1.5 minutes",
        "Cues that are heard": "3, for 8.0 seconds",
        "Cues that are dropped": "1",
        "Over speech": "3.0 seconds, 37.5 percent",
        "Words a minute": "75",
        "Cues that repeat others": "2 of 3, 66.7 percent",
        "Texts in the picture that are read": "1 of 2",
        "People with a name": "1 of 2",
        "Cues by hand": "1 of 3, 33.3 percent",
        "Cues accepted as they were": "1 of 3",
        "Work by hand": "about 17 minutes: 2 edits, 1 session, 1 editor",
        "Requests to models": "28, with 1 picture",
        "Remarks of the guidelines": "6",
        "Error, speech-overlap": "1",
        "Warning, repetition": "3",
        "Warning, tense": "1",
        "Note, camera": "1",
    }
    assert dict(card_facts(quality_card(Script(Film("a.mp4", 0.0)), (), ())))["Work by hand"] == "none"
