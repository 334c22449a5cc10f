from types import SimpleNamespace

import pytest

from cinescribe.study.kinds.table import KINDS
from cinescribe.study.storage.database import Database, sqlite_url
from tests.serve.sites import add_study, rater, site
from tests.study.quick_tables import made_tables, quick_tables
from tests.study.studies import Clock

__all__ = ["made_tables", "quick_tables"]


@pytest.fixture(scope="session")
def database(tmp_path_factory):
    """One database for all tests: each makes its own studies and raters."""
    database = Database(sqlite_url(tmp_path_factory.mktemp("serve") / "study.db"), clock=Clock())
    yield database
    database.close()


@pytest.fixture(scope="session")
def served(database):
    """A study of each kind that any number of raters can answer, and the site."""
    studies = {kind: add_study(database, kind, n_judges=99) for kind in KINDS}
    with site(database, list(studies.values())) as app:
        yield SimpleNamespace(database=database, app=app, studies=studies)


@pytest.fixture
def browser(served):
    """Makes a browser of a new rater of a kind of study."""
    return lambda kind, **said: rater(served.database, served.studies[kind], served.app, **said)
