"""A study's pages go to people as CSV, and what they fill in becomes the study's answers."""

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cinescribe.corpus.datasets.sidecar_annotations import CLEAN, COMMONSENSE
from cinescribe.corpus.metaphors.judgements import version_of
from cinescribe.errors import CorpusError, OutputError, StudyError
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.design.screening import Screening, ScreeningVideo
from cinescribe.study.folders.make_study import make_study
from cinescribe.study.kinds.choose import CHOOSE
from cinescribe.study.kinds.items import KnownAnswer, StudyItem, StudyText
from cinescribe.study.kinds.metaphor import METAPHOR
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_ratings import study_ratings
from cinescribe.study.kinds.table import KINDS
from cinescribe.study.people.people import invite, person_id
from cinescribe.study.results.judgements import read_decisions, read_judgements
from cinescribe.study.sheets import SHEET_LEASE, collect_study_sheets, write_study_sheets
from cinescribe.study.storage.database import Database, sqlite_url
from cinescribe.study.storage.studies import close_study, write_study
from cinescribe.timing import Span
from tests.commands import run_command
from tests.study.sheets.filled import fill, read_rows
from tests.study.studies import ORDER, Clock, invited, ranked_items, stored_study

TEXTS = tuple(
    StudyText("v2c", text, f"c1/{text}", aspect)
    for aspect, text in (("intention", "to rest"), ("intention", "to win"), ("effect", "tired"))
)
CHOICE = [StudyItem("c1", "film", Span(0, 2), TEXTS, caption="P1 runs.")]


def written(tmp_path, n_raters=1, **study):
    """A study with sheets for people who were added."""
    database, stored = stored_study(tmp_path, **study)
    sheets = write_study_sheets(database, stored, tmp_path / "sheets", n_raters=n_raters)
    return database, stored, sheets


def answers(database, study):
    return [one.answers for one in read_judgements(database, study)]


def test_sheets_share_out_the_pages(tmp_path):
    items = ranked_items(10, n_shared=1)
    database, study, sheets = written(tmp_path, 3, items=items, n_judges=2)
    rows = {path: read_rows(path) for path in sheets.sheets}
    assert [path.stem for path in sheets.sheets] == list(sheets.raters)
    judges = Counter(row["clip"] for own in rows.values() for row in own if row["line"] == "1")
    assert judges == {"clip0": 3} | {f"clip{n}": 2 for n in range(1, 10)}
    assert sorted(len({row["page"] for row in own}) for own in rows.values()) == [7, 7, 7]
    assert sheets.n_pages == 21
    first = rows[sheets.sheets[0]][0]
    assert list(first) == [
        *("rater", "page", "line", "clip", "film", "start", "end", "text"),
        *("correctness", "grammar"),
    ]
    assert {first["clip"], first["correctness"]} == {"clip0", ""}
    page = lease_page(database, study, invited(database, study, 1)[0])
    assert page is not None
    assert page.clip == "clip0"  # all others have their judges
    assert "correctness: Which is truer?\n  the rank of each text" in (tmp_path / "sheets" / "guide.txt").read_text()
    database.close()


def test_ranks_are_collected_once_and_may_be_changed(tmp_path):
    database, study, sheets = written(tmp_path, n_judges=1, items=ranked_items(2))
    (path,) = sheets.sheets
    fill(path, {n: {"correctness": str(n % 3 + 1), "grammar": f"{3 - n % 3}.0"} for n in range(3)})
    found = collect_study_sheets(database, study, [path])
    assert (found.n_people, found.n_pages, found.n_answers, found.n_open) == (1, 1, 2, 1)
    (first,) = answers(database, study)
    assert first == {"correctness": [1, 2, 3], "grammar": [3, 2, 1]}
    assert collect_study_sheets(database, study, [path]).n_answers == 0
    for given in ("3", "1"):  # there and back
        fill(path, {0: {"correctness": given}, 2: {"correctness": str(4 - int(given))}})
        assert collect_study_sheets(database, study, [path]).n_answers == 1
        assert answers(database, study)[0]["correctness"] == [int(given), 2, 4 - int(given)]
    ratings = study_ratings(study.design.questions, read_judgements(database, study)).ratings
    assert len(ratings) == 6
    database.close()


