"""What readings rest on: sentences that checks accepted, each said once, of people who do something."""

from cinescribe.describe.narration.accepted_facts import read_moments
from cinescribe.export.narration import Considered, NarratedMoment
from cinescribe.generate.narration.moments import Role
from cinescribe.schema import Shot, Speech
from cinescribe.timing import Span

ROLES = (Role("P1", "Anna", "Anna"), Role("P2", "Ben", "Ben"))
SHOTS = [Shot(Span(5.0 * n, 5.0 * n + 5)) for n in range(10)]


def moments(*texts, span=None, speech=()):
    considered = tuple(
        one if isinstance(one, Considered) else Considered(one, 1.0, 0.9 - 0.01 * n) for n, one in enumerate(texts)
    )
    return read_moments([NarratedMoment(span or Span(8, 10), 2.0, considered=considered)], SHOTS, speech, ROLES)


def facts(*texts):
    return [fact.text for fact in moments(*texts)[0].facts]


def test_only_sentences_that_checks_accepted_are_facts():
    unchecked = Considered("Anna runs.", 1.0)
    false = Considered("Anna falls.", 1.0, 0.4, ("only 40% sure to be true",))
    assert facts("Anna opens a door.", unchecked, false) == ["Anna opens a door."]


def test_a_sentence_that_says_another_one_and_more_is_left_out():
    assert facts("Anna sits down. Ben leaves.", "Anna sits down.", "Anna sits down in the bar.") == ["Anna sits down."]


def test_sentences_of_nobody_and_those_without_an_action_are_left_out():
    assert facts("A man runs.", "Anna stands nearby.", "Ben is in the bar.", "Ben hugs Anna.") == ["Ben hugs Anna."]


def test_the_surest_four_facts_are_kept_with_those_whom_they_name():
    (one,) = moments("Ben hugs Anna.", "Ben reads.", "Anna runs.", "Anna falls.", "Anna drinks.")
    assert [fact.text for fact in one.facts] == ["Ben hugs Anna.", "Ben reads.", "Anna runs.", "Anna falls."]
    assert one.facts[0].people == ("Ben", "Anna")


def test_what_follows_is_shown_for_twelve_seconds():
    (one,) = moments("Anna runs.")
    assert (one.since, one.about) == (2.0, Span(2.0, 10))
    assert [shot.span.start for shot in one.moment.shots] == [0, 5, 10, 15, 20]
    assert one.n_own == 2
    assert one.moment.described == Span(2.0, 22.0)
    assert not any(shot.is_context for shot in one.moment.shots)


def test_dialogue_is_that_of_the_moment_and_of_what_follows():
    speech = [Speech(Span(start, start + 1), "subtitles", f"at {start}") for start in (0, 3, 12, 30)]
    (one,) = moments("Anna runs.", speech=speech)
    assert one.moment.dialogue == ("at 3", "at 12")


def test_the_last_moment_has_only_its_own_shots():
    (one,) = moments("Anna runs.", span=Span(48, 50))
    assert one.moment.shots[-1].span.end == 50
