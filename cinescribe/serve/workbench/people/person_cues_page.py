"""The cues about one person, each of which can be given to another person."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.describe.editing.cue_edits import changed, cue_of
from cinescribe.describe.editing.listing import page_of
from cinescribe.describe.editing.open_folder import Edit
from cinescribe.describe.editing.people.people_preview import reassigned
from cinescribe.describe.editing.people.person_form import person_of
from cinescribe.schema import Cue, Person, Script
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.cue_views import cue_id_of, cue_views, key_of
from cinescribe.serve.workbench.film_calls import Answer, answered_form, asked_page, film_page, film_route
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
    found = page_of(_cues(script, person), asked_page(call.request.query_params))
    views = cue_views(film, script, (row for row in found.rows if isinstance(row, Cue)), call.t)
    path = _path(film, person)
    return film_page(
        call,
        film,
        "workbench/people/person_cues.html",
        title=call.says("person-cues", person=person.called),
        person=person,
        others=[other for other in script.people if other.id != person.id],
        views=list(views.values()),
        found=found,
        pages=[(number, f"{path}?page={number}") for number in range(1, found.n_pages + 1)],
    )


def _give(call: Call, film: OpenFilm) -> Response:
    """Give a cue to another person."""
    script = film.folder.current().script
    person = person_of(script, call.request.path_params["person"])
    into = person_of(script, call.form.get("into"))
    cue_id = cue_id_of(script, call.request.path_params["cue"])

    def make(now: Script) -> Edit:
        cue = cue_of(now, cue_id)
        return Edit(changed(cue, reassigned(cue, person, into, language=now.language)))

    script = film.folder.edit(make, who=film.who, source=_SOURCE, expected={cue_id: call.form.get("revision")}).script
    cue = cue_of(script, cue_id)
    path = f"{_path(film, person)}?page={asked_page({'page': call.form.get('list_page')})}"
    message = call.says("person-given", person=into.called, text=cue.text)
    following = next((one for one in _cues(script, person) if one.span.start >= cue.span.start), None)
    focus = "main" if following is None else f"about-{key_of(following.id)}"
    return answered_form(call, film, Answer(message, f"{path}#{focus}", focus, reload=path))


def _cues(script: Script, person: Person) -> list[Cue]:
    return [cue for cue in script.cues if person.id in cue.people]


def _path(film: OpenFilm, person: Person) -> str:
    return f"{film.path}people/{person.id}/cues"