def test_rows_may_be_sorted_and_columns_added(tmp_path):
    database, study, sheets = written(tmp_path, n_judges=1, items=ranked_items(1))
    (path,) = sheets.sheets
    rows = read_rows(path)
    given = {row["line"]: {"correctness": row["line"], "grammar": row["line"], "note": "hm"} for row in rows}
    rows = [row | given[row["line"]] for row in reversed(rows)]
    with open(path, "w", encoding="utf-8-sig", newline="") as opened:
        table = csv.DictWriter(opened, ["note", *rows[0].keys() - {"note"}])
        table.writeheader()
        table.writerows(rows)
    collect_study_sheets(database, study, [path])
    assert answers(database, study) == [{"correctness": [1, 2, 3], "grammar": [1, 2, 3]}]
    database.close()


def test_phrases_are_ticked_changed_and_added(tmp_path):
    questions = KINDS["choose"].protocols["v2c"]
    database, study, sheets = written(tmp_path, n_judges=1, items=CHOICE, questions=questions, kind="choose")
    (path,) = sheets.sheets
    rows = read_rows(path)
    at = {(row["about"], row["text"]): n for n, row in enumerate(rows)}
    assert [rows[at["attribute", ""]][name] for name in ("tick", "new words")] == ["-", ""]
    marks = {
        at["intention", "to rest"]: {"tick": "X", "intention-sentence": "She wants to rest."},
        at["intention", "to win"]: {"new words": "to lose"},
        at["effect", ""]: {"new words": "happy; slow"},
        at["attribute", ""]: {"new words": "None"},
    }
    sentence = next(n for n, row in enumerate(rows) if row["line"] == "1")
    marks.setdefault(sentence, {})["intention-sentence"] = "She wants to rest."
    fill(path, marks)
    found = collect_study_sheets(database, study, [path])
    assert (found.n_pages, found.n_answers, found.n_open) == (1, 4, 0)
    judgements = read_judgements(database, study)
    records: dict[str, list[Any]] = {**CHOOSE.records(judgements, (), 1)}
    (record,) = records[COMMONSENSE]
    assert (record.intentions, record.effects, record.attributes) == (("to rest", "to lose"), ("happy", "slow"), ())
    assert records[CLEAN][0].intention == "She wants to rest."
    assert write_study_sheets(database, study, tmp_path / "again", people=sheets.raters).sheets == ()
    database.close()


