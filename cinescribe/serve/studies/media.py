"""The clip and the spoken texts of a page, for the rater whose page it is. Addresses reveal neither clip nor system."""

from __future__ import annotations

import logging
from collections.abc import Callable

from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute

from cinescribe.errors import CinescribeError
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.studies.clip_files import ClipFiles
from cinescribe.serve.studies.home import HOME, not_yours, study_route
from cinescribe.serve.studies.served import ServedStudies
from cinescribe.serve.studies.spoken_texts import SpokenTexts
from cinescribe.serve.studies.training import TRAINING
from cinescribe.study.assignment.pages import Page, own_page, training_page

_PAGE = f"{HOME}/{{study:number}}/pages/{{assignment:number}}"
_KEPT = "private, max-age=1800"  # seconds

_log = logging.getLogger(__name__)


def media_routes(studies: ServedStudies, spoken: SpokenTexts) -> list[BaseRoute]:
    """Return the routes of media, which answer requests for ranges of bytes."""

    def page_of(call: Call) -> tuple[int, Page]:
        study, _ = studies.named(call)
        if "step" in call.request.path_params:
            return study.id, training_page(study, call.number("step"))
        return study.id, own_page(call.site.database, study, call.person.person, call.number("assignment"))

    def clip(call: Call) -> Response:
        study, page = page_of(call)
        return clip_response(call, studies.clips[study], page)

    def picture(call: Call) -> Response:
        study, page = page_of(call)
        pictures, number = studies.clips[study].pictures(page), call.number("picture")
        if number >= len(pictures):
            return not_yours(call)
        return FileResponse(pictures[number], media_type="image/jpeg", headers={"cache-control": _KEPT})

    def caption(call: Call) -> Response:
        return text_of(call, lambda page: page.caption)

    def text(call: Call) -> Response:
        number = call.number("text")
        return text_of(call, lambda page: page.texts[number].text if number < len(page.texts) else None)

    def text_of(call: Call, chosen: Callable[[Page], str | None]) -> Response:
        _, page = page_of(call)
        words = chosen(page)
        if words is None:
            return not_yours(call)
        try:
            path = spoken.path(words)
        except CinescribeError as error:
            _log.warning("a text could not be spoken: %s", error)
            return call.message(call.says("no-speech-text"), title=call.says("no-speech"), status=503)
        return FileResponse(path, media_type="audio/wav", headers={"cache-control": _KEPT})

    own: list[BaseRoute] = [
        study_route(f"{_PAGE}/clip", clip),
        study_route(f"{_PAGE}/pictures/{{picture:number}}", picture),
        study_route(f"{_PAGE}/spoken/caption", caption),
        study_route(f"{_PAGE}/spoken/{{text:number}}", text),
    ]
    practised = [
        study_route(f"{TRAINING}/clip", clip),
        study_route(f"{TRAINING}/spoken/caption", caption),
        study_route(f"{TRAINING}/spoken/{{text:number}}", text),
    ]
    return [*own, *practised]


def clip_response(call: Call, clips: ClipFiles, page: Page) -> Response:
    """Return the clip of a page that the person may see."""
    try:
        path = clips.path(page)
    except CinescribeError as error:
        _log.warning("a clip could not be cut: %s", error)
        return call.message(call.says("no-clip-text"), title=call.says("no-clip"), status=503)
    if path is None:
        return not_yours(call)
    return FileResponse(path, media_type=clips.media_type(path), headers={"cache-control": _KEPT})
