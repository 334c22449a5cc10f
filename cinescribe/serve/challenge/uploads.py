"""Takes files in: from the page's form, and from programs with a token. Neither waits for scoring."""

from __future__ import annotations

import re
from dataclasses import replace

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from cinescribe.errors import ChallengeError, DatabaseError, OutputError
from cinescribe.serve.challenge.frame import FIRST, ChallengeSite
from cinescribe.serve.challenge.submission_pages import SUBMISSIONS, submit_page
from cinescribe.serve.security.forms import SentForm, is_from_here
from cinescribe.serve.shell.calls import Call, answered, not_from_here
from cinescribe.serve.shell.site import Site
from cinescribe.study.challenge.submission_file import MAX_BYTES, Upload
from cinescribe.study.challenge.submissions import submit
from cinescribe.study.challenge.teams import Member, member_with_token

_FORM = 1 << 16  # bytes around the file: the form's other fields, and the marks between them
_PIECE = 1 << 16  # bytes read at once
_BEARER = re.compile(r"Bearer ([\x21-\x7e]{16,200})")
_BUSY = "the server could not store anything just now; wait a minute and send it again"
_NO_TOKEN = "the token is unknown; make one on the page of your team"


def upload_routes(frame: ChallengeSite) -> list[BaseRoute]:
    """Return the routes that take files in."""
    challenge = frame.challenge

    async def from_form(request: Request) -> Response:
        site: Site = request.app.state.site
        call = Call(request, site, site.cookie.visitor(request))
        if not is_from_here(request):
            return not_from_here(call)
        async with request.form(max_files=1, max_fields=10) as form:
            fields = tuple((key, value) for key, value in form.multi_items() if isinstance(value, str))
            file = form.get("file")
            data = await _read(file) if isinstance(file, UploadFile) else b""
        call = replace(call, form=SentForm(fields))

        def take(call: Call, member: Member) -> Response:
            return _taken(frame, call, member, data)

        return await run_in_threadpool(answered, call, frame.for_members(take), True, False)

    async def from_program(request: Request) -> Response:
        found = _BEARER.fullmatch(request.headers.get("authorization", ""))
        try:
            member = None if found is None else await run_in_threadpool(member_with_token, challenge, found[1])
            if member is None:
                return JSONResponse({"error": _NO_TOKEN}, 401, headers={"www-authenticate": "Bearer"})
            upload = Upload()
            async for piece in request.stream():
                upload.add(piece)
            taken = await run_in_threadpool(submit, challenge, member, request.path_params["phase"], upload.done())
        except ChallengeError as error:
            return JSONResponse({"error": str(error)}, 422)
        except (DatabaseError, OutputError):
            return JSONResponse({"error": _BUSY}, 503)
        return JSONResponse({"submission": taken.id, "state": taken.state, "digest": taken.digest}, 202)

    return [
        Route(f"{FIRST}/submit", from_form, methods=["POST"], max_body_size=MAX_BYTES + _FORM),
        Route(f"{FIRST}/api/{{phase}}/submissions", from_program, methods=["POST"], max_body_size=MAX_BYTES + _FORM),
    ]


async def _read(file: UploadFile) -> bytes:
    data = bytearray()
    while piece := await file.read(_PIECE):
        data += piece
    return bytes(data)


def _taken(frame: ChallengeSite, call: Call, member: Member, data: bytes) -> Response:
    try:
        taken = submit(frame.challenge, member, call.form.get("phase"), data)
    except ChallengeError as error:
        return submit_page(frame, call, member, error=str(error), status=422)
    except OutputError:
        return submit_page(frame, call, member, error=call.t("submit-busy"), status=503)
    return call.to(f"{SUBMISSIONS}/{taken.id}")