@pytest.mark.parametrize(
    ("kind", "protocol", "cells", "stored"),
    [
        ("pair", "mpii-md", [{"correctness": "", "relevance": "x"}, {"correctness": "X", "relevance": ""}], [1, 0]),
        ("rate", "completion", [{"rating": "fits"}, {"rating": "2"}], [[4, 2]]),
        ("yes-no", "validation", [{"valid": "Yes"}, {"valid": "n"}], [[True, False]]),
        (
            "trial",
            "description",
            [{"truth": "Partly", "worth": "yes", "missing": "the dog"}, {"truth": "no", "worth": "no"}],
            [["partly", "no"], [True, False], "the dog"],
        ),
    ],
)
def test_answers_of_each_kind_are_read(tmp_path, kind, protocol, cells, stored):
    texts = tuple(StudyText(system, f"={system} waves", f"c/{system}") for system in "ab")
    items = [StudyItem("c", "film", texts=texts)]
    questions = KINDS[kind].protocols[protocol]
    database, study, sheets = written(tmp_path, n_judges=1, items=items, questions=questions, kind=kind)
    (path,) = sheets.sheets
    assert {row["text"] for row in read_rows(path)} == {"'=a waves", "'=b waves"}  # no spreadsheet evaluates it
    fill(path, dict(enumerate(cells)))
    found = collect_study_sheets(database, study, [path])
    assert found.n_open == 0
    assert answers(database, study)[0] == dict(
        zip((one.name for one in questions if one.name != "needed"), stored, strict=True)
    )
    database.close()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({0: {"correctness": "1"}}, "line 3 has nothing under 'correctness'; answer it for each text of the page"),
        ({0: {"correctness": "first"}}, "line 2, under 'correctness': 'first' is no whole number"),
        ({n: {"correctness": "1"} for n in range(3)}, "line 2: 'correctness' was answered .* another rank"),
        ({0: {"text": "d says 0"}}, "line . has the text 'd says 0' instead of '. says 0'; sort whole rows"),
        ({0: {"line": "7"}}, r"page 1 has the lines 7, 2, 3, and was written with 1 to 3"),
        ({n: {"page": "99"} for n in range(3)}, "line 2: there is no page 99 for you"),
        ({n: {"page": "one"} for n in range(3)}, "line 2: the page is 'one'; leave that column as it was written"),
        ({n: {"rater": "nobody"} for n in range(3)}, "line 2: unknown pseudonym 'nobody'"),
    ],
)
def test_invalid_cells_are_named_and_nothing_is_stored(tmp_path, changes, words):
    database, study, sheets = written(tmp_path, n_judges=1, items=ranked_items(1))
    with pytest.raises(StudyError, match=words):
        collect_study_sheets(database, study, [fill(sheets.sheets[0], changes)])
    assert answers(database, study) == []
    database.close()


def test_page_question_is_answered_once(tmp_path):
    questions = (Question("worth", "Is it?", "yes_no"), Question("best", "Which?", "choice"))
    database, study, sheets = written(tmp_path, n_judges=1, items=ranked_items(1), questions=questions)
    (path,) = sheets.sheets
    with pytest.raises(StudyError, match="differ under 'worth'; answer it once for the page"):
        collect_study_sheets(database, study, [fill(path, {0: {"worth": "yes"}, 1: {"worth": "no"}})])
    with pytest.raises(StudyError, match="has a second 'x' under 'best'; choose one text"):
        collect_study_sheets(database, study, [fill(path, {0: {"best": "x"}, 1: {"best": "x", "worth": "yes"}})])
    database.close()


def test_copy_of_a_sheet_is_refused_beside_it(tmp_path):
    database, study, sheets = written(tmp_path, n_judges=1, items=ranked_items(1))
    copy = tmp_path / "copy.csv"
    copy.write_bytes(sheets.sheets[0].read_bytes())
    with pytest.raises(CorpusError, match=r"copy.csv, line 2 has rater 'rater-1-\w+', page '1' again"):
        collect_study_sheets(database, study, [sheets.sheets[0], copy])
    database.close()


def test_tests_of_raters_are_on_sheets(tmp_path):
    items = [*ranked_items(4), *ranked_items(1)]
    items[4] = items[4].replace(clip="gold", gold=(KnownAnswer("grammar", (1.0, 2.0, 3.0)),))
    items.append(items[0].replace(repeats=0))
    _, _, sheets = written(tmp_path, 2, items=items, n_judges=1)
    pages = [[row["clip"] for row in read_rows(path) if row["line"] == "1"] for path in sheets.sheets]
    assert all("gold" in own for own in pages)
    assert [own.count("clip0") for own in pages if "clip0" in own] == [2]  # asked again of who judged it, at the end
    assert [own[-1] for own in pages if "clip0" in own] == ["clip0"]


