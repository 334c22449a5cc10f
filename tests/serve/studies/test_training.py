"""Raters answer examples, and read what was expected and why."""

import pytest

from cinescribe.study.design.design import StudyDesign
from cinescribe.study.design.training import TrainingAnswer, TrainingExample
from cinescribe.study.design.written_text import WrittenText
from cinescribe.study.entry.consent import set_consent
from cinescribe.study.kinds.answers import ShownText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.table import KINDS
from cinescribe.study.storage.studies import write_study
from tests.language.messages.english_on_pages import english_in
from tests.serve.sites import add_study, items_of, rater, site

GERMAN = {"accept-language": "de"}


@pytest.fixture
def place(served):
    name = next(iter(KINDS["rank"].protocols.values()))[0].name
    answers = (TrainingAnswer(name, (2.0, 1.0), "<b>He</b> does wave."),)
    example = TrainingExample("secret-clip", answers, (ShownText("He sits."), ShownText("He waves.")), film="film")
    study = add_study(served.database, "rank", n_judges=9, training=(example,))
    with site(served.database, [study]) as app:
        yield study, rater(served.database, study, app, is_blind=True)


def test_an_example_is_answered_and_explained_before_the_first_page(place):
    study, own = place
    shown = own.get(f"/studies/{study.id}/next")
    assert shown.url.path == f"/studies/{study.id}/training/1"
    assert "<h1>Example 1 of 1</h1>" in shown.text
    assert "does wave" not in shown.text
    assert own.get(f"/studies/{study.id}/training/2").status_code == 404
    assert own.fill(shown.url.path, shown).status_code == 422
    moved = own.fill(shown.url.path, shown, move="1-up")
    assert "Text B has rank 1 of 2 now" in moved.text
    told = own.fill(shown.url.path, shown, **{"q0-t0": "1", "q0-t1": "2"})
    assert "Another answer is expected." in told.text
    assert "&lt;b&gt;He&lt;/b&gt; does wave." in told.text
    assert "Your answer: rank 2<br>Expected: rank 1" in told.text
    again = own.fill(shown.url.path, shown, **{"q0-t0": "2", "q0-t1": "1"})  # the first answer stays
    assert "Another answer is expected." in again.text
    assert "<h1>Page 1 of 2</h1>" in own.get(f"/studies/{study.id}/next").text
    assert own.get(f"/studies/{study.id}/training/1/spoken/1").headers["content-type"] == "audio/wav"
    assert own.get(f"/studies/{study.id}/training/1/spoken/2").status_code == 404


def test_consent_comes_before_examples(place, served):
    study, own = place
    set_consent(served.database, study, WrittenText("We store your answers.", "en"))
    path = f"/studies/{study.id}/training/1"
    asked = f"/studies/{study.id}/consent"
    assert own.get(path).url.path == asked
    assert own.fill(path, own.get(asked), **{"q0-t0": "1", "q0-t1": "2"}).url.path == asked


def test_pages_of_training_are_in_german(place):
    study, own = place
    shown = own.get(f"/studies/{study.id}/next", headers=GERMAN)
    assert english_in(shown.text) == []
    told = own.fill(shown.url.path, shown, **{"q0-t0": "2", "q0-t1": "1"})
    assert "<b>As expected.</b>" in told.text
    assert english_in(own.get(told.url.path, headers=GERMAN).text) == []


def test_an_example_is_answered_even_where_its_question_need_not_be(served):
    question = Question("present", "Is there one?", "yes_no", is_required=False)
    example = TrainingExample("c", (TrainingAnswer("present", (0.0,), "There is none."),), film="film")
    design = StudyDesign("optional", "yes-no", (question,), 9, "none", training=(example,))
    study = write_study(served.database, design, items_of("yes-no", 1))
    with site(served.database, [study]) as app:
        own = rater(served.database, study, app)
        path = f"/studies/{study.id}/training/1"
        refused = own.fill(path)
        assert (refused.status_code, "Answer the question; then you see" in refused.text) == (422, True)
        assert "<b>As expected.</b> There is none." in own.fill(path, q0="no").text
