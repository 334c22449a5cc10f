"""Finds the winner by people: the best teams of a phase in a ranking study, with the reference among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from sqlalchemy import func, select, update

from cinescribe.errors import ChallengeError
from cinescribe.input_files import read_bytes
from cinescribe.record import Record
from cinescribe.store import write_json
from cinescribe.study.challenge.challenge import Challenge
from cinescribe.study.challenge.phases import phase_state
from cinescribe.study.challenge.standings import leaderboard
from cinescribe.study.challenge.submission_file import MAX_BYTES, parse_captions
from cinescribe.study.challenge.submissions import submission_path
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.folders.make_study import make_study, protocol_questions, study_items
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.kinds.items import REFERENCE
from cinescribe.study.kinds.rank import RANK
from cinescribe.study.kinds.study_kind import Sources
from cinescribe.study.people.people import record
from cinescribe.study.results.judgements import read_judgements
from cinescribe.study.results.study_results import study_results
from cinescribe.study.storage import challenge_tables as tables
from cinescribe.study.storage.studies import StoredStudy

PROTOCOL = "lsmdc"  # correctness, grammar, relevance, and what helps a blind person


@dataclass(frozen=True)
class Finalist(Record):
    """A team in the order that people gave.

    Attributes:
        team: name of the team, or `reference`.
        mean_rank: mean over the criteria of the mean rank over clips; 1 is best.
        ranks: mean rank under each criterion.
    """

    team: str
    mean_rank: float
    ranks: tuple[float, ...]


@dataclass(frozen=True)
class PeoplesOrder(Record):
    """The order of the finalists by people.

    Attributes:
        phase: name of the phase.
        criteria: that people ranked by.
        finalists: the best first, the reference among them.
        by_metric: the teams in the order of the ranking metric.
        winner: the best team.
    """

    phase: str
    criteria: tuple[str, ...]
    finalists: tuple[Finalist, ...]
    by_metric: tuple[str, ...]
    winner: str


def make_finalists(
    challenge: Challenge,
    folder: Path,
    corpus: Path,
    *,
    phase: str = "blind",
    top: int = 4,
    n_items: int | None = None,
    n_judges: int = 5,
    n_shared: int = 0,
    seed: int = 0,
    url: str | None = None,
) -> StoredStudy:
    """Make the study in which people rank the best teams of a phase and the reference.

    Args:
        challenge: the challenge.
        folder: of the study, new or empty.
        corpus: the folder of the corpus that the challenge was made from.
        phase: closed, with all submissions scored.
        top: teams to take, by the ranking metric.
        n_items: clips to draw; None for all.
        n_judges: people who rank a clip.
        n_shared: clips that every rater gets.
        seed: of the draws.
        url: of the study's database; None for SQLite in its folder.

    Raises:
        ChallengeError: when captions are not what is asked for, the phase is open, submissions wait for the scorer, or
            no team has a score.
        StudyError: as `make_study` and `study_items`.
        OutputError: when the folder holds anything else, or cannot be written.
        DatabaseError: when a database cannot be used.
    """
    if challenge.card.task != "captions":
        raise ChallengeError(f"people rank captions, and {challenge.card.name!r} asks for {challenge.card.task}")
    if top < 1:
        raise ChallengeError(f"`top` is {top}; expected 1 or more")
    _check_scored(challenge, phase)
    best = leaderboard(challenge, phase).standings[:top]
    if not best:
        raise ChallengeError(f"no team has a score in the phase {phase!r}; there is nothing to rank")
    split = challenge.phase(phase).split
    with TemporaryDirectory() as place:
        systems = {}
        for number, one in enumerate(best):
            systems[one.team] = Path(place) / f"{number}.json"
            write_json(systems[one.team], _captions(challenge, phase, one.submission))
        sources = Sources(Path(corpus), systems, with_reference=True, split=split)
        items = study_items(RANK, sources, n_items=n_items, n_shared=n_shared, seed=seed)
    questions = protocol_questions(RANK, PROTOCOL)
    name = f"{challenge.card.name} finalists"
    design = StudyDesign(name, RANK.name, questions, n_judges, str(corpus), PROTOCOL, seed)
    return make_study(folder, design, items, url=url)


def _check_scored(challenge: Challenge, phase: str) -> None:
    state = phase_state(challenge, phase)
    if not state.is_over:
        raise ChallengeError(f"the phase {phase!r} has not closed; close it before people rank its best teams")
    waiting = (
        select(func.count())
        .select_from(tables.job.join(tables.submission))
        .where(
            tables.submission.c.phase_id == state.id,
            tables.job.c.state.not_in((tables.SCORED, tables.FAILED)),
        )
    )
    with challenge.database.reading() as connection:
        n_waiting = connection.execute(waiting).scalar_one()
    if n_waiting:
        raise ChallengeError(f"{n_waiting} submissions to the phase {phase!r} wait for the scorer; let it work first")


def _captions(challenge: Challenge, phase: str, submission: int) -> Mapping[str, str]:
    with challenge.database.reading() as connection:
        found = select(tables.submission.c.digest).where(tables.submission.c.id == submission)
        digest = connection.execute(found).scalar_one()
    data = read_bytes(submission_path(challenge.folder, digest), max_bytes=MAX_BYTES)
    return parse_captions(data, challenge.clips(phase))


def declare_winner(challenge: Challenge, study: Path, *, phase: str = "blind", url: str | None = None) -> PeoplesOrder:
    """Read the ranks of people from the study of the finalists, store their order with the phase, and return it.

    Teams are in the order of their mean rank over the criteria; the paper does not say how it took them together.

    Args:
        challenge: the challenge.
        study: the folder of the study.
        phase: of the finalists.
        url: of the study's database, where it is not in its folder.

    Raises:
        ChallengeError: when the study is of other teams, or no clip was ranked under a criterion.
        StudyError: when there are no answers.
        DatabaseError: when a database cannot be used.
    """
    board = leaderboard(challenge, phase)
    with open_study(study, url=url) as (database, stored):
        design, judgements = stored.design, read_judgements(database, stored)
        results = study_results(design, stored.digest, judgements)
    criteria = tuple(question.name for question in design.questions)
    ranks = {one.criterion: {own.system: own.mean for own in one.means} for one in results.comparisons}
    if missing := next((name for name in criteria if name not in ranks), None):
        raise ChallengeError(f"fewer than two clips were ranked by {missing!r}; wait for answers")
    teams = [one.team for one in board.standings]
    systems = list(ranks[criteria[0]])
    if other := next((name for name in systems if name not in (*teams, REFERENCE)), None):
        raise ChallengeError(f"the study has the system {other!r}, which is no team of the phase {phase!r}")
    finalists = [_finalist(system, [ranks[name][system] for name in criteria]) for system in systems]
    finalists.sort(key=lambda one: (one.mean_rank, one.team))
    order = [one.team for one in finalists if one.team != REFERENCE]
    with challenge.database.writing() as connection:
        state = phase_state(challenge, phase)
        changed = update(tables.phase).where(tables.phase.c.id == state.id).values(by_people=order)
        connection.execute(changed)
        record(challenge.database, connection, "order by people", detail=f"{challenge.card.name} {phase}")
    return PeoplesOrder(phase, criteria, tuple(finalists), tuple(teams), order[0])


def _finalist(team: str, ranks: list[float]) -> Finalist:
    return Finalist(team, float(np.mean(ranks)), tuple(ranks))


def order_lines(order: PeoplesOrder) -> list[str]:
    """Return both orders as lines of text."""
    return [
        f"{order.phase}: mean rank by {', '.join(order.criteria)}",
        *(
            f"  {one.team}: {one.mean_rank:.2f} ({', '.join(f'{rank:.2f}' for rank in one.ranks)})"
            for one in order.finalists
        ),
        f"by metric: {', '.join(order.by_metric)}",
        f"by people: {', '.join(one.team for one in order.finalists if one.team != REFERENCE)}",
        f"winner: {order.winner}",
    ]
