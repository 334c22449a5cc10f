"""A kind of study is one object in the table: commands, pages, sheets, results and simulated raters find it there."""

import json
from dataclasses import dataclass

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.errors import StudyError
from cinescribe.metrics.human.rating_tables import RatingTable
from cinescribe.record import Record
from cinescribe.schema import Clip
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_kind import StudyKind, caption_items
from cinescribe.study.kinds.table import KINDS
from cinescribe.timing import Span
from tests.commands import run_command
from tests.serve.sites import hidden, rater, site


@dataclass(frozen=True)
class Joke(Record):
    """A joke that a rater wrote."""

    clip: str
    joke: str


def check_joke(question, answers, duration):
    if question.name == "joke" and "dull" in answers["joke"]:
        raise StudyError("'joke' was answered 'dull'; write a better one")


LABELS = ("not funny", "funny", "very funny")
QUESTIONS = (
    Question("fun", "How funny is the text?", "scale", of_each_text=True, labels=LABELS),
    Question("joke", "Write a joke about the clip.", "words"),
)
FUNNY = StudyKind(
    "funny",
    {"en": "You say how funny each text is.", "de": "Sie sagen, wie lustig jeder Text ist."},
    "captions",
    {"jokes": QUESTIONS},
    caption_items,
    tables=lambda found, protocol: [RatingTable(f"Fun by {protocol}", ("", "n"), (("all", (len(found.ratings),)),))],
    check=check_joke,
    records=lambda judgements, decisions, n_judges: {
        "jokes.jsonl": [Joke(one.clip, one.answers["joke"]) for one in judgements]
    },
    written={"joke": "Knock, knock."},
    has_one_judge=True,
)


@pytest.fixture
def study(tmp_path, monkeypatch):
    """The folder of a study of a new kind, made by the command."""
    monkeypatch.setitem(KINDS, FUNNY.name, FUNNY)
    clips = [Clip(f"c{n}", "film", Span(n, n + 1), "A man runs.") for n in range(2)]
    write_corpus(tmp_path / "corpus", CorpusCard("x", "y", "z"), films=[CorpusFilm("film", "test")], clips=clips)
    (tmp_path / "a.json").write_text(json.dumps({clip.id: f"A says {clip.id}." for clip in clips}))
    options = ["--systems", f"a={tmp_path / 'a.json'}", "--reference", "--judges", 1, "-o", tmp_path / "study"]
    run_command("study", "make", "funny", tmp_path / "corpus", *options)
    return tmp_path / "study"


def test_help_lists_new_kind(study):
    assert "You say how funny each text is. FILE: captions." in run_command("study", "make", "--help").stdout
    printed = run_command("study", "questions", "funny", "-o", study.parent / "questions.jsonl").stdout
    assert printed.splitlines() == [f"{one.name}: {one.text}" for one in QUESTIONS]


def test_rater_answers_pages_of_new_kind(study):
    with open_study(study) as (database, stored), site(database, [stored]) as app:
        browser = rater(database, stored, app)
        first = browser.get(f"/studies/{stored.id}")
        assert "You say how funny each text is." in first.text
        assert "/about-you" in first.text  # as in other kinds with one judge
        german = browser.get(f"/studies/{stored.id}", headers={"accept-language": "de"})
        assert "Sie sagen, wie lustig jeder Text ist." in german.text
        page = browser.get(f"/studies/{stored.id}/next")
        assert page.text.count("3: very funny") == 2
        answers = {"q0-t0": "1", "q0-t1": "3", "q1": "A dull one."}
        refused = browser.post(page.url.path, data={**hidden(page), **answers})
        assert refused.status_code == 422
        assert "write a better one" in refused.text.lower()
        stored_page = browser.post(page.url.path, data={**hidden(refused), **answers, "q1": "Who runs?"})
        assert stored_page.status_code == 200
    printed = run_command("study", "results", study, "-o", study.parent / "results").stdout
    assert "Fun by jokes" in printed
    assert json.loads((study.parent / "results" / "jokes.jsonl").read_text())["joke"] == "Who runs?"


def test_simulated_raters_answer_new_kind(study, tmp_path):
    (tmp_path / "truth.csv").write_text("system,criterion,value\na,fun,1\nreference,fun,3\n")
    run_command("study", "simulate", study, "--truth", tmp_path / "truth.csv", "--raters", 1, "--quiet")
    run_command("study", "export", study, "-o", tmp_path / "ratings.csv")
    assert len((tmp_path / "ratings.csv").read_text().splitlines()) == 1 + 2 * 2
    run_command("study", "results", study, "-o", tmp_path / "results")
    jokes = (tmp_path / "results" / "jokes.jsonl").read_text().splitlines()
    assert [json.loads(line)["joke"] for line in jokes] == ["Knock, knock."] * 2
    options = ["--kind", "funny", "--items", 30, "--runs", 2]
    assert (
        "30 clips, fun: a and reference differ" in run_command("study", "plan", tmp_path / "truth.csv", *options).stdout
    )


def test_new_kind_has_neither_tests_nor_expert_unless_it_says_so(study, tmp_path):
    (tmp_path / "tests.csv").write_text("test,clip,metaphor\n1,c0,yes\n2,c1,no\n")
    options = ["--screening", tmp_path / "tests.csv", "-o", tmp_path / "other"]
    error = run_command("study", "make", "funny", tmp_path / "corpus", *options, exit_code=1).stderr
    assert "a study of the kind funny has no tests of screening; metaphor has" in error


def test_sheet_of_new_kind_has_its_questions(study, tmp_path):
    run_command("study", "sheets", study, "--raters", 1, "-o", tmp_path / "sheets")
    (sheet,) = (tmp_path / "sheets").glob("*.csv")
    assert {"fun", "joke"} <= {*sheet.read_text(encoding="utf-8-sig").splitlines()[0].split(",")}
