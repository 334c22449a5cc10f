"""The scorer: a process of its own, the only one that reads the references, checks submissions and scores them."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

from cinescribe.errors import ChallengeError, CinescribeError, DatabaseError, RecordError
from cinescribe.input_files import read_bytes
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.progress import Progress, no_progress
from cinescribe.study.challenge.challenge import REFERENCES, Challenge
from cinescribe.study.challenge.groups import update_groups, write_sums
from cinescribe.study.challenge.jobs import (
    LEASE,
    Lease,
    MetricValue,
    fail,
    finish,
    mark_checked,
    mark_scoring,
    renew,
    take_job,
)
from cinescribe.study.challenge.references import ReferenceClip, read_phase_references, read_training_texts
from cinescribe.study.challenge.scoring import diversity_values, shown_values, submission_scores
from cinescribe.study.challenge.submission_file import MAX_BYTES
from cinescribe.study.challenge.submissions import parse_submission, submission_path

_PAUSE = 2.0  # seconds between looks for a job
_FAILED = "scoring failed; the organisers look into it"  # no word of an error: it may hold a reference


@dataclass(frozen=True)
class Scorer:
    """What the scorer knows.

    Attributes:
        challenge: the challenge.
        references: by phase.
        training: captions of the training split.
        sources: models and tables of the metrics.
    """

    challenge: Challenge
    references: Mapping[str, Sequence[ReferenceClip]]
    training: Sequence[str]
    sources: Sources = field(default_factory=Sources)


def open_scorer(challenge: Challenge, *, sources: Sources | None = None) -> Scorer:
    """Return a scorer of a challenge.

    Raises:
        RecordError: when this user cannot read the references, or they are malformed.
        ChallengeError: when they are of other clips.
    """
    folder = challenge.folder / REFERENCES
    references = {}
    for phase in challenge.card.phases:
        found = read_phase_references(folder, phase.name)
        if [one.clip for one in found] != [clip.name for clip in challenge.clips(phase.name)]:
            raise ChallengeError(
                f"the references of the phase {phase.name!r} are of other clips; make the challenge again"
            )
        references[phase.name] = found
    return Scorer(challenge, references, read_training_texts(folder), sources or Sources())


def work(
    scorer: Scorer,
    *,
    is_over: Callable[[], bool],
    wait: Callable[[float], None] = time.sleep,
    progress: Progress = no_progress,
) -> int:
    """Do jobs one after the other, and return how many were done; call it in several processes for more at a time.

    Args:
        scorer: from `open_scorer`.
        is_over: asked when there is nothing to do.
        wait: called with the seconds until the next look.
        progress: called as it goes on.

    Raises:
        DatabaseError: when the database cannot be used; what was begun is taken up again after its lease.
    """
    n_done = 0
    while True:
        lease = take_job(scorer.challenge)
        if lease is not None:
            progress(f"submission {lease.submission}", 0.0)
            do_job(scorer, lease)
            n_done += 1
        elif is_over():
            return n_done
        else:
            wait(_PAUSE)


def do_job(scorer: Scorer, lease: Lease) -> None:
    """Check and score a submission; where another worker took the job, leave it to that one.

    Raises:
        DatabaseError: when nothing could be stored.
    """
    try:
        with _renewed(scorer.challenge, lease):
            _check_and_score(scorer, lease)
    except ChallengeError:  # the job is another worker's now
        return


def _check_and_score(scorer: Scorer, lease: Lease) -> None:
    challenge = scorer.challenge
    try:
        given = _read(challenge, lease)
    except (ChallengeError, RecordError) as error:
        fail(challenge, lease, str(error), kind=type(error).__name__)
        return
    mark_checked(challenge, lease)
    if not lease.may_score:
        return
    mark_scoring(challenge, lease)
    try:
        scores, values = _scores(scorer, lease, given)
        ranked = next(one for one in scores if one.name == challenge.card.ranked_by)
        write_sums(challenge, lease.submission, ranked)
    except DatabaseError:
        raise
    except Exception as error:  # whatever it is, the next submission must not wait for it
        fail(challenge, lease, _FAILED, kind=type(error).__name__)
        return
    finish(challenge, lease, values)
    update_groups(challenge, lease.phase, ranked.rule)


def _read(challenge: Challenge, lease: Lease) -> dict[str, str] | dict[str, tuple[str, ...]]:
    """What the file of a job says; read again, since the process that took it in is trusted with nothing."""
    data = read_bytes(submission_path(challenge.folder, lease.digest), max_bytes=MAX_BYTES)
    if hashlib.sha256(data).hexdigest() != lease.digest:
        raise ChallengeError("the file was changed after its submission; submit it again")
    return parse_submission(challenge, lease.phase, data)


def _scores(
    scorer: Scorer, lease: Lease, given: dict[str, str] | dict[str, tuple[str, ...]]
) -> tuple[list[Score], list[MetricValue]]:
    card = scorer.challenge.card
    scores = submission_scores(card, given, scorer.references[lease.phase], sources=scorer.sources)
    values = shown_values(scores, is_rounded=scorer.challenge.phase(lease.phase).is_blind)
    if card.task == "captions":
        values += diversity_values(cast(dict[str, str], given), scorer.training)
    return scores, values


@contextmanager
def _renewed(challenge: Challenge, lease: Lease) -> Iterator[None]:
    """Renew a lease while the block runs."""
    is_done = threading.Event()

    def keep() -> None:
        while not is_done.wait(LEASE / 3):
            try:
                renew(challenge, lease)
            except CinescribeError:  # the next call that stores something says so
                continue

    thread = threading.Thread(target=keep, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_done.set()
        thread.join()
