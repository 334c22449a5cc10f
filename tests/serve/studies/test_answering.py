"""Every kind is answered by plain forms, and bad input is shown with what was typed."""

import re
from typing import Any

import pytest
from sqlalchemy import func, select

from cinescribe.errors import DatabaseError
from cinescribe.serve.studies.steps import steps
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import LEASE, lease_page
from cinescribe.study.assignment.pages import own_page
from cinescribe.study.storage import tables
from cinescribe.study.storage.studies import close_study
from tests.serve.sites import add_study, hidden, rater, site

METAPHOR = {
    "q0": "yes",
    "q1": "no",
    "q2": "12,5",
    "q3": "a man",
    "q4": "a train",
    "q5": "fast",
    "q6": "The man is as fast as a train.",
}
# Of each kind: the fields of each step.
FORMS: dict[str, list[dict[str, Any]]] = {
    "rank": [{f"q{n}-t0": "2", f"q{n}-t1": "1", f"q{n}-t2": "3"} for n in range(4)],
    "pair": [{"q0": "0", "q1": "1"}],
    "rate": [{"q0-t0": "1", "q0-t1": "5"}],
    "choose": [
        {"q0-tick": "0", "q0-edit-1": "to leave home", "q1-own": "to be seen\n\nto fall", "q2-tick": ["4", "5"]},
        {"q3": "P1 wants to wave.", "q4": "", "q5": ""},
    ],
    "yes-no": [{f"q{question}-t{text}": "yes" for question in range(4) for text in range(3)}],
    "metaphor": [METAPHOR],
    "trial": [{"q0-t0": "cannot tell", "q1-t0": "yes", "q2": "What she wears."}],
}
STORED: dict[str, dict[str, Any]] = {
    "rank": {"correctness": [2, 1, 3], "helpful": [2, 1, 3]},
    "pair": {"correctness": 0, "relevance": 1},
    "rate": {"rating": [1, 5]},
    "choose": {
        "intention": {"ticked": [0], "own": [], "edited": {"1": "to leave home"}},
        "effect": {"ticked": [], "own": ["to be seen", "to fall"], "edited": {}},
        "intention-sentence": "P1 wants to wave.",
    },
    "yes-no": {"fluency": [True] * 3, "creativity": [True] * 3},
    "metaphor": {"present": True, "audio": False, "time": "12,5", "primary": "a man"},
    "trial": {"truth": ["cannot tell"], "worth": [True], "missing": "What she wears."},
}


def opened(browser, study):
    return browser.get(f"/studies/{study.id}/next")


def page_of(served, browser, study, shown):
    assignment = int(re.findall(r"/pages/(\d+)/", shown.url.path)[0])
    return own_page(served.database, study, browser.person, assignment)


def n_answers(database, page):
    found = select(func.count()).select_from(tables.answer).where(tables.answer.c.assignment_id == page.assignment)
    with database.reading() as connection:
        return connection.execute(found).scalar_one()


@pytest.mark.parametrize("kind", FORMS)
def test_a_kind_is_answered_by_plain_forms(served, browser, kind):
    own, study = browser(kind), served.studies[kind]
    shown = opened(own, study)
    page = page_of(served, own, study, shown)
    assert len(FORMS[kind]) == len(steps(page.questions))
    for number, fields in enumerate(FORMS[kind], start=1):
        assert shown.status_code == 200
        assert shown.url.path.endswith(f"/pages/{page.assignment}/{number}")
        shown = own.fill(shown.url.path, shown, **fields)
    assert "Page 2 of 2" in shown.text
    stored = page_of(served, own, study, own.get(f"/studies/{study.id}/pages/{page.assignment}/1"))
    assert stored.is_finished
    assert {**stored.answers, **STORED[kind]} == stored.answers
    again = own.get(f"/studies/{study.id}/pages/{page.assignment}/1")
    for name, value in FORMS[kind][0].items():
        for one in [value] if isinstance(value, str) else value:
            assert all(line in again.text for line in one.replace(",", ".").splitlines()), name


@pytest.mark.parametrize("kind", FORMS)
def test_pages_reveal_no_clip_film_or_system(served, browser, kind):
    own, study = browser(kind), served.studies[kind]
    shown = opened(own, study)
    refused = own.fill(shown.url.path, shown, **{"q0": "a", "q0-t0": "a"})
    for text in (shown.text, refused.text, str(shown.url), str(shown.headers)):
        assert not re.search(r"secret-clip|\b(red|green|blue)\b", text)


