"""A whole crowd study: an open link, consent, training, 100 raters with a share of bots, codes, payments, results."""

from collections import Counter
from random import Random

import pytest

from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.crowd.joining import join_study
from cinescribe.study.crowd.payment import decided_payments
from cinescribe.study.design.crowd import FINISHED
from cinescribe.study.entry.consent import decide_consent
from cinescribe.study.entry.participation import end_participation
from cinescribe.study.entry.training import store_training
from cinescribe.study.results.judgements import read_judgements
from cinescribe.study.results.raters import rater_signs
from cinescribe.study.results.study_results import study_results, subsets
from tests.language.messages.english_on_pages import english_in
from tests.serve.sites import Browser, site
from tests.study.crowd.crowds import ASKED, CONSENT, RULES, crowd_study, ids

# Four raters take part on the pages, others by the functions behind these.
N_HONEST, N_FAST, N_SLOW = 76, 10, 10  # the bots guess in one second a page, or in half a minute
HONEST = range(100, 100 + N_HONEST)
N_SLIPS = sum(number % 10 == 0 for number in HONEST)


@pytest.fixture
def place(tmp_path):
    database, study, code = crowd_study(tmp_path, quota=97)
    with site(database, [study]) as app:
        yield database, study, code, app
    database.close()


def arrived(app, code, number, submission="s"):
    """A browser whose rater has read the first page and begun, and the page that follows."""
    browser = Browser(app)
    own = f"PROLIFIC_PID=worker{number}&SESSION_ID={submission}{number}&STUDY_ID=study"
    shown = browser.get(f"/join/{code}?{own}")
    fields = {"PROLIFIC_PID": f"worker{number}", "SESSION_ID": f"{submission}{number}", "STUDY_ID": "study"}
    return browser, browser.fill(f"/join/{code}", shown, **fields) if shown.status_code == 200 else shown


def agreed(browser, study, decision="yes"):
    return browser.fill(f"/studies/{study.id}/consent", digest=CONSENT.digest, decision=decision)


def points(texts, system_of, random, *, is_honest):
    if not is_honest:
        return [random.randint(1, 5) for _ in texts]
    return [
        int(text.split()[2])
        if text.startswith(ASKED)
        else min(5, max(1, {"good": 4, "bad": 2}[system_of(text)] + random.randint(-1, 1)))
        for text in texts
    ]


def take_part(database, study, code, number, random, *, is_honest=True, seconds=30.0):
    person = join_study(database, study, code, ids(number)).person
    decide_consent(database, study, person, digest=CONSENT.digest, is_given=True)
    store_training(database, study, person, step=1, answer=[5])
    n_pages = 0
    while (page := lease_page(database, study, person)) is not None:
        given = points([one.text for one in page.texts], lambda text: text.split()[0], random, is_honest=is_honest)
        if is_honest and number % 10 == 0 and page.texts[0].text == f"{ASKED} 1 in row 0":
            given = [6 - one for one in given]  # one slip of two checks is allowed
        database.clock.now += seconds
        token = f"{number}-{page.assignment}"
        store_answers(database, study, person, assignment=page.assignment, answers={"fit": given}, token=token)
        n_pages += 1
    assert n_pages == RULES.pages
    return end_participation(database, study, person, FINISHED)


