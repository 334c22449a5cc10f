"""The workbench as a process of its own, and tabs of a browser without scripts that send its forms."""

import html
import re
import signal
import subprocess
import sys
from dataclasses import dataclass

import httpx

_COMMAND = "from cinescribe.cli.main import main; main()"
_PATIENCE = 60  # seconds for an answer, on a busy machine
_ARTICLE = re.compile(r'<article class="cue[^"]*" id="cue-([^"]+)".*?</article>', re.DOTALL)
_REVISION = re.compile(r'name="revision" value="([^"]*)"')
_TEXT = re.compile(r'<textarea[^>]*name="text"[^>]*>(.*?)</textarea>', re.DOTALL)
_CSRF = re.compile(r'name="csrf" value="([^"]*)"')


class Running:
    """`cinescribe workbench` for one folder, until the block ends or it is killed."""

    def __init__(self, folder):
        self.folder = folder
        self.entry = ""

    def __enter__(self):
        command = [sys.executable, "-c", _COMMAND, "workbench", str(self.folder), "--who", "me"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http" not in line:  # it failed, and says why
            self.process.communicate(timeout=_PATIENCE)
        assert "http" in line, line
        self.entry = line.split()[-1]
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=_PATIENCE)

    def kill(self):
        self.process.kill()
        self.process.wait()


@dataclass(frozen=True)
class Shown:
    """A cue as the list shows it."""

    key: str
    revision: str
    text: str


class Tab:
    """A tab that has come in by the address with the key."""

    def __init__(self, entry, film="film"):
        address = entry.split("/enter/")[0]
        self.client = httpx.Client(base_url=address, timeout=_PATIENCE, headers={"origin": address})
        self.client.get(entry, follow_redirects=True).raise_for_status()
        self.path = f"/films/{film}/"
        self.csrf = csrf_of(self.client.get(self.path).text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()

    def shown(self, query=""):
        """Open the list; return its cues in order."""
        answer = self.client.get(self.path + query)
        answer.raise_for_status()
        self.csrf = csrf_of(answer.text)
        return shown_cues(answer.text)

    def send(self, cue, action, **fields):
        """Press a button of a cue's form, as a script does; return the response."""
        return self._post(f"cues/{cue.key}/{action}", {"revision": cue.revision, "text": cue.text, **fields})

    def press(self, action):
        """Press a button that belongs to no cue."""
        return self._post(action, {})

    def _post(self, path, fields):
        fields = {"csrf": self.csrf, **fields}
        return self.client.post(self.path + path, data=fields, headers={"accept": "application/json"})


def csrf_of(page):
    """The secret of the forms of a page."""
    return found(_CSRF, page)


def shown_cues(page):
    """The cues that a page shows, in order."""
    return [_shown(article) for article in _ARTICLE.finditer(page)]


def _shown(article):
    text = html.unescape(found(_TEXT, article[0])).removeprefix("\n")
    return Shown(article[1], revision_in(article[0]), text)


def revision_in(article):
    """The revision that the form of a cue sends."""
    return found(_REVISION, article)


def found(pattern, text):
    """The group of a pattern that must be in a text."""
    match = pattern.search(text)
    assert match is not None, text
    return match[1]
