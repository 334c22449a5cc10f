"""The workbench in this process, with a browser that runs no scripts."""

import socket
import threading
from contextlib import contextmanager

import uvicorn
from starlette.testclient import TestClient

from cinescribe.serve.workbench.films import Films
from cinescribe.serve.workbench.jobs.jobs import Jobs
from cinescribe.serve.workbench.new_film.film_shelf import FilmShelf
from cinescribe.serve.workbench.owner import ENTRY
from cinescribe.serve.workbench.program import workbench_program
from tests.serve.workbench.running import csrf_of

_JSON = {"accept": "application/json"}


class Desk:
    """A workbench with some folders open; `program` stands in for Cinescribe's command."""

    def __init__(self, films, jobs, shelf):
        self.films, self.jobs = films, jobs
        key = "k" * 43
        self.entry = f"{ENTRY}/{key}"
        self.app = app = workbench_program(films, key=key, hosts=["desk", "127.0.0.1"], jobs=jobs, shelf=shelf)
        self.client = TestClient(app, base_url="http://desk", follow_redirects=False, raise_server_exceptions=False)
        self.client.get(self.entry)

    def get(self, path):
        return self.client.get(path)

    def json(self, path):
        return self.client.get(path, headers=_JSON).json()

    def post(self, path, *, page="/", scripts=True, **fields):
        """Send a form of a page, as a script does or without one."""
        csrf = csrf_of(self.client.get(page).text)
        headers = {"origin": "http://desk", **(_JSON if scripts else {})}
        return self.client.post(path, data={"csrf": csrf, **fields}, headers=headers)


@contextmanager
def served(bench):
    """The address of a workbench for a real browser."""
    server = uvicorn.Server(uvicorn.Config(bench.app, log_level="warning"))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def desk(*folders, program=("false",), shelf=()):
    """A workbench with described folders."""
    with Films(who="me") as films, Jobs(program) as jobs:
        for folder in folders:
            films.open(folder)
        yield Desk(films, jobs, FilmShelf(shelf))
