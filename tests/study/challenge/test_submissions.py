import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cinescribe.errors import ChallengeError, OutputError
from cinescribe.study.challenge.phases import close_phase
from cinescribe.study.challenge.references import check_secrecy
from cinescribe.study.challenge.submissions import (
    DAY,
    check_writable,
    n_left,
    own_submission,
    own_submissions,
    submission_path,
    submit,
)
from cinescribe.study.challenge.teams import invite_team, member_of, member_with_token, members, new_token
from tests.study.challenge.challenges import captions, joined, made, opened, running

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def challenge(tmp_path):
    with running(tmp_path) as found:
        yield found


def files(challenge):
    return [path for path in (challenge.folder / "submissions").rglob("*") if path.is_file()]


def another(n):
    """A submission that differs from others."""
    return captions("test", end=f" {n}")


def test_a_submission_is_stored_by_its_digest_and_once(challenge):
    challenge, a, b = challenge
    one = submit(challenge, a, "public", another(1))
    assert submit(challenge, a, "public", another(1)) == one
    assert submit(challenge, b, "public", another(1)).id != one.id
    assert files(challenge) == [submission_path(challenge.folder, one.digest)]
    assert files(challenge)[0].read_bytes() == another(1)
    assert n_left(challenge, a, "public") == (2, 9)
    assert n_left(challenge, a, "blind") == (3, 10)


def test_a_team_submits_three_times_a_day_and_ten_times_a_phase(challenge):
    challenge, a, b = challenge
    for n in range(10):
        if n and n % 3 == 0:
            with pytest.raises(ChallengeError, match="submitted 3 times within 24 hours; wait"):
                submit(challenge, a, "public", another(n))
            submit(challenge, a, "public", another(0))  # known already, so that it needs no more room
            challenge.database.clock.now += DAY
        submit(challenge, a, "public", another(n))
    challenge.database.clock.now += DAY
    with pytest.raises(ChallengeError, match="submitted 10 times to the phase 'public', as often as it may"):
        submit(challenge, a, "public", another(10))
    assert len(files(challenge)) == 10
    submit(challenge, b, "public", another(10))


@pytest.mark.slow
def test_two_at_once_of_one_team_are_counted(challenge):
    challenge, a, _ = challenge
    refused = []

    def send(n):
        try:
            submit(challenge, a, "public", another(n))
        except ChallengeError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=send, args=(n,)) for n in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(own_submissions(challenge, a)), len(refused)) == (3, 2)


def test_phases_take_submissions_while_they_are_open(tmp_path):
    with opened(made(tmp_path)) as challenge:
        a = joined(challenge, "A")
        with pytest.raises(ChallengeError, match="the phase 'public' has not opened yet, and takes no submission"):
            submit(challenge, a, "public", another(1))
        with pytest.raises(ChallengeError, match="there is no phase 'other'; the phases are public, blind"):
            submit(challenge, a, "other", another(1))
        close_phase(challenge, "public", at=challenge.database.clock() - 1)
        with pytest.raises(ChallengeError, match="the phase 'public' has closed, and takes no submission"):
            submit(challenge, a, "public", another(1))
        with pytest.raises(ChallengeError, match="the phase 'public' has closed, and stays so"):
            close_phase(challenge, "public")


def test_submissions_of_another_team_are_refused_like_missing_ones(challenge):
    challenge, a, b = challenge
    one = submit(challenge, a, "public", another(1))
    with pytest.raises(ChallengeError, match=f"your team has no submission {one.id}; see the list"):
        own_submission(challenge, b, one.id)
    with pytest.raises(ChallengeError, match="your team has no submission 77; see the list"):
        own_submission(challenge, b, 77)
    assert own_submissions(challenge, b) == []


def test_refused_file_is_not_stored(challenge):
    challenge, a, _ = challenge
    with pytest.raises(ChallengeError, match="is not JSON"):
        submit(challenge, a, "public", b"no")
    assert files(challenge) == own_submissions(challenge, a) == []


def test_organisers_do_not_submit(challenge):
    challenge, _, _ = challenge
    with pytest.raises(ChallengeError, match="your team runs this challenge"):
        submit(challenge, joined(challenge, "staff", is_organiser=True), "public", another(1))
    with pytest.raises(ChallengeError, match="the team 'staff' runs the challenge; give the others"):
        invite_team(challenge, "staff")
    with pytest.raises(ChallengeError, match="the team 'A' takes part; give the others"):
        invite_team(challenge, "A", is_organiser=True)


def test_teams_have_members_and_members_have_tokens(challenge):
    challenge, a, _ = challenge
    second = joined(challenge, "A")
    assert members(challenge, a.team_id) == [a.pseudonym, second.pseudonym]
    token = new_token(challenge, a)
    assert member_with_token(challenge, token) == a
    assert new_token(challenge, a) != token
    assert member_with_token(challenge, token) is None
    assert member_of(challenge, 999) is None
    with pytest.raises(ChallengeError, match="`people` is 0; expected 1 or more"):
        invite_team(challenge, "C", n_people=0)
    for name in ("", " ", "a\nb", "x" * 81):
        with pytest.raises(ChallengeError, match=r"`team` is .*; expected a name of 1 to 80 letters"):
            invite_team(challenge, name)


def test_a_folder_that_cannot_be_written_is_refused(challenge):
    challenge, _, _ = challenge
    check_writable(challenge)
    (challenge.folder / "submissions").rmdir()
    with pytest.raises(OutputError, match="cannot be written by the user who gives the pages"):
        check_writable(challenge)


def test_a_process_that_can_read_the_references_gives_no_pages(challenge):
    challenge, _, _ = challenge
    with pytest.raises(ChallengeError, match="belong to the user who gives the pages; give pages as another"):
        check_secrecy(challenge)
    references = challenge.folder / "references"
    references.rename(challenge.folder / "elsewhere")
    with pytest.raises(ChallengeError, match="is not there, so that nothing proves it closed; put it back"):
        check_secrecy(challenge)


_AS_NOBODY = """
import os, sys
from pathlib import Path
from cinescribe.errors import ChallengeError
from cinescribe.study.challenge.challenge import Challenge, ChallengeCard
from cinescribe.study.challenge.references import check_secrecy
from cinescribe.store import read_record
folder = Path(sys.argv[1])
challenge = Challenge(folder, read_record(folder / "challenge.json", ChallengeCard), None)
os.setgid(65534), os.setgroups([]), os.setuid(65534)
def said():
    try:
        check_secrecy(challenge)
    except ChallengeError as error:
        return str(error)
    return "closed"
print(said(), flush=True)
sys.stdin.readline()
print(said(), flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_user_proves_that_the_references_are_closed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("open")
    for place in (folder, *folder.parents[:3]):  # with xdist one more
        place.chmod(0o755)
    made(folder)
    references = folder / "challenge" / "references"
    assert references.stat().st_mode & 0o777 == 0o700
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", _AS_NOBODY, str(folder / "challenge")]
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True, env=environment) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "closed\n"
        references.chmod(0o755)  # somebody makes a mistake
        process.stdin.write("\n")
        process.stdin.flush()
        assert "can be read by the user who gives the pages" in process.stdout.readline()
