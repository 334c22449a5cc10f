"""The cues about one person, each of which can be given to another person."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.describe.editing.cue_edits import changed, cue_of
from cinescribe.describe.editing.open_folder import Edit
from cinescribe.describe.editing.people.people_preview import reassigned
from cinescribe.describe.editing.people.person_form import person_of
from cinescribe.schema import Script
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.cue_views import cue_id_of, cue_views
from cinescribe.serve.workbench.film_calls import Answer, answered_form, film_page, film_route
from cinescribe.serve.workbench.films import Films, OpenFilm

_SOURCE = "workbench"


def person_cues_routes(films: Films) -> list[BaseRoute]:
    """Return the routes of the page and of its forms."""
    return [
        film_route(films, "people/{person}/cues", _show),
        film_route(films, "people/{person}/cues/{cue}", _give, methods=["POST"]),
    ]


def _show(call: Call, film: OpenFilm) -> Response:
    script = film.folder.current().script
    person = person_of(script, call.request.path_params["person"])
    cues = [cue for cue in script.cues if person.id in cue.people]
    views = cue_views(film, script, cues, call.t)
    return film_page(
        call,
        film,
        "workbench/people/person_cues.html",
        title=call.says("person-cues", person=person.called),
        person=person,
        others=[other for other in script.people if other.id != person.id],
        views=[views[cue.id] for cue in cues],
    )


def _give(call: Call, film: OpenFilm) -> Response:
    """Give a cue to another person."""
    script = film.folder.current().script
    person = person_of(script, call.request.path_params["person"])
    into = person_of(script, call.form.get("into"))
    cue_id = cue_id_of(script, call.request.path_params["cue"])

    def make(now: Script) -> Edit:
        cue = cue_of(now, cue_id)
        return Edit(changed(cue, reassigned(cue, person, into)))

    after = film.folder.edit(make, who=film.who, source=_SOURCE, expected={cue_id: call.form.get("revision")})
    path = f"{film.path}people/{person.id}/cues"
    said = call.says("person-given", person=into.called, text=cue_of(after.script, cue_id).text)
    return answered_form(call, film, Answer(said, path, "main", reload=path))