@pytest.mark.parametrize(
    ("kind", "fields", "messages"),
    [
        ("rank", {}, ["Choose a rank for text A.", "Choose a rank for text C."]),
        ("rank", {"q0-t0": "1", "q0-t1": "1", "q0-t2": "2"}, ["Texts A and B both have rank 1"]),
        ("rank", {"q0-t0": "1", "q0-t1": "2", "q0-t2": "9"}, ["Give each of the 3 texts another rank"]),
        ("pair", {"q0": "7", "q1": "x"}, ["Choose one of the 2 texts: Which text says"]),
        ("rate", {"q0-t0": "6", "q0-t1": "1"}, ["Choose 1 to 5"]),
        ("rate", {"q0-t0": "1"}, ["Answer for text B"]),
        ("choose", {"q0-tick": "5", "q1-own": "my own phrase"}, ["It has no such phrase", "my own phrase"]),
        ("yes-no", {"q0-t0": "perhaps"}, ["Answer for text B"]),
        (
            "metaphor",
            {"q3": "a man & <b>", "q2": "later"},
            ["Answer this: Is there", "Write times in the 30.00 s of the video", "a man &amp; &lt;b&gt;"],
        ),
        ("metaphor", {**METAPHOR, "q6": "It is nice."}, ["Write: X is as Y as Z", "It is nice."]),
        (
            "metaphor",
            {**METAPHOR, "q1": "", "q3": "a man & a dog", "q5": " "},
            [
                "Since you said yes above, answer this: Does one need",
                "Since you said yes above, answer this: Which property",
                "a man &amp; a dog",
            ],
        ),
        (
            "metaphor",
            {**METAPHOR, "q4": "a cheetah"},
            ["Write what you gave above in one sentence, such as: a man is as fast as a cheetah"],
        ),
    ],
)
def test_invalid_answer_is_shown_again_and_not_stored(served, browser, kind, fields, messages):
    own, study = browser(kind), served.studies[kind]
    shown = opened(own, study)
    refused = own.fill(shown.url.path, shown, **fields)
    assert refused.status_code == 422
    assert "<title>Error: " in refused.text
    for message in messages:
        assert message in refused.text
    for link in re.findall(r'<li><a href="#(.*?)">', refused.text):
        assert f'id="{link}"' in refused.text
        assert f'id="{link}-error"' in refused.text
    assert hidden(refused)["form"] == hidden(shown)["form"]
    assert n_answers(served.database, page_of(served, own, study, shown)) == 0


def test_texts_are_moved_by_buttons(served, browser):
    own, study = browser("rank"), served.studies["rank"]
    shown = opened(own, study)
    path = shown.url.path

    def ranks(page):
        return re.findall(r"<option selected>(\d)</option>", page.text), re.findall(r"<h3>\s*Text (.)", page.text)

    assert ranks(shown) == ([], ["A", "B", "C"])
    moved = own.fill(path, shown, move="2-up")
    assert ranks(moved) == (["1", "2", "3"], ["A", "C", "B"])
    assert "Text C has rank 2 of 3 now" in moved.text
    assert re.search(r'value="2-up" autofocus', moved.text)
    moved = own.fill(path, moved, **{"q0-t2": "2", "q0-t0": "1", "q0-t1": "3", "move": "2-up"})
    assert ranks(moved)[1] == ["C", "A", "B"]
    assert re.search(r'value="2-down" autofocus', moved.text)
    assert own.fill(path, moved, move="x-up").status_code == 200
    assert n_answers(served.database, page_of(served, own, study, shown)) == 0


def test_a_form_that_is_sent_twice_is_stored_once(served, browser):
    own, study = browser("pair"), served.studies["pair"]
    shown = opened(own, study)
    fields = {**hidden(shown), "q0": "0", "q1": "1"}
    for _ in range(2):
        assert own.post(shown.url.path, data=fields, follow_redirects=False).status_code == 303
    assert n_answers(served.database, page_of(served, own, study, shown)) == 2
    other = own.post(shown.url.path, data={**fields, "q0": "1"})
    assert other.status_code == 409
    assert "was answered otherwise by the same form" in other.text
    assert hidden(other)["form"] != hidden(shown)["form"]
    assert own.fill(shown.url.path, other, q0="1", q1="1").status_code == 200
    assert n_answers(served.database, page_of(served, own, study, shown)) == 4


def test_last_answer_counts_in_two_windows_of_one_page(served, browser):
    own, study = browser("pair"), served.studies["pair"]
    first, second = opened(own, study), opened(own, study)
    assert first.url == second.url
    own.fill(first.url.path, first, q0="0", q1="0")
    own.fill(first.url.path, second, q0="1", q1="1")
    assert page_of(served, own, study, first).answers == {"correctness": 1, "relevance": 1}


def test_reassigned_page_keeps_typed_answers(served):
    database = served.database
    study = add_study(database, "yes-no", n=1)
    database_clock = database.clock
    with site(database, [study]) as app:
        one, other = rater(database, study, app), rater(database, study, app)
        shown = opened(one, study)
        kept = one.fill(shown.url.path, shown, keep="1", **{"q0-t0": "yes"})
        assert "30 minutes more" in kept.text
        assert 'value="yes" checked' in kept.text
        database_clock.now += LEASE + 1
        assert lease_page(database, study, other.person) is not None
        late = one.fill(shown.url.path, shown, **FORMS["yes-no"][0])
        assert late.status_code == 409
        assert "more than 30 minutes, and went to another rater" in late.text
        assert late.text.count("checked") == 12
        assert f'href="/studies/{study.id}/next"' in late.text
        lost = one.fill(shown.url.path, shown, keep="1", **FORMS["yes-no"][0])
        assert "the page is no longer yours" in lost.text.lower()
        assert lost.text.count("checked") == 12
        assert "No page of" in opened(one, study).text