def test_sheets_need_raters_and_are_never_overwritten(tmp_path):
    database, study, sheets = written(tmp_path, 1, items=ranked_items(2))
    with pytest.raises(StudyError, match=r"there are no raters; give `raters` to add people, or .*`person`"):
        write_study_sheets(database, study, tmp_path / "more")
    with pytest.raises(OutputError, match=r"csv' is there already, and may be filled in; name another folder"):
        write_study_sheets(database, study, tmp_path / "sheets", people=sheets.raters)
    again = write_study_sheets(database, study, tmp_path / "more", people=sheets.raters)
    assert read_rows(again.sheets[0]) == read_rows(sheets.sheets[0])
    close_study(database, study)
    with pytest.raises(StudyError, match="this study is closed"):
        write_study_sheets(database, study, tmp_path / "late", people=[sheets.raters[0]])
    database.close()


def test_folder_with_foreign_files_is_refused_before_raters_are_added(tmp_path):
    database, study = stored_study(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "film.mp4").touch()
    with pytest.raises(OutputError, match=r"holds 'film.mp4'"):
        write_study_sheets(database, study, tmp_path / "mine", n_raters=1)
    with pytest.raises(StudyError, match="unknown pseudonym 'rater-1'"):
        write_study_sheets(database, study, tmp_path / "sheets", people=["rater-1"])
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["film.mp4"]
    database.close()


def test_sheets_and_web_pages_go_together(tmp_path):
    database, study, sheets = written(tmp_path, 1, items=ranked_items(2), n_judges=2)
    person = person_id(database, sheets.raters[0])
    page = lease_page(database, study, person)  # who has a sheet may answer on the web
    assert page is not None
    assert str(page.assignment) in {row["page"] for row in read_rows(sheets.sheets[0])}
    assert page.leased_until == database.clock() + SHEET_LEASE
    store_answers(database, study, person, assignment=page.assignment, answers={"grammar": [1, 2, 3]}, token="web")
    again = lease_page(database, study, person)  # half answered, and kept as long as before
    assert again is not None
    assert (again.assignment, again.leased_until) == (page.assignment, page.leased_until)
    database.close()


DRAFT = {
    "present": "yes",
    "audio": "no",
    "time": "0:12.5",
    "primary": "The drink",
    "secondary": "a waterfall",
    "property": "fresh",
    "caption": "The drink is as fresh as a waterfall",
}


def metaphor_study(tmp_path, **design):
    database = Database(sqlite_url(tmp_path / "study.db"), clock=Clock())
    whole = StudyDesign("s", "metaphor", KINDS["metaphor"].protocols["vmcd"], 1, "corpus", **design)
    return database, write_study(database, whole, [StudyItem("ad", "film", Span(0, 30))])


def test_metaphors_are_annotated_returned_and_rewritten_on_sheets(tmp_path):
    database, study = metaphor_study(tmp_path)
    first = write_study_sheets(database, study, tmp_path / "1", n_raters=1)
    with pytest.raises(StudyError, match=r"line 2: 'caption' was answered .*; write what you gave above"):
        collect_study_sheets(database, study, [fill(first.sheets[0], {0: DRAFT | {"property": "cold"}})])
    assert collect_study_sheets(database, study, [fill(first.sheets[0], {0: DRAFT})]).n_open == 0
    (expert,) = (one.pseudonym for one in invite(database, study, n_people=1, role="expert"))
    waiting = write_study_sheets(database, study, tmp_path / "2", people=[expert])
    (row,) = read_rows(waiting.sheets[0])
    assert (row["sentence"], row["decision"], row["time"]) == (DRAFT["caption"], "", "0:12.5")
    with pytest.raises(StudyError, match="line 2 returns a sentence without a remark; write what should change"):
        collect_study_sheets(database, study, [fill(waiting.sheets[0], {0: {"decision": "Return"}})])
    with pytest.raises(StudyError, match=r"has page and round \['1', 'one'\]; leave those columns"):
        collect_study_sheets(database, study, [fill(waiting.sheets[0], {0: {"round": "one", "remark": "a river"}})])
    fill(waiting.sheets[0], {0: {"round": "1", "remark": "a river"}})
    found = collect_study_sheets(database, study, [waiting.sheets[0]])
    assert (found.n_people, found.n_answers, found.n_open) == (1, 1, 0)
    again = write_study_sheets(database, study, tmp_path / "3", people=first.raters)
    (row,) = read_rows(again.sheets[0])
    assert (row["remark"], row["present"], row["time"], row["caption"]) == (
        "a river",
        "yes",
        "0:12.5",
        DRAFT["caption"],
    )
    assert collect_study_sheets(database, study, [again.sheets[0]]).n_answers == 0  # nothing was rewritten
    better = {"secondary": "a river", "caption": "The drink is as fresh as a river"}
    assert collect_study_sheets(database, study, [fill(again.sheets[0], {0: better})]).n_answers == 2
    last = write_study_sheets(database, study, tmp_path / "4", people=[expert])
    assert collect_study_sheets(database, study, [fill(last.sheets[0], {0: {"decision": "accept"}})]).n_answers == 1
    judgements, decisions = read_judgements(database, study), read_decisions(database, study)
    kept: list[Any] = [*METAPHOR.records(judgements[:1], decisions, 1)["judgements.jsonl"]]
    assert [version_of(one) for one in kept] == ["1 drafted", "1 returned", "2 rewritten", "2 accepted"]
    database.close()


