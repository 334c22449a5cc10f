import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import select, update

from cinescribe.errors import ChallengeError, RecordError
from cinescribe.study.challenge.jobs import (
    LEASE,
    MAX_TRIES,
    MetricValue,
    fail,
    finish,
    mark_checked,
    mark_scoring,
    renew,
    take_job,
)
from cinescribe.study.challenge.overview import audit_lines, job_counts
from cinescribe.study.challenge.phases import close_phase
from cinescribe.study.challenge.scorer import do_job, open_scorer, work
from cinescribe.study.challenge.submissions import own_submissions, submission_path, submit
from cinescribe.study.storage import challenge_tables as tables
from tests.study.challenge.challenges import SECRET, captions, opened, running

ROOT = Path(__file__).resolve().parents[3]
VALUES = [MetricValue("ROUGE-L", 0.5, "ROUGE-L|v:1"), MetricValue("Length", 4.0, "Length|v:1")]


@pytest.fixture
def challenge(tmp_path):
    with running(tmp_path) as found:
        yield found


def scores(challenge):
    with challenge.database.reading() as connection:
        return connection.execute(select(tables.score.c.submission_id, tables.score.c.metric)).all()


def test_job_of_a_dead_worker_is_leased_again(challenge):
    challenge, a, _ = challenge
    submit(challenge, a, "public", captions("test"))
    dead = take_job(challenge)
    assert dead is not None
    assert take_job(challenge) is None
    mark_scoring(challenge, dead)
    challenge.database.clock.now += LEASE - 1
    renew(challenge, dead)
    challenge.database.clock.now += LEASE - 1
    assert take_job(challenge) is None
    challenge.database.clock.now += 1
    alive = take_job(challenge)
    assert alive is not None
    assert (alive.job, alive.worker) != (dead.job, dead.worker)
    for late in (
        lambda: finish(challenge, dead, VALUES),
        lambda: renew(challenge, dead),
        lambda: mark_checked(challenge, dead),
        lambda: fail(challenge, dead, "late", kind="Late"),
    ):
        with pytest.raises(ChallengeError, match="the job of submission 1 went to another worker; leave it"):
            late()
    assert scores(challenge) == []
    finish(challenge, alive, VALUES)
    with pytest.raises(ChallengeError, match="went to another worker"):
        finish(challenge, alive, VALUES)
    assert sorted(scores(challenge)) == [(1, "Length"), (1, "ROUGE-L")]
    assert own_submissions(challenge, a)[0].state == "scored"


def test_a_job_of_which_workers_die_fails_in_the_end(challenge):
    challenge, a, _ = challenge
    submit(challenge, a, "public", captions("test"))
    for _ in range(MAX_TRIES):
        assert take_job(challenge) is not None
        challenge.database.clock.now += LEASE
    assert take_job(challenge) is None
    (one,) = own_submissions(challenge, a)
    assert (one.state, one.reason) == ("failed", "scoring broke off 3 times; the organisers look into it")
    assert job_counts(challenge) == [("public", "failed", 1)]


def test_a_blind_phase_is_checked_at_once_and_scored_after_its_close(challenge):
    challenge, a, _ = challenge
    submit(challenge, a, "blind", captions("blind"))
    lease = take_job(challenge)
    assert lease is not None
    assert not lease.may_score
    mark_checked(challenge, lease)
    challenge.database.clock.now += 10 * LEASE
    assert take_job(challenge) is None
    close_phase(challenge, "blind")
    lease = take_job(challenge)
    assert lease is not None
    assert lease.may_score


def test_scorer_messages_contain_no_reference(challenge, monkeypatch, capfd):
    challenge, a, _ = challenge
    submit(challenge, a, "blind", captions("blind"))
    close_phase(challenge, "blind")

    def fall(*_, **__):
        raise ValueError(f"no value: {SECRET}")

    monkeypatch.setattr("cinescribe.study.challenge.scorer.submission_scores", fall)
    assert work(open_scorer(challenge), is_over=lambda: True) == 1
    (one,) = own_submissions(challenge, a)
    assert (one.state, one.reason) == ("failed", "scoring failed; the organisers look into it")
    assert audit_lines(challenge)[0].detail == "1 ValueError"
    assert SECRET not in "".join(capfd.readouterr())
    for table in tables.phase.metadata.sorted_tables:
        with challenge.database.reading() as connection:
            assert SECRET not in str(connection.execute(select(table)).all())


def test_job_with_a_changed_or_missing_file_fails(challenge):
    challenge, a, b = challenge
    one, two = (
        submit(challenge, a, "public", captions("test")),
        submit(challenge, b, "public", captions("test", end="!")),
    )
    submission_path(challenge.folder, one.digest).write_bytes(captions("test", good=False))
    submission_path(challenge.folder, two.digest).unlink()
    assert work(open_scorer(challenge), is_over=lambda: True) == 2
    assert own_submissions(challenge, a)[0].reason == "the file was changed after its submission; submit it again"
    assert "cannot be read" in str(own_submissions(challenge, b)[0].reason)


def test_a_job_that_another_worker_took_is_left(challenge):
    challenge, a, _ = challenge
    submit(challenge, a, "public", captions("test"))
    lease = take_job(challenge)
    assert lease is not None
    with challenge.database.writing() as connection:
        connection.execute(update(tables.job).values(worker="another"))
    do_job(open_scorer(challenge), lease)
    assert scores(challenge) == []


def test_worker_waits_between_polls(challenge):
    challenge, a, _ = challenge
    waited = []

    def wait(seconds):
        waited.append(seconds)
        submit(challenge, a, "public", captions("test"))

    assert work(open_scorer(challenge), is_over=lambda: len(scores(challenge)) > 0, wait=wait) == 1
    assert waited == [2.0]


def test_a_scorer_needs_the_references_of_the_clips(challenge):
    challenge, _, _ = challenge
    path = challenge.folder / "references" / "blind.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[1:]))
    with pytest.raises(ChallengeError, match="the references of the phase 'blind' are of other clips"):
        open_scorer(challenge)
    path.unlink()
    with pytest.raises(RecordError, match=r"blind\.jsonl"):
        open_scorer(challenge)


_WORKER = """
import sys, time
from cinescribe.study.challenge import scorer as module
from cinescribe.study.challenge.challenge import open_challenge
def hang(*_, **__):
    print("scoring", flush=True)
    time.sleep(600)
module.submission_scores = hang
with open_challenge(sys.argv[1]) as challenge:
    module.work(module.open_scorer(challenge), is_over=lambda: False)
"""


@pytest.mark.slow
def test_a_killed_scorer_leaves_its_job_to_the_next_one_and_it_is_scored_once(tmp_path):
    with running(tmp_path) as (challenge, a, _):
        submit(challenge, a, "public", captions("test"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", _WORKER, str(tmp_path / "challenge")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "scoring\n"
        worker.send_signal(signal.SIGKILL)
    with opened(tmp_path / "challenge") as challenge:
        challenge.database.clock.now = 4e9  # after the lease, which the killed process wrote by the real clock
        assert own_submissions(challenge, a)[0].state == "scoring"
        assert work(open_scorer(challenge), is_over=lambda: True) == 1
        assert work(open_scorer(challenge), is_over=lambda: True) == 0
        assert own_submissions(challenge, a)[0].state == "scored"
        assert {metric for _, metric in scores(challenge)} >= {"ROUGE-L", "Length", "Novel"}
