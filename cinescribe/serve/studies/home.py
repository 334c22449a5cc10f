"""The list of a rater's studies, the first page of each, and what raters say about themselves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cinescribe.errors import StudyError
from cinescribe.serve.shell.calls import Call, Handler, page_route
from cinescribe.serve.shell.markdown import markdown_page
from cinescribe.serve.studies.served import ServedStudies
from cinescribe.study.assignment.leases import rater_progress, rater_screening
from cinescribe.study.entry.consent import rater_consent
from cinescribe.study.entry.participation import participation
from cinescribe.study.people.profile import read_profile, say_blind
from cinescribe.study.storage.studies import StoredStudy

HOME = "/studies"
_ABOUT = "/about-you"
_BLIND = {"yes": True, "no": False, "": None}


class Instructions(NamedTuple):
    """What raters read before their first page, and beside each.

    Attributes:
        html: the text.
        language: its tag; None where it is unclear.
    """

    html: Markup
    language: str | None


def home_routes(studies: ServedStudies) -> list[BaseRoute]:
    """Return the routes of these pages."""

    def home(call: Call) -> Response:
        return call.page(
            "studies/home.html", title=call.says("your-studies"), studies=studies.own(call), read=studies.read(call)
        )

    def first(call: Call) -> Response:
        study, _ = studies.named(call)
        progress = rater_progress(call.site.database, study, call.person.person)
        return call.page(
            "studies/first.html",
            title=study.design.name,
            study=study,
            progress=progress,
            kind=study.design.of_kind,
            screening=rater_screening(call.site.database, study, call.person.person),
            consent=rater_consent(call.site.database, study, call.person.person),
            instructions=instructions(study),
            minutes_left=minutes_left(call, study),
        )

    return [
        page_route(HOME, home),
        study_route(f"{HOME}/{{study:number}}", first),
        page_route(_ABOUT, _about),
        page_route(_ABOUT, _say, methods=["POST"]),
    ]


def study_route(path: str, handler: Handler, *, methods: Sequence[str] = ("GET",)) -> Route:
    """Return the route of a page of a study; where its handler raises a `StudyError`, the page does not exist."""

    def shown(call: Call) -> Response:
        try:
            return handler(call)
        except StudyError:
            return not_yours(call)

    return page_route(path, shown, methods=methods)


def instructions(study: StoredStudy) -> Instructions | None:
    """Return the instructions of a study as HTML, and their language; None where it has none."""
    written = study.design.instructions
    return None if written is None else Instructions(markdown_page(written.text).html, written.language)


def minutes_left(call: Call, study: StoredStudy) -> int | None:
    """Return how many minutes a participant of crowd work has, 0 when they are over; None for other raters."""
    own = participation(call.site.database, study, call.person.person)
    if own is None or own.end is not None:
        return None
    return max(0, math.ceil((own.until - call.site.database.clock()) / 60))


def not_yours(call: Call) -> Response:
    """Return the page for missing and for other people's things; it does not show which of the two."""
    return call.message(call.says("not-yours"), title=call.says("no-page"), status=404)


def _about(call: Call) -> Response:
    return _about_page(call, is_saved=False)


def _about_page(call: Call, *, is_saved: bool) -> Response:
    is_blind = read_profile(call.site.database, call.person.person).is_blind
    value = next(text for text, meaning in _BLIND.items() if meaning is is_blind)
    return call.page("studies/about.html", title=call.says("about-you"), blind=value, is_saved=is_saved)


def _say(call: Call) -> Response:
    if call.form.get("blind") not in _BLIND:
        return call.message(call.says("no-answer-text"), title=call.says("no-answer"), status=422)
    say_blind(call.site.database, call.person.person, _BLIND[call.form.get("blind")])
    return _about_page(call, is_saved=True)
