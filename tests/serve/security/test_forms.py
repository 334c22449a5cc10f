"""Forms are read the same, whichever parser reads them."""

import asyncio

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from cinescribe.serve.security.forms import read_form

USUAL = "application/x-www-form-urlencoded"


def read(body, kind):
    pieces = [body[: len(body) // 2], body[len(body) // 2 :]]

    async def receive():
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    scope = {"type": "http", "method": "POST", "headers": [(b"content-type", kind.encode())], "app": None}
    return asyncio.run(read_form(Request(scope, receive))).fields


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        (b"a=1&b=&a=2", (("a", "1"), ("b", ""), ("a", "2"))),
        (b"t=caf%C3%A9+%26+%2B%25", (("t", "caf\u00e9 & +%"),)),
        (b"t=one%0D%0Atwo%00", (("t", "one\ntwo"),)),
        (b"t=%ff%zz", (("t", "\ufffd%zz"),)),
        ("t=caf\u00e9".encode("latin-1"), (("t", "caf\u00e9"),)),
        (b"", ()),
        (b"&&a=b=c&", (("a", "b=c"),)),
    ],
)
def test_both_parsers_read_equal_fields(body, fields):
    assert read(body, USUAL) == read(body, f"{USUAL}; charset=utf-8") == fields


@pytest.mark.parametrize("kind", [USUAL, f"{USUAL}; charset=utf-8"])
def test_too_many_fields_are_refused(kind):
    with pytest.raises(HTTPException, match="400"):
        read(b"&".join(b"f=1" for _ in range(501)), kind)
    assert len(read(b"&".join(b"f=1" for _ in range(500)), kind)) == 500