def test_screening_comes_before_the_pages(tmp_path):
    videos = [ScreeningVideo(test, f"{test}{n}", "film", n == 0) for test in (1, 2) for n in range(2)]
    database, study = metaphor_study(tmp_path, screening=Screening(tuple(videos)))
    tests = write_study_sheets(database, study, tmp_path / "tests", n_raters=2)
    assert [row["clip"] for row in read_rows(tests.sheets[0])] == ["10", "11", "20", "21"]
    right = {n: {"metaphor": word} for n, word in enumerate(("yes", "no", "yes", "no"))}
    with pytest.raises(StudyError, match="line 3 has no answer; a test is taken at once, so answer every video"):
        collect_study_sheets(database, study, [fill(tests.sheets[0], {0: right[0]})])
    assert collect_study_sheets(database, study, [tests.sheets[1]]).passed == {}
    with pytest.raises(StudyError, match="line 2 has 'one' under 'test'; leave that column as it was written"):
        collect_study_sheets(database, study, [fill(tests.sheets[0], {0: {"test": "one"}})])
    fill(tests.sheets[0], {**right, 0: {"test": "1", "metaphor": "yes"}})
    fill(tests.sheets[1], {n: {"metaphor": "yes"} for n in range(4)})
    found = collect_study_sheets(database, study, tests.sheets)
    assert found.passed == dict(zip(tests.raters, (True, False), strict=True))
    pages = write_study_sheets(database, study, tmp_path / "pages", people=tests.raters[:1])
    assert [row["clip"] for row in read_rows(pages.sheets[0])] == ["ad"]
    with pytest.raises(StudyError, match=r"'rater-2-\w+' failed test 1 of the study; leave this person out"):
        write_study_sheets(database, study, tmp_path / "more", people=tests.raters[1:])
    database.close()


def test_commands_write_and_collect_sheets(tmp_path):
    make_study(tmp_path / "study", StudyDesign("s", "rank", ORDER, 1, "corpus"), ranked_items(2))
    made = run_command("study", "sheets", tmp_path / "study", "--raters", 1, "-o", tmp_path / "sheets", "--json")
    (path,), (name,) = (json.loads(made.stdout)[part] for part in ("sheets", "raters"))
    assert (path, json.loads(made.stdout)["pages"]) == (str(tmp_path / "sheets" / f"{name}.csv"), 2)
    fill(Path(path), {n: {"correctness": str(n % 3 + 1), "grammar": str(n % 3 + 1)} for n in range(6)})
    shown = run_command("study", "collect", tmp_path / "study", path)
    assert shown.stdout.splitlines() == ["people: 1", "pages: 2", "answers: 4", "open: 0"]
    results = run_command("study", "results", tmp_path / "study", "-o", tmp_path / "results").stdout
    assert "raters 1, pages 2, ratings 12" in results
