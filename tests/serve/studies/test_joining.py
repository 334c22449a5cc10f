"""Open links of platforms, and of none: who comes back goes on, and who cannot begin is told why."""

import pytest

from cinescribe.study.design.crowd import CrowdRules
from cinescribe.study.storage.studies import StoredStudy
from tests.language.messages.english_on_pages import english_in
from tests.serve.sites import Browser, add_study, site
from tests.study.crowd.crowds import crowd_study


def opened(path, platform, quota=1):
    rules = CrowdRules(platform, pages=1, minutes=30)
    return crowd_study(path, rules=rules, n_items=2, quota=quota, consent=None, training=())


@pytest.fixture
def place(tmp_path):
    database, study, code = opened(tmp_path, "open")
    with site(database, [study]) as app:
        yield database, study, f"/join/{code}", app
    database.close()


def test_without_a_platform_the_browser_tells_who_comes_back(place):
    database, study, path, app = place
    own, other = Browser(app), Browser(app)
    assert own.fill(path).url.path.startswith(f"/studies/{study.id}/pages/")
    assert own.fill(path).url.path.startswith(f"/studies/{study.id}/pages/")
    full = other.fill(path)
    assert (full.status_code, "All places of this study are taken" in full.text) == (409, True)
    database.clock.now += 31 * 60
    assert "Your 30 minutes are over" in own.get(f"/studies/{study.id}").text
    assert other.fill(path).url.path.startswith(f"/studies/{study.id}/pages/")
    gone = own.get(f"/studies/{study.id}/next", headers={"accept-language": "de"})
    assert "Ihr Platz ist an jemand anderen gegangen" in gone.text
    assert english_in(gone.text) == []


def test_the_first_page_is_in_german_and_changes_nothing(place):
    database, _, path, app = place
    assert english_in(Browser(app).get(path, headers={"accept-language": "de"}).text) == []
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM participant").scalar_one() == 0


def test_a_task_that_is_only_looked_at_cannot_be_begun(tmp_path):
    database, study, code = opened(tmp_path, "mturk")
    with site(database, [study]) as app:
        ids = "workerId=w&hitId=h&assignmentId="
        shown = Browser(app).get(f"/join/{code}?{ids}ASSIGNMENT_ID_NOT_AVAILABLE")
        assert (shown.status_code, "Accept this task at the platform first" in shown.text) == (400, True)
        assert Browser(app).get(f"/join/{code}?{ids}a").status_code == 200
    database.close()


def test_a_link_to_a_study_that_is_not_served_is_unknown(place, served):
    database, study, path, _ = place
    plain = add_study(served.database, "rank")
    other = StoredStudy(study.id + 1, plain.design, plain.digest, is_closed=False)
    with site(database, [other]) as app:
        assert Browser(app).get(path).status_code == 404
        assert Browser(app).get("/join/" + "x" * 81).status_code == 404