def finish_on_pages(database, study, code, app):
    browser, shown = arrived(app, code, 1)
    first = browser.get(f"/join/{code}?PROLIFIC_PID=a&SESSION_ID=b&STUDY_ID=c").text
    assert "4 pages for you. You have 60 minutes" in first
    assert shown.url.path == f"/studies/{study.id}/consent"
    assert "60 of your 60 minutes are left" in shown.text
    shown = agreed(browser, study)
    told = browser.fill(shown.url.path, shown, **{"q0-t0": "4"})
    assert "As expected." in told.text
    shown = browser.get(f"/studies/{study.id}/next")
    for number in range(1, 5):
        assert f"<h1>Page {number} of 4</h1>" in shown.text
        asked = [
            int(line.split()[2])
            for line in shown.text.replace("<", "\n").replace(">", "\n").splitlines()
            if line.startswith(ASKED)
        ]
        database.clock.now += 30
        shown = browser.fill(
            shown.url.path, shown, **{f"q0-t{n}": str(point) for n, point in enumerate(asked or (3, 3))}
        )
    assert "<code>DONE</code>" in shown.text
    assert 'href="https://app.prolific.com/submissions/complete?cc=DONE"' in shown.text
    assert english_in(browser.get(f"/studies/{study.id}/next", headers={"accept-language": "de"}).text) == []
    again = arrived(app, code, 1)[1]  # the same submission: the same end
    assert "<code>DONE</code>" in again.text
    assert "You have taken part in this study already" in arrived(app, code, 1, "other")[1].text


def come_to_other_ends(study, code, app):
    declined = agreed(arrived(app, code, 2)[0], study, "no")
    assert "<code>NONE</code>" in declined.text
    browser, _ = arrived(app, code, 3)
    shown = agreed(browser, study)
    browser.fill(shown.url.path, shown, **{"q0-t0": "1"})
    assert "<code>OUT</code>" in browser.get(f"/studies/{study.id}/next").text
    browser, _ = arrived(app, code, 4)
    agreed(browser, study)
    assert "Your answers were removed." in browser.fill(f"/studies/{study.id}/withdraw", sure="yes").text
    assert "Your answers were removed." in arrived(app, code, 4)[1].text
    assert "The address lacks SESSION_ID" in Browser(app).get(f"/join/{code}?PROLIFIC_PID=a&STUDY_ID=b").text
    assert Browser(app).get("/join/unknown").status_code == 404


def check_payments(database, study):
    _, lines = decided_payments(database, study)
    assert len({line.worker for line in lines}) == len(lines) == 4 + N_HONEST + N_FAST + N_SLOW  # each worker once
    with database.reading() as connection:
        salt = connection.exec_driver_sql("SELECT salt FROM study").scalar_one()
    by_worker = {line.worker: line for line in lines}
    paid = {n: by_worker[ids(n).digests(salt)["worker"]].is_paid for n in (1, 2, 3, 4, *HONEST, *range(300, 320))}
    assert all(paid[number] for number in (1, *HONEST))  # nobody honest is refused
    assert not any(paid[number] for number in (2, 3, 4, *range(300, 310)))
    assert sum(paid[number] for number in range(310, 320)) <= 3  # who guesses slowly passes by chance: 12 %
    ends = Counter(line.end for line in lines)
    assert ends == {"finished": 97, "no-consent": 1, "screened-out": 1, "withdrawn": 1}


def check_results(database, study):
    judgements = read_judgements(database, study)
    signs = rater_signs(study.design, judgements)
    careful, _ = subsets(judgements, signs)
    assert careful is not None
    everybody, without = (study_results(study.design, study.digest, own) for own in (judgements, careful.judgements))
    # Bots, and the honest who slipped at one check of two: suspect, yet paid.
    n_suspect = everybody.n_raters - without.n_raters
    assert N_FAST <= n_suspect <= N_FAST + N_SLOW + N_SLIPS
    alpha, without_alpha = everybody.criteria[0].alpha, without.criteria[0].alpha
    assert alpha is not None
    assert without_alpha is not None
    assert without_alpha > alpha


def test_a_whole_crowd_study(place):
    database, study, code, app = place
    finish_on_pages(database, study, code, app)
    come_to_other_ends(study, code, app)
    random = Random(7)
    for number in HONEST:
        take_part(database, study, code, number, random)
    for number in range(300, 300 + N_FAST + N_SLOW):
        take_part(
            database, study, code, number, random, is_honest=False, seconds=1.0 if number < 300 + N_FAST else 30.0
        )
    assert "All places of this study are taken" in arrived(app, code, 999)[1].text
    check_payments(database, study)
    check_results(database, study)
