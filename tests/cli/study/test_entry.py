"""`study consent`, `study payments` and open links, for a study that `study make` made from files."""

import json

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.schema import Clip
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.crowd.joining import join_study
from cinescribe.study.crowd.platform_ids import PlatformIds
from cinescribe.study.entry.consent import decide_consent, rater_consent
from cinescribe.study.entry.participation import end_participation
from cinescribe.study.entry.training import store_training
from cinescribe.study.folders.open_study import open_study
from cinescribe.timing import Span
from tests.commands import run_command
from tests.study.studies import leased

CROWD = 'platform = "prolific"\npages = 2\nminutes = 9\n[finished]\ncode = "C1"\n'
EXAMPLE = {"clip": "c0", "answers": [{"question": "present", "values": [0], "why": "It only waves."}]}


@pytest.fixture
def study(tmp_path):
    clips = [Clip(f"c{n}", "film", Span(n, n + 1), f"Reference {n}.") for n in range(3)]
    write_corpus(tmp_path / "corpus", CorpusCard("x", "y", "z"), films=[CorpusFilm("film", "test")], clips=clips)
    (tmp_path / "text.md").write_text("# Consent\n\nWe store your answers.\n")
    (tmp_path / "examples.jsonl").write_text(json.dumps(EXAMPLE) + "\n")
    (tmp_path / "crowd.toml").write_text(CROWD)
    files = ["--consent", tmp_path / "text.md", "--instructions", tmp_path / "text.md"]
    files += ["--training", tmp_path / "examples.jsonl", "--crowd", tmp_path / "crowd.toml"]
    made = run_command("study", "make", "metaphor", tmp_path / "corpus", *files, "-o", tmp_path / "study", "--json")
    assert json.loads(made.stdout)["pages"] == 2  # the clip of an example is not judged
    return tmp_path / "study"


def test_a_changed_text_is_the_next_version(study):
    text = study.parent / "text.md"
    assert json.loads(run_command("study", "consent", study, text, "--json").stdout)["version"] == 1
    text.write_text("We store your answers for ever.\n")
    assert run_command("study", "consent", study, text).stdout.startswith("version 2\n")


def test_an_open_link_is_written_and_who_finished_is_paid(study):
    path = study.parent / "link.jsonl"
    assert "either --raters or --open" in run_command("study", "invite", study, "-o", path, exit_code=2).stderr
    wrong = ["--open", 2, "--role", "expert", "-o", path]
    assert "--open invites raters" in run_command("study", "invite", study, *wrong, exit_code=2).stderr
    run_command("study", "invite", study, "--open", 2, "-o", path)
    link = json.loads(path.read_text())
    with open_study(study) as (database, stored):
        person = join_study(database, stored, link["path"].removeprefix("/join/"), PlatformIds("w", "s", "t")).person
        text = rater_consent(database, stored, person).text
        assert text is not None
        decide_consent(database, stored, person, digest=text.digest, is_given=True)
        store_training(database, stored, person, step=1, answer=False)
        page = leased(database, stored, person)
        store_answers(database, stored, person, assignment=page.assignment, answers={"present": False}, token="t")
        end_participation(database, stored, person, "finished")
    (study.parent / "export.csv").write_text("Participant id,Submission id\nw,s\n")
    written = ["--workers", study.parent / "export.csv", "-o", study.parent / "pay.csv", "--json"]
    assert json.loads(run_command("study", "payments", study, *written).stdout) == {"list": 1, "decided": 1, "paid": 1}
    assert (study.parent / "pay.csv").read_text().splitlines()[1].startswith("pay,w,s,rater-")
    again = run_command("study", "payments", study, "--again", 1, "-o", study.parent / "again.csv").stdout
    assert again == "list 1: 1 decided, 1 to pay\n"