def test_closed_study_is_announced(served):
    study = add_study(served.database, "pair")
    with site(served.database, [study]) as app:
        own = rater(served.database, study, app)
        shown = opened(own, study)
        close_study(served.database, study)
        refused = own.fill(shown.url.path, shown, q0="0", q1="0")
        assert refused.status_code == 409
        assert "This study is closed, and takes no more answers" in refused.text
        assert "This study is closed" in own.fill(shown.url.path, shown, keep="1").text
        assert "This study is closed" in opened(own, study).text


def test_progress_is_shown_and_the_end(served):
    study = add_study(served.database, "pair", n=2)
    with site(served.database, [study]) as app:
        own = rater(served.database, study, app)
        assert "0 of 2 pages finished" in own.get("/studies").text
        shown = opened(own, study)
        assert "<h1>Page 1 of 2</h1>" in shown.text
        shown = own.fill(shown.url.path, shown, q0="0", q1="0")
        assert "<h1>Page 2 of 2</h1>" in shown.text
        shown = own.fill(shown.url.path, shown, q0="0", q1="0")
        assert "<h1>Thank you</h1>" in shown.text
        assert "You have finished all pages" in own.get("/studies").text
        assert own.get(f"/studies/{study.id}").text.count(">Page ") == 2


def test_last_answer_of_a_page_leads_directly_to_the_next(served, monkeypatch):
    study = add_study(served.database, "pair", n=3)

    def fails(*_, **__):
        raise DatabaseError("the disk is full")

    with site(served.database, [study]) as app:
        own = rater(served.database, study, app)
        shown = opened(own, study)
        shown = own.fill(shown.url.path, shown, q0="0", q1="0")
        assert [step.status_code for step in shown.history] == [303]
        assert "<h1>Page 2 of 3</h1>" in shown.text
        page = page_of(served, own, study, shown)
        monkeypatch.setattr("cinescribe.serve.studies.answering.lease_page", fails)
        stored = own.fill(shown.url.path, shown, q0="0", q1="0")
        assert [step.headers["location"] for step in stored.history] == [f"/studies/{study.id}/next"]
        assert stored.status_code == 503
        assert own_page(served.database, study, own.person, page.assignment).is_finished
        monkeypatch.undo()
        assert "<h1>Page 3 of 3</h1>" in opened(own, study).text


def test_templates_are_compiled_at_start(served, monkeypatch):
    study = add_study(served.database, "rank")

    def fails(*_, **__):
        raise RuntimeError("too late")

    with site(served.database, [study]) as app:
        own = rater(served.database, study, app)
        monkeypatch.setattr("jinja2.Environment.compile", fails)
        assert opened(own, study).status_code == 200


def test_blind_raters_get_sound_and_others_do_not(served, browser):
    study = served.studies["rank"]
    seen, heard = (opened(browser("rank", is_blind=said), study).text for said in (None, True))
    assert "read aloud" not in seen
    assert heard.count("<audio") == 3  # the clip has no file in this test
    own = browser("rank")
    assert own.fill("/about-you", blind="yes").status_code == 200
    assert "read aloud" in opened(own, study).text
    assert own.fill("/about-you", blind="maybe").status_code == 422


def test_a_stored_answer_is_shown_when_the_page_is_opened_again(served, browser):
    own, study = browser("metaphor"), served.studies["metaphor"]
    shown = opened(own, study)
    page = page_of(served, own, study, shown)
    answers = {"present": False, "description": "A <i>man</i> runs."}
    store_answers(served.database, study, own.person, assignment=page.assignment, answers=answers, token="other")
    again = own.get(shown.url.path).text
    assert 'value="no" checked' in again
    assert "A &lt;i&gt;man&lt;/i&gt; runs." in again


def test_answers_that_may_be_left_out_are_taken_back(served, browser):
    own, study = browser("metaphor"), served.studies["metaphor"]
    shown = opened(own, study)
    page = page_of(served, own, study, shown)
    own.fill(shown.url.path, shown, **METAPHOR, q7="A man runs.")
    again = own.get(shown.url.path)
    assert 'id="q1-none" name="q1" value="">' in again.text
    assert "q0-none" not in again.text
    emptied = {**dict.fromkeys(METAPHOR, ""), "q0": "no", "q7": " "}
    fields = {**hidden(again), **emptied}
    for _ in range(2):  # sent twice, stored once
        assert own.post(shown.url.path, data=fields, follow_redirects=False).status_code == 303
    assert page_of(served, own, study, shown).answers == {"present": False}
    assert n_answers(served.database, page) == 2 * 8
    assert 'id="q1-none" name="q1" value="" checked' in own.get(shown.url.path).text
