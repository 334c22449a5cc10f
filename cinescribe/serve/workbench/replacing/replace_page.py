"""The page `Replace`: other words for a word or a phrase, in the cues that a person chooses from those that have it."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.describe.editing.cue_fields import CueFieldError
from cinescribe.describe.editing.open_folder import Edit, revision_of
from cinescribe.describe.editing.word_replacement import replace_words
from cinescribe.errors import EditError
from cinescribe.schema import Script
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.cue_views import cue_id_of, cue_views
from cinescribe.serve.workbench.film_calls import REFUSED, Answer, answered_form, film_page, film_route
from cinescribe.serve.workbench.films import Films, OpenFilm

_SOURCE = "workbench"


def replace_routes(films: Films) -> list[BaseRoute]:
    """Return the routes of the page and of its form."""
    return [film_route(films, "replace", _show), film_route(films, "replace", _replace, methods=["POST"])]


def _show(call: Call, film: OpenFilm) -> Response:
    """The form, and the cues that would change if there is something to find."""
    query = call.request.query_params
    old, new, fault = query.get("old"), query.get("new", ""), None
    script = film.folder.current().script
    try:
        # The length of the voice is measured afterwards: a common word is in hundreds of cues.
        changes = () if old is None else replace_words(script, old, new, duration=lambda cue: 0.001)
    except CueFieldError as error:
        changes, fault = (), error
    views = cue_views(film, script, (change.before for change in changes if change.before is not None), call.t)
    shown = [
        (views[change.cue], revision_of(change.before), change.after.text)
        for change in changes
        if change.before is not None and change.after is not None
    ]
    return film_page(
        call,
        film,
        "workbench/replacing/replace.html",
        title=call.says("page-replace"),
        status=200 if fault is None else REFUSED,
        old=old or "",
        new=new,
        shown=shown,
        errors=() if fault is None else ((fault.field, str(fault)),),
    )


def _replace(call: Call, film: OpenFilm) -> Response:
    """Replace the words in the cues that were chosen, as they were shown."""
    script = film.folder.current().script
    chosen = dict(value.partition(" ")[::2] for value in call.form.all("cue"))
    if not chosen:
        raise EditError("no cue is chosen; mark those in which the words are to be replaced")
    expected = {cue_id_of(script, key): revision for key, revision in chosen.items()}
    old, new = call.form.get("old"), call.form.get("new")

    def make(now: Script) -> Edit:
        return Edit(replace_words(now, old, new, duration=film.takes, cues=expected))

    film.folder.edit(make, who=film.who, source=_SOURCE, expected=expected)
    message = call.says("replace-done", n=len(expected))
    return answered_form(call, film, Answer(message, f"{film.path}replace"))
