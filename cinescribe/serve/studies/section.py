"""The section of the site in which raters answer studies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cinescribe.serve.shell.site import Section
from cinescribe.serve.studies.home import HOME, home_routes
from cinescribe.serve.studies.served import ServedStudies
from cinescribe.study.storage.studies import StoredStudy


@contextmanager
def study_section(studies: Sequence[StoredStudy]) -> Iterator[Section]:
    """Yield the section, with the files that it needs while it is served.

    Args:
        studies: of one database.
    """
    served = ServedStudies({study.id: study for study in studies})
    yield Section("Studies", HOME, home_routes(served))
