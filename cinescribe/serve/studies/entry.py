"""What a rater sees in place of the next page, until everything before the first one is done, and at an end."""

from __future__ import annotations

from starlette.responses import Response

from cinescribe.serve.shell.calls import Call
from cinescribe.serve.studies.home import HOME
from cinescribe.study.assignment.leases import rater_screening
from cinescribe.study.design.crowd import SCREENED_OUT
from cinescribe.study.entry.consent import rater_consent
from cinescribe.study.entry.participation import Participation, end_participation, kept_place
from cinescribe.study.entry.training import rater_training
from cinescribe.study.storage.studies import StoredStudy


def entry_page(call: Call, study: StoredStudy) -> Response | None:
    """Return the page, or the way to it; None where the rater may get pages."""
    database, person = call.site.database, call.person.person
    own = kept_place(database, study, person)
    if own is not None and own.end is not None:
        return end_page(call, study, own)
    if not study.is_closed and not rater_consent(database, study, person).is_settled:
        return call.to(f"{HOME}/{study.id}/consent")
    state = rater_screening(database, study, person)
    if state.failed is not None:
        out = call.page("studies/screened_out.html", title=call.says("test-failed"), study=study, failed=state.failed)
        return ending(call, study, SCREENED_OUT) or out
    if state.next_test is not None and not study.is_closed:
        return call.to(f"{HOME}/{study.id}/tests/{state.next_test}")
    training = rater_training(database, study, person)
    if training.next_step is not None and not study.is_closed:
        return call.to(f"{HOME}/{study.id}/training/{training.next_step}")
    rules = study.design.crowd
    is_trained = training.n_steps > 0 and training.next_step is None
    if rules is not None and is_trained and training.n_right / training.n_steps < rules.training_right:
        return ending(call, study, SCREENED_OUT)  # None for raters who were invited in person
    return None


def ending(call: Call, study: StoredStudy, end: str) -> Response | None:
    """Let a participant of crowd work come to an end, and return its page; None for other raters."""
    own = end_participation(call.site.database, study, call.person.person, end)
    return None if own is None else end_page(call, study, own)


def end_page(call: Call, study: StoredStudy, own: Participation) -> Response:
    """Return the page of the end that a participant came to."""
    return call.page("studies/end.html", title=call.says(f"end-{own.end}-title"), study=study, own=own)
