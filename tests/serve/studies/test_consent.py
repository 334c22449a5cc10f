"""Raters read a text, decide, and may leave again, all by forms without scripts."""

import pytest
from sqlalchemy import func, select

from cinescribe.study.design.written_text import WrittenText
from cinescribe.study.entry.consent import set_consent
from cinescribe.study.storage import tables
from tests.language.messages.english_on_pages import english_in
from tests.serve.sites import add_study, hidden, rater, site

ALL = {f"q{question}-t{text}": "yes" for question in range(4) for text in range(3)}
TEXT = WrittenText("# Consent\n\nWe *store* <b>answers</b>.", "en")
GERMAN = {"accept-language": "de"}


@pytest.fixture
def place(served):
    study = add_study(served.database, "yes-no", n_judges=9, instructions=WrittenText("Watch **first**.", "en"))
    set_consent(served.database, study, TEXT)
    with site(served.database, [study]) as app:
        yield served.database, study, rater(served.database, study, app)


def decide(own, study, decision, text=TEXT):
    path = f"/studies/{study.id}/consent"
    return own.fill(path, digest=text.digest, **({} if decision is None else {"decision": decision}))


def test_the_text_comes_first_and_agreeing_leads_to_the_instructed_page(place):
    _, study, own = place
    shown = own.get(f"/studies/{study.id}/next")
    assert shown.url.path == f"/studies/{study.id}/consent"
    assert "<h1>Consent</h1>" in shown.text
    assert "<em>store</em> &lt;b&gt;answers" in shown.text
    assert "Version 1, of " in shown.text
    assert decide(own, study, None).status_code == 422
    page = decide(own, study, "yes")
    assert "<h1>Page 1 of 2</h1>" in page.text
    assert "<summary>Instructions</summary>" in page.text
    assert "<strong>first</strong>" in page.text
    assert "You agreed to this text." in own.get(f"/studies/{study.id}/consent").text


def test_who_declines_is_asked_nothing_and_may_agree_later(place):
    _, study, own = place
    declined = decide(own, study, "no")
    assert "You did not agree" in declined.text
    assert own.get(f"/studies/{study.id}/next").url.path.endswith("/consent")
    assert "<h1>Page 1 of 2</h1>" in decide(own, study, "yes").text


def test_a_text_that_changes_meanwhile_keeps_what_was_typed_and_asks_again(place):
    database, study, own = place
    page = decide(own, study, "yes")
    newer = WrittenText("Other words.", "en")
    set_consent(database, study, newer)
    assert "the text has changed" in decide(own, study, "yes", TEXT).text.lower()
    refused = own.post(page.url.path, data={**hidden(page), **ALL})
    assert refused.status_code == 409
    assert "Read what the study asks you to agree to" in refused.text
    assert "checked" in refused.text
    assert "This text has changed since you agreed" in own.get(f"/studies/{study.id}/next").text
    assert "<h1>Page 1 of 2</h1>" in decide(own, study, "yes", newer).text


def test_who_leaves_confirms_it_and_takes_the_answers_along(place):
    database, study, own = place
    page = decide(own, study, "yes")
    own.post(page.url.path, data={**hidden(page), **ALL})
    of_person = select(func.count()).where(tables.assignment.c.person_id == own.person)
    path = f"/studies/{study.id}/withdraw"
    assert "your answers to 1 page are removed" in own.get(path).text
    assert own.fill(path).status_code == 422
    with database.reading() as connection:
        assert connection.execute(of_person).scalar_one() > 0
    assert "You have left the study" in own.fill(path, sure="yes").text
    with database.reading() as connection:
        assert connection.execute(of_person).scalar_one() == 0
    assert own.get(path).status_code == 404
    assert study.design.name not in own.get("/studies").text


@pytest.mark.parametrize("page", ["consent", "withdraw", ""])
def test_pages_are_in_german(place, page):
    _, study, own = place
    shown = own.get(f"/studies/{study.id}/{page}".rstrip("/"), headers=GERMAN)
    assert '<html lang="de"' in shown.text
    assert english_in(shown.text) == []
