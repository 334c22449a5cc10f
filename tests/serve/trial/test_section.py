"""The pages of a trial: the way in, every sentence and silent pause, and the results."""

import json
import re

import pytest

from cinescribe.serve.app import web_app
from cinescribe.serve.studies.section import study_section
from cinescribe.serve.trial.section import trial_section
from cinescribe.store import write_record
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.trial.trial_folder import study_of
from tests.dummies import write_film
from tests.serve.sites import Beep, Browser, hidden
from tests.study.described import SECRETS, a_script, a_trial

KEY = "a-key-that-nobody-guesses"


@pytest.fixture
def place(tmp_path):
    """The folder of a trial, and a browser of somebody who has not come in yet."""
    folder = a_trial(tmp_path / "trial")
    with (
        open_study(study_of(folder)) as (database, study),
        study_section([study], corpus=folder, voice=Beep()) as section,
    ):
        app = web_app(database, [section, trial_section(folder, study, key=KEY)], hosts=["testserver"])
        yield folder, Browser(app)


def next_page(own):
    return own.get("/studies/1/next")


def answered(own, shown, **more):
    answers = {"q0": "yes"} if "Nothing is said here" in shown.text else {"q0-t0": "yes", "q1-t0": "no"}
    return own.fill(shown.url.path, shown, **answers, **more)


def test_the_key_lets_in_and_no_other_does(place):
    _, own = place
    assert own.get("/results").url.path == "/log-in"
    for key in ("x", KEY[:-1], f"{KEY}x", "\u00e9"):
        refused = own.get(f"/enter/{key}")
        assert (refused.status_code, "out of date" in refused.text) == (404, True)
    shown = own.get(f"/enter/{KEY}")
    assert (shown.status_code, shown.url.path) == (200, "/studies/1")
    assert "Each page is yours for 30 minutes" not in shown.text
    assert "Keep this page 30 minutes more" not in next_page(own).text
    assert "0 of 6 pages finished" in shown.text


def test_every_sentence_and_some_silent_pauses_are_judged_and_written(place):
    folder, own = place
    own.get(f"/enter/{KEY}")
    shown, headings, questions = next_page(own), [], set()
    while "<form" in shown.text and 'id="answers"' in shown.text:
        headings.append(re.findall("<h1>(.*?)</h1>", shown.text)[0])
        questions |= set(re.findall(r"<legend>(.*?)<?/", shown.text))
        assert not any(secret in shown.text for secret in SECRETS if secret != "lifts a lamp")
        shown = answered(own, shown)
    assert headings == [f"Page {n} of 6" for n in range(1, 7)]
    assert "Thank you" in shown.text
    assert '<a class="button" href="/results">Write the results</a>' in shown.text
    before = own.get("/results")
    assert "6 of 6 pages are judged" in before.text
    assert "95 %" not in before.text
    written = own.fill("/results", before)
    assert "They have no sentence" in written.text
    found = json.loads((folder / "trial-results.json").read_text())
    assert {share["name"]: share["n_yes"] for share in found["shares"]} == {
        "true": 2,
        "partly true": 0,
        "false": 0,
        "cannot tell": 0,
        "worth hearing": 0,
        "silence that needed words": 4,
    }
    assert "texts" not in found


def test_texts_are_in_the_results_only_with_consent_of_the_judge(place):
    folder, own = place
    own.get(f"/enter/{KEY}")
    answered(own, next_page(own))
    for share, n_texts in (("yes", 1), ("no", 0), ("", 0)):
        own.fill("/results", share=share)
        assert len(json.loads((folder / "trial-results.json").read_text()).get("texts", ())) == n_texts


def test_judge_resumes_at_the_same_page_and_may_go_back(place):
    _, own = place
    own.get(f"/enter/{KEY}")
    first = next_page(own)
    assert "Back to the page before" not in first.text
    second = answered(own, first)
    assert "Page 2 of 6" in second.text
    own.cookies.clear()
    assert own.get(f"/enter/{KEY}").url.path == "/studies/1"
    again = next_page(own)
    assert again.url.path == second.url.path
    back = re.findall(r'<a href="(.*?)">Back to the page before', again.text)
    assert back == [first.url.path]
    assert "checked" in own.get(back[0]).text


def test_forms_of_others_write_no_results(place):
    folder, own = place
    own.get(f"/enter/{KEY}")
    token = hidden(own.get("/results"))
    assert own.post("/results", data={**token, "csrf": "x"}).status_code == 403
    assert own.post("/results", data=token, headers={"origin": "http://evil.example"}).status_code == 403
    own.cookies.clear()
    assert own.post("/results", data=token).status_code == 401
    assert not (folder / "trial-results.json").exists()


def test_hostile_answers_are_not_stored(place):
    _, own = place
    own.get(f"/enter/{KEY}")
    shown = next_page(own)
    for value in ("maybe", "yes" * 100, "<script>", "\u0000", "-1"):
        refused = own.fill(shown.url.path, shown, **{"q0-t0": value, "q1-t0": value, "q0": value})
        assert refused.status_code == 422
        assert "<script>" not in refused.text
    assert next_page(own).url.path == shown.url.path


def test_the_clip_is_cut_from_the_film_of_the_description(place, tmp_path):
    folder, own = place
    film = write_film(tmp_path / "elsewhere.mp4", seconds=4)
    write_record(folder / "secret film.ad" / "script.json", a_script(path=film))
    with open_study(study_of(folder)) as (database, study), study_section([study], corpus=folder) as section:
        own = Browser(web_app(database, [section, trial_section(folder, study, key=KEY)], hosts=["testserver"]))
        own.get(f"/enter/{KEY}")
        shown = next_page(own)
        assert "<video controls" in shown.text
        assert "elsewhere" not in shown.text


def test_frames_of_the_description_replace_a_missing_film(place):
    folder, own = place
    frames = folder / "secret film.ad" / "features" / "watch" / "frames"
    frames.mkdir(parents=True)
    for second in range(60):
        (frames / f"{second * 1000:09}.jpg").write_bytes(b"jpeg")
    own.get(f"/enter/{KEY}")
    shown = next_page(own)
    pictures = re.findall(r'<img src="(.*?)" alt="Picture \d of (\d)', shown.text)
    assert 1 <= len(pictures) <= 4
    assert {n for _, n in pictures} == {str(len(pictures))}
    for address, _ in pictures:
        assert own.get(address).content == b"jpeg"
    assert own.get(f"{pictures[0][0][:-1]}9").status_code == 404
    own.cookies.clear()
    assert own.get(pictures[0][0]).url.path == "/log-in"
