import os

import pytest

from tests.serve.challenge.pages import served
from tests.study.challenge.challenges import SECRET, joined, texts


@pytest.fixture
def pages(tmp_path):
    with served(tmp_path) as found:
        yield found


def test_visitors_read_the_rules_and_members_get_data(pages):
    _, a, _, browser = pages
    rules = browser().get("/challenge").text
    assert "<h1>challenge</h1>" in rules
    assert "<strong>blind</strong>: 6 clips" in rules
    assert "open." in rules
    assert browser().get("/challenge/data", 303).headers["location"].startswith("/log-in")
    page = browser(a).get("/challenge/data").text
    assert 'href="/challenge/data/blind/clips.tsv"' in page
    listed = browser(a).get("/challenge/data/blind/clips.tsv")
    assert listed.text.splitlines()[1].split("\t")[:3] == ["1", "blind0", "blind"]
    assert listed.headers["x-content-type-options"] == "nosniff"
    assert "attachment" in listed.headers["content-disposition"]


@pytest.mark.parametrize(
    "path",
    [
        "blind/../../references/blind.jsonl",
        "blind/%2e%2e/%2e%2e/references/blind.jsonl",
        "blind/..%2f..%2freferences%2fblind.jsonl",
        "..%2freferences/blind.jsonl",
        "references/blind.jsonl",
        "blind//etc/passwd",
        "blind/%2fetc%2fpasswd",
        "blind/link",
        "blind/clips.tsv%00",
        "train/clips.jsonl",
    ],
)
def test_only_listed_files_are_served(pages, path):
    challenge, a, _, browser = pages
    os.symlink(challenge.folder / "references" / "blind.jsonl", challenge.folder / "open" / "blind" / "link")
    answer = browser(a).client.get(f"/challenge/data/{path}")
    assert answer.status_code in {404, 405}
    assert SECRET not in answer.text


def test_no_page_of_a_blind_phase_has_a_word_of_its_references(pages):
    _, a, _, browser = pages
    own = browser(a)
    paths = ["", "/data", "/team", "/submit", "/submissions", "/leaderboard"]
    files = own.get("/challenge/data").text.split('href="/challenge/data/')[1:]
    paths += [f"/data/{part.partition(chr(34))[0]}" for part in files]
    assert len(files) >= 8
    for path in paths:
        assert SECRET not in own.get(f"/challenge{path}").text
    assert any(text in own.get("/challenge/data/public/clips.jsonl").text for text in texts("test").values())


def test_only_organisers_open_and_close_phases(pages):
    challenge, a, _, browser = pages
    assert "Organisers" not in browser(a).get("/challenge").text
    browser(a).get("/challenge/admin", 404)
    browser(a).post("/challenge/admin", 404, change="close", phase="blind", sure="yes")
    own = browser(joined(challenge, "staff", is_organiser=True))
    page = own.post("/challenge/admin", 422, change="close", phase="blind").text
    assert "a phase that has closed stays so" in page
    own.post("/challenge/admin", change="close", phase="blind", sure="yes")
    assert "Closed on" in own.get("/challenge/admin").text
    assert "has closed, and stays so" in own.post("/challenge/admin", 422, change="open", phase="blind").text
    assert "phase closed" in own.get("/challenge/admin").text
