"""An expert decides on sentences one at a time; nobody else learns that there is such a page."""

import re

import pytest

from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.pages import own_page
from cinescribe.study.results.judgements import read_decisions
from cinescribe.study.storage.studies import close_study
from tests.serve.sites import add_study, draft, hidden, rater, site
from tests.study.studies import invited


@pytest.fixture
def place(served):
    """A study of three videos that two people annotated, its site, and the browser of an expert."""
    database = served.database
    study = add_study(database, "metaphor", n=3, n_judges=2)
    one, other = invited(database, study, 2)
    draft(database, study, one)
    last = draft(database, study, other, audio=True, caption="The coke is as fresh as a waterfal")[-1]
    annotators = {"one": one, "other": other}
    with site(database, [study]) as app:
        yield database, study, app, rater(database, study, app, role="expert"), annotators, last


def at(study, *parts):
    return "/".join((f"/studies/{study.id}/validation", *map(str, parts)))


def test_an_expert_reads_one_sentence_after_the_other(place):
    database, study, _, expert, _, _ = place
    home = expert.get("/studies").text
    assert "6 sentences wait for you" in home
    assert f'href="/studies/{study.id}/validation"' in home
    assert f'href="/studies/{study.id}"' not in home
    assert "Waiting for you: 6" in expert.get(at(study)).text
    shown = expert.get(at(study, "next"))
    assert "<h1>Sentence 1 of 6</h1>" in shown.text
    for text in (
        "The drink is as fresh as a waterfall",
        "What is compared?",
        "<dd>12.5</dd>",
        "The coke is as fresh as",
    ):
        assert text in shown.text
    assert "waterfal (Does one need the sound to understand it? Yes)</li>" in shown.text
    assert not re.search(r"secret-clip|rater-", shown.text)
    second = expert.fill(shown.url.path, shown, decision="accept")
    assert "<h1>Sentence 2 of 6</h1>" in second.text
    assert "waterfal" in second.text
    assert re.search(r"What a check by rules found.*drink", second.text, re.DOTALL)
    third = expert.fill(second.url.path, second, decision="return", remark=" No <brand>. ")
    assert "<h1>Sentence 3 of 6</h1>" in third.text
    assert [one.remark for one in read_decisions(database, study)] == [None, "No <brand>."]
    while "<h1>Sentence" in third.text:
        third = expert.fill(third.url.path, third, decision="accept")
    assert "<h1>Thank you</h1>" in third.text
    assert ("Accepted: 5" in third.text, "not written again yet: 1" in third.text) == (True, True)
    assert "No sentences wait for you" in expert.get("/studies").text


def test_returned_page_shows_remark(place):
    database, study, _, expert, annotator, _ = place
    shown = expert.get(at(study, "next"))
    expert.fill(shown.url.path, shown, decision="return", remark="Say what drink.")
    (decision,) = read_decisions(database, study)
    pages = draft(database, study, annotator["one"], primary="the tea", caption="The tea is as fresh as a waterfall")
    assert len(pages) == 1
    again = expert.get(at(study, "next"))
    assert again.url.path == at(study, pages[0], 2)
    assert "You returned this before: Say what drink." in again.text
    assert own_page(database, study, annotator["one"], pages[0]).remark is None
    assert decision.round == 1


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"remark": "It is <i>odd</i>."}, "Choose one of the two: accept the sentence, or return it."),
        ({"decision": "x"}, "Choose one of the two"),
        ({"decision": "return", "remark": " "}, "Write to the annotator what should be different."),
        ({"decision": "accept", "remark": "It is <i>odd</i>."}, "A remark is sent with a sentence that you return"),
        ({"decision": "return", "remark": "x" * 2001}, "The remark has 2001 letters"),
    ],
)
def test_invalid_decision_is_shown_again_and_not_stored(place, fields, message):
    database, study, _, expert, _, _ = place
    shown = expert.get(at(study, "next"))
    refused = expert.fill(shown.url.path, shown, **fields)
    assert refused.status_code in {409, 422}
    assert "<title>Error: " in refused.text
    assert message in refused.text
    (field,) = re.findall(r'<li><a href="#(.*?)">', refused.text)
    assert f'id="{field}"' in refused.text
    assert f'id="{field}-error"' in refused.text
    if fields.get("remark", "").strip():
        assert fields["remark"].replace("<", "&lt;").replace(">", "&gt;") in refused.text
    assert read_decisions(database, study) == []


def test_repeated_decision_is_stored_once_and_a_different_one_not(place):
    database, study, app, expert, _, _ = place
    shown = expert.get(at(study, "next"))
    path, fields = shown.url.path, {**hidden(shown), "decision": "return", "remark": "Once."}
    for _ in range(2):
        assert expert.post(path, data=fields, follow_redirects=False).status_code == 303
    late = expert.post(path, data={**fields, "remark": "A second <thought>."})
    assert late.status_code == 409
    assert "no longer waits" in late.text
    assert "A second &lt;thought&gt;." in late.text
    colleague = rater(database, study, app, role="expert")
    assert colleague.fill(path, colleague.get(at(study)), decision="accept").status_code in {403, 409}
    assert [one.remark for one in read_decisions(database, study)] == ["Once."]
    assert "no longer waits" in expert.get(path).text


def test_forms_of_other_sites_decide_nothing(place):
    database, study, _, expert, _, _ = place
    shown = expert.get(at(study, "next"))
    fields = {**hidden(shown), "decision": "accept"}
    assert expert.post(shown.url.path, data=fields, headers={"origin": "http://evil.test"}).status_code == 403
    assert expert.post(shown.url.path, data={**fields, "csrf": "x"}).status_code == 403
    assert read_decisions(database, study) == []


def test_a_video_on_which_annotators_disagree_is_counted_and_not_shown(place):
    database, study, _, expert, annotator, last = place
    answers = {"present": False}
    store_answers(database, study, annotator["other"], assignment=last, answers=answers, token="no")
    assert "annotators disagree whether there is a metaphor: 1" in expert.get(at(study)).text
    assert "<h1>Sentence 1 of 4</h1>" in expert.get(at(study, "next")).text


def test_non_expert_gets_not_found(place, served):
    database, study, app, expert, _, last = place
    own = rater(database, study, app)
    elsewhere = add_study(database, "pair")
    stranger = rater(database, elsewhere, app, role="expert")
    for browser in (own, stranger):
        nothing = browser.get("/studies/999999999/validation")
        assert nothing.status_code == 404
        for path in (at(study), at(study, "next"), at(study, last, 1), at(study, last, "clip")):
            found = browser.get(path)
            assert (found.status_code, found.text) == (404, nothing.text.replace("/studies/999999999", path))
        sent = browser.fill(at(study, last, 1), browser.get("/about-you"), decision="accept")
        assert (sent.status_code, read_decisions(database, study)) == (404, [])
    assert expert.get(f"/studies/{study.id}").status_code == 404
    assert expert.get(at(study, 999_999_999, "clip")).status_code == 404
    assert expert.get(at(study, last, "clip")).status_code == 404  # the corpus has no film
    for kind in ("pair", "rank"):
        other = served.studies[kind]
        assert rater(database, other, served.app, role="expert").get(at(other)).status_code == 404


def test_a_closed_study_takes_no_decision(place):
    database, study, _, expert, _, _ = place
    shown = expert.get(at(study, "next"))
    close_study(database, study)
    refused = expert.fill(shown.url.path, shown, decision="return", remark="Too late.")
    assert refused.status_code == 409
    assert "This study is closed" in refused.text
    assert "Too late." in refused.text
