"""The section of a trial: a link that lets its owner in without a password, and the page of results."""

from __future__ import annotations

import hmac
from pathlib import Path

from starlette.responses import Response

from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.serve.shell.site import Section
from cinescribe.serve.studies.home import HOME
from cinescribe.study.assignment.leases import rater_progress
from cinescribe.study.people.own_session import own_session
from cinescribe.study.storage.studies import StoredStudy
from cinescribe.study.trial.trial_folder import RESULTS

TRIAL_ENTRY = "/enter"
_RESULTS = "/results"


def trial_section(folder: Path, study: StoredStudy, *, key: str) -> Section:
    """Return the section.

    Args:
        folder: of the trial, to which results are written.
        study: in which it is judged.
        key: a secret in the address that lets the owner in, drawn at each start of the server.
    """
    pages = _TrialPages(folder, study, key)
    return Section(
        "section-results",
        _RESULTS,
        [
            page_route(f"{TRIAL_ENTRY}/{{key}}", pages.enter, logged_in=False),
            page_route(_RESULTS, pages.show),
            page_route(_RESULTS, pages.write, methods=["POST"]),
        ],
    )


class _TrialPages:
    def __init__(self, folder: Path, study: StoredStudy, key: str) -> None:
        self._folder, self._study, self._key = folder, study, key

    def enter(self, call: Call) -> Response:
        if not hmac.compare_digest(call.request.path_params["key"].encode(), self._key.encode()):
            return call.message(call.says("trial-old"), title=call.says("no-page"), status=404)
        person = own_session(call.site.database, self._study)
        response = call.to(f"{HOME}/{self._study.id}")
        call.site.cookie.give(response, person.token)
        return response

    def show(self, call: Call) -> Response:
        # Without figures: those that are known may change how the rest is judged.
        return self._page(call, results=None, is_shared=False)

    def write(self, call: Call) -> Response:
        # SciPy, which a server that only asks does not need.
        from cinescribe.study.trial.results import trial_results, write_trial_results  # noqa: PLC0415

        is_shared = call.form.get("share") == "yes"
        results = trial_results(self._folder, with_texts=is_shared)
        write_trial_results(self._folder, results)
        return self._page(call, results=results, is_shared=is_shared)

    def _page(self, call: Call, *, results: object | None, is_shared: bool) -> Response:
        return call.page(
            "trial/results.html",
            title=call.says("section-results"),
            study=self._study,
            progress=rater_progress(call.site.database, self._study, call.person.person),
            results=results,
            is_shared=is_shared,
            file=RESULTS,
        )
