"""`study invite`, `study forget` and `study questions`, and what they say without the extra."""

import json
import subprocess
import sys

import pytest

from cinescribe.study.design.design import StudyDesign
from cinescribe.study.folders.make_study import make_study
from cinescribe.study.kinds.questions import read_questions
from cinescribe.study.kinds.table import KINDS
from tests.commands import run_command
from tests.study.studies import ORDER, ranked_items


@pytest.fixture
def study(tmp_path):
    make_study(tmp_path / "study", StudyDesign("s", "rank", ORDER, 2, "corpus"), ranked_items(1))
    return tmp_path / "study"


def test_invite_writes_codes_to_the_file_only(study):
    path = study.parent / "invitations.jsonl"
    result = run_command("study", "invite", study, "--raters", 2, "-o", path, "--json")
    invitations = [json.loads(line) for line in path.read_text().splitlines()]
    assert json.loads(result.stdout) == {"invited": [one["pseudonym"] for one in invitations]}
    assert len({one["code"] for one in invitations}) == 2
    assert not any(one["code"] in result.output for one in invitations)
    assert "exists" in run_command("study", "invite", study, "--raters", 1, "-o", path, exit_code=1).stderr


def test_invite_refuses_an_unknown_role_by_the_name_of_the_option(study):
    path = study.parent / "i.jsonl"
    error = run_command("study", "invite", study, "--raters", 1, "--role", "king", "-o", path, exit_code=1).stderr
    assert "--role is 'king'; expected one of rater, expert, admin" in error
    assert not path.exists()


def test_forget_removes_a_person(study):
    path = study.parent / "i.jsonl"
    run_command("study", "invite", study, "--raters", 1, "-o", path)
    name = json.loads(path.read_text())["pseudonym"]
    assert run_command("study", "forget", study, name).stdout == "forgotten; answers removed: 0\n"
    error = run_command("study", "forget", study, name, "--with-answers", exit_code=1).stderr
    assert "unknown pseudonym" in error


def test_questions_are_written_to_be_edited(tmp_path):
    path = tmp_path / "questions.jsonl"
    printed = run_command("study", "questions", "rank", "--protocol", "mpii-md", "-o", path).stdout
    assert read_questions(path) == KINDS["rank"].protocols["mpii-md"]
    assert printed.startswith("correctness: ")
    error = run_command("study", "questions", "guess", "-o", tmp_path / "q.jsonl", exit_code=1).stderr
    assert "'guess'; expected one of rank, pair, rate" in error


@pytest.mark.slow
def test_missing_extra_error_says_what_to_install(tmp_path):
    code = "import sys; sys.modules['sqlalchemy'] = None\nfrom cinescribe.cli.main import main\nmain()"
    command = [sys.executable, "-c", code, "study", "invite", tmp_path, "--raters", "1", "-o", tmp_path / "i.jsonl"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == (
        "Error: studies need sqlalchemy, which is not installed; run: pip install 'cinescribe[studies]'"
    )
