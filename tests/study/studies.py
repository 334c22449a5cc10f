"""A small study in a database, for tests."""

from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.kinds.items import StudyItem, StudyText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.people.people import invite, person_id
from cinescribe.study.storage.database import Database, sqlite_url
from cinescribe.study.storage.studies import write_study
from cinescribe.timing import Span

ORDER = (Question("correctness", "Which is truer?", "order"), Question("grammar", "Which reads better?", "order"))


class Clock:
    """A time that tests set."""

    now = 1_000_000.0

    def __call__(self):
        return self.now


def ranked_items(n, systems=("a", "b", "c"), n_shared=0):
    return [
        StudyItem(
            f"clip{i}",
            "film",
            Span(i, i + 1),
            tuple(StudyText(system, f"{system} says {i}", f"clip{i}") for system in systems),
            is_shared=i < n_shared,
        )
        for i in range(n)
    ]


def stored_study(path, items=None, *, n_judges=2, questions=ORDER, kind="rank", clock=None, url=None, group=False):
    """Return a database and a study in it."""
    database = Database(url or sqlite_url(path / "study.db"), clock=clock or Clock(), group_commit=group)
    design = StudyDesign("s", kind, questions, n_judges, "corpus")
    return database, write_study(database, design, ranked_items(4) if items is None else items)


def invited(database, study, n, role="rater"):
    return [person_id(database, one.pseudonym) for one in invite(database, study, n_people=n, role=role)]


def leased(database, study, person):
    """Return the next page of a rater who has one."""
    page = lease_page(database, study, person)
    assert page is not None
    return page
