"""How likely readings are: by rates of a model on films with truth, for each kind; and what is never noted."""

from dataclasses import replace

import pytest

from cinescribe.errors import ModelError, RecordError
from cinescribe.generate.readings.reading import Answers, JudgedReading, Reading
from cinescribe.generate.readings.reading_fit import KindFit, ReadingFit, fitted_readings, raises_odds, read_fit
from cinescribe.store import write_record

FACT = "Anna hugs Ben."
SURE = {FACT: 0.95}
MOMENTS = {FACT: 0}
GOOD = KindFit("why", 40, 0.8, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1)
TRUE = Answers(plain=1.0, denied=0.0, swapped=0.0, blind=0.0, evidence=(1.0,))


def reading(kind="why", text="to comfort Ben", moments=(0,)):
    return Reading(kind, "Anna", text, "to tease Ben", (FACT,), moments)


def faults(answers, *, kind=GOOD, of="why"):
    return ReadingFit("m", 8, (kind,)).faults(JudgedReading(reading(of), answers), SURE, MOMENTS)


def test_a_reading_that_all_checks_confirm_is_noted_with_its_probability():
    sure, why = faults(TRUE)
    assert why == ()
    assert sure == pytest.approx(41 / 42)  # no surer than forty readings can show


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        (replace(TRUE, blind=1.0), "these frames do not make it likelier than others do"),
        (replace(TRUE, blind=None), "these frames do not make it likelier than others do"),
        (replace(TRUE, plain=None), "the checks were not answered"),
        (replace(TRUE, denied=1.0, swapped=1.0), "only 54% sure to be true"),
        (replace(TRUE, denied=1.0, swapped=1.0), "the answers are no evidence"),
    ],
)
def test_a_reading_that_one_check_denies_is_not_noted(answers, fault):
    assert fault in faults(answers)[1]


def test_evidence_that_is_not_seen_again_counts_with_how_sure_it_was():
    judged = JudgedReading(reading(), replace(TRUE, evidence=(0.0,)))
    assert ReadingFit("m", 8, (GOOD,)).faults(judged, {FACT: 0.99}, MOMENTS)[1] == ()
    found = ReadingFit("m", 8, (GOOD,)).faults(judged, {FACT: 0.85}, MOMENTS)
    assert found[1] == ("its evidence is not seen again",)


def test_an_effect_is_noted_only_if_the_shots_that_follow_show_it():
    kind = replace(GOOD, kind="effect")
    assert faults(replace(TRUE, follows=1.0), kind=kind, of="effect")[1] == ()
    for follows in (0.0, None):
        assert "what follows does not show it" in faults(replace(TRUE, follows=follows), kind=kind, of="effect")[1]


def test_without_a_fit_of_the_kind_nothing_is_likely():
    assert faults(TRUE, of="effect") == (None, ("the model has no fit for effect",))
    assert faults(TRUE, kind=replace(GOOD, n=19)) == (None, ("the model has no fit for why",))


def test_a_model_that_cannot_tell_true_from_false_is_not_noted():
    blind = replace(GOOD, hit=0.9, alarm=0.6)
    assert faults(TRUE, kind=blind)[1] == (
        "on films with truth, the model cannot tell true readings of this kind from false ones",
    )


def test_a_fit_counts_what_a_model_calls_true_by_the_truth_of_each_statement():
    good = [(JudgedReading(reading(), TRUE), True, False)] * 20
    bad = [(JudgedReading(reading(), Answers(0.0, 1.0, 1.0, 0.0, evidence=(1.0,))), False, True)] * 5
    (kind,) = fitted_readings("m", good + bad, films=3).kinds
    assert (kind.kind, kind.n) == ("why", 25)
    assert kind.share == pytest.approx(21 / 27)
    assert kind.hit > 0.95
    assert kind.alarm < 0.05
    assert kind.denied_hit > 0.85
    assert kind.can_tell


def test_a_model_that_says_yes_to_all_has_no_evidence_and_is_as_likely_as_on_average():
    yes = Answers(1.0, 1.0, 1.0, 1.0, evidence=(1.0,))
    known = [(JudgedReading(reading(), yes), n % 2 == 0, False) for n in range(40)]
    (kind,) = fitted_readings("m", known, films=3).kinds
    assert not kind.can_tell
    assert kind.probability(yes) == pytest.approx(0.5, abs=0.05)


def test_only_a_reading_that_its_own_frames_make_likelier_raises_the_odds():
    assert raises_odds(TRUE)
    assert raises_odds(replace(TRUE, plain=0.6))
    for blind in (1.0, 0.6, 0.3, None):
        assert not raises_odds(replace(TRUE, blind=blind))
    assert not raises_odds(replace(TRUE, plain=None))


def test_a_fit_is_read_for_its_own_model_only(tmp_path):
    fit = ReadingFit("server:m", 8, (GOOD,))
    write_record(tmp_path / "fit.json", fit)
    assert read_fit(tmp_path / "fit.json", model="server:m") == fit
    with pytest.raises(ModelError, match="is the fit of server:m, and the notes are by other; fit this model"):
        read_fit(tmp_path / "fit.json", model="other")


def test_a_fit_with_a_rate_that_is_none_is_refused(tmp_path):
    with pytest.raises(RecordError, match=r"the `hit` of a fit is 1\.0; expected more than 0 and less than 1"):
        replace(GOOD, hit=1.0)
