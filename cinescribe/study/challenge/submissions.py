"""Takes submissions in: read strictly, stored by digest, counted, and put in line for the scorer."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from cinescribe.errors import ChallengeError, OutputError
from cinescribe.store import writing
from cinescribe.study.challenge.challenge import SUBMISSIONS, Challenge
from cinescribe.study.challenge.phases import PhaseState, read_state
from cinescribe.study.challenge.submission_file import parse_captions, parse_people
from cinescribe.study.challenge.teams import Member
from cinescribe.study.people.people import record
from cinescribe.study.storage import challenge_tables as tables
from cinescribe.study.storage.database import inserted_id

DAY = 24 * 3600.0  # seconds
_submission, _job, _phase, _score = tables.submission, tables.job, tables.phase, tables.score


@dataclass(frozen=True)
class Submission:
    """A submission as its team sees it.

    Attributes:
        id: its number.
        phase: its phase.
        digest: SHA-256 of the file.
        created: when it arrived, in seconds since 1970.
        state: of its job, one of `STATES`.
        reason: why it failed, where it did.
        scores: by metric, those that may be shown.
    """

    id: int
    phase: str
    digest: str
    created: float
    state: str
    reason: str | None
    scores: dict[str, float]


def parse_submission(challenge: Challenge, phase: str, data: bytes) -> dict[str, str] | dict[str, tuple[str, ...]]:
    """Return what a submission to a phase says about each clip.

    Raises:
        ChallengeError: in one line, when anything in it is not as it must be.
    """
    clips = challenge.clips(phase)
    return parse_captions(data, clips) if challenge.card.task == "captions" else parse_people(data, clips)


def submit(challenge: Challenge, member: Member, phase: str, data: bytes) -> Submission:
    """Take a submission in. When this returns, file and job are on the disk; scoring comes later.

    The same file again, of the same team to the same phase, is acknowledged and not stored or counted again.

    Raises:
        ChallengeError: when the file is not as it must be, the phase is not open, the team runs the challenge, or it
            has no submission left.
        OutputError: when the file cannot be stored.
        DatabaseError: when nothing could be stored.
    """
    if member.is_organiser:
        raise ChallengeError("your team runs this challenge; submit with a team that takes part")
    _check_open(challenge, phase)
    parse_submission(challenge, phase, data)
    digest, database = hashlib.sha256(data).hexdigest(), challenge.database
    with database.writing() as connection:
        now = database.clock()
        # Others of the team wait here, so that two at once are counted.
        connection.execute(select(tables.team.c.id).where(tables.team.c.id == member.team_id).with_for_update())
        state = read_state(connection, challenge, phase, now=now)
        _refuse_if_shut(state)
        same = (_submission.c.phase_id == state.id, _submission.c.team_id == member.team_id)
        id = connection.execute(select(_submission.c.id).where(*same, _submission.c.digest == digest)).scalar()
        if id is None:
            _check_limits(connection, challenge, same, phase=phase, now=now)
            _store(submission_path(challenge.folder, digest), data)
            row = {"team_id": member.team_id, "phase_id": state.id, "person_id": member.person, "digest": digest}
            id = inserted_id(connection, insert(_submission).values(**row, n_bytes=len(data), created=now))
            job = {"submission_id": id, "state": tables.RECEIVED, "n_tries": 0, "changed": now}
            connection.execute(insert(_job).values(job))
            record(database, connection, "submitted", person=member.person, detail=f"{phase} {id}")
    return own_submission(challenge, member, int(id))


def submission_path(folder: Path, digest: str) -> Path:
    """Return where the file of a submission is."""
    return Path(folder) / SUBMISSIONS / digest[:2] / digest


def own_submission(challenge: Challenge, member: Member, id: int) -> Submission:
    """Return a submission of a member's team.

    Raises:
        ChallengeError: when there is none of that number, or it is another team's: both in the same words.
    """
    found = next((one for one in own_submissions(challenge, member) if one.id == id), None)
    if found is None:
        raise ChallengeError(f"your team has no submission {id}; see the list of your submissions")
    return found


def own_submissions(challenge: Challenge, member: Member) -> list[Submission]:
    """Return the submissions of a member's team, the newest first."""
    found = (
        select(_submission, _job.c.state, _job.c.reason, _phase.c.name)
        .select_from(_submission.join(_job).join(_phase))
        .where(_submission.c.team_id == member.team_id, _phase.c.challenge == challenge.card.name)
        .order_by(_submission.c.id.desc())
    )
    now = challenge.database.clock()
    with challenge.database.reading() as connection:
        rows = connection.execute(found).all()
        names = {row.name for row in rows}
        shown = {name for name in names if read_state(connection, challenge, name, now=now).shows_scores}
        return [_shown(connection, row, with_scores=row.name in shown) for row in rows]


def _shown(connection: Connection, row: Row[Any], *, with_scores: bool) -> Submission:
    found = select(_score.c.metric, _score.c.value).where(_score.c.submission_id == row.id).order_by(_score.c.id)
    scores = dict(connection.execute(found).all()) if with_scores else {}
    return Submission(row.id, row.name, row.digest, row.created, row.state, row.reason, scores)


def n_left(challenge: Challenge, member: Member, phase: str) -> tuple[int, int]:
    """Return how often a member's team may submit to a phase yet: within 24 hours, and at all."""
    now = challenge.database.clock()
    with challenge.database.reading() as connection:
        state = read_state(connection, challenge, phase, now=now)
        same = (_submission.c.phase_id == state.id, _submission.c.team_id == member.team_id)
        in_day, in_phase = _counts(connection, same, now)
    left = max(0, challenge.card.n_a_phase - in_phase)
    return min(left, max(0, challenge.card.n_a_day - in_day)), left


def _check_open(challenge: Challenge, phase: str) -> None:
    challenge.phase(phase)
    with challenge.database.reading() as connection:
        _refuse_if_shut(read_state(connection, challenge, phase, now=challenge.database.clock()))


def _refuse_if_shut(state: PhaseState) -> None:
    if not state.is_open:
        what = "has closed" if state.is_over else "has not opened yet"
        raise ChallengeError(f"the phase {state.name!r} {what}, and takes no submission; see the rules")


def _counts(connection: Connection, same: tuple[Any, ...], now: float) -> tuple[int, int]:
    """Submissions within the last 24 hours and at all; those that failed do not count."""
    counted = select(func.count()).select_from(_submission.join(_job)).where(*same, _job.c.state != tables.FAILED)
    in_day = connection.execute(counted.where(_submission.c.created > now - DAY)).scalar_one()
    return in_day, connection.execute(counted).scalar_one()


def _check_limits(
    connection: Connection, challenge: Challenge, same: tuple[Any, ...], *, phase: str, now: float
) -> None:
    in_day, in_phase = _counts(connection, same, now)
    card = challenge.card
    if in_phase >= card.n_a_phase:
        raise ChallengeError(
            f"your team has submitted {in_phase} times to the phase {phase!r}, as often as it may; no more are taken"
        )
    if in_day >= card.n_a_day:
        raise ChallengeError(f"your team has submitted {in_day} times within 24 hours; wait, and submit again")


def _store(path: Path, data: bytes) -> None:
    if path.is_file():
        return
    with writing(path) as beside, open(beside, "wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())


def check_writable(challenge: Challenge) -> None:
    """Raise if this process cannot store submissions.

    Raises:
        OutputError: when the folder is missing, or not writable.
    """
    folder = challenge.folder / SUBMISSIONS
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(f"{str(folder)!r} cannot be written by the user who gives the pages; let it be")
