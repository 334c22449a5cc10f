"""The pages of a small challenge, as browsers and programs ask for them."""

import re
import secrets
from contextlib import contextmanager

from starlette.testclient import TestClient

from cinescribe.serve.app import web_app
from cinescribe.serve.challenge.section import challenge_section
from cinescribe.serve.security.sessions import Cookie
from cinescribe.study.people.people import hashed
from cinescribe.study.storage import tables
from tests.study.challenge.challenges import running

HOST = "localhost"


@contextmanager
def served(folder, **kind):
    """Yield a running challenge, its members A and B, and what makes a browser of a member."""
    with running(folder, **kind) as (challenge, a, b):
        app = web_app(challenge.database, [challenge_section(challenge)], hosts=[HOST])
        yield challenge, a, b, lambda member=None: Browser(app, challenge, member)


class Browser:
    """A browser in which a member is logged in, or nobody."""

    def __init__(self, app, challenge, member):
        self.client = TestClient(app, base_url=f"http://{HOST}", follow_redirects=False, raise_server_exceptions=False)
        self.client.headers["origin"] = f"http://{HOST}"
        if member is not None:
            token = secrets.token_urlsafe()
            row = {"person_id": member.person, "token_hash": hashed(token), "created": 0.0, "expires": 1e12}
            with challenge.database.writing() as connection:
                connection.execute(tables.login_session.insert().values(row))
            self.client.cookies.set(Cookie().name, token)

    def get(self, path, status=200):
        answer = self.client.get(path)
        assert answer.status_code == status, answer.text
        return answer

    def csrf(self, path="/challenge/team"):
        found = re.search(r'name="csrf" value="(\w+)"', self.get(path).text)
        assert found is not None
        return found[1]

    def post(self, path, status=303, **fields):
        answer = self.client.post(path, data={"csrf": self.csrf(), **fields})
        assert answer.status_code == status, answer.text
        return answer

    def submit(self, data, *, phase="public", status=303, csrf=None):
        fields = {"csrf": self.csrf() if csrf is None else csrf, "phase": phase}
        answer = self.client.post("/challenge/submit", data=fields, files={"file": ("../../x.json", data)})
        assert answer.status_code == status, answer.text
        return answer
