"""A site with a study in a database, and raters' browsers, for tests."""

import re
from contextlib import contextmanager
from itertools import count

import numpy as np
from starlette.testclient import TestClient

from cinescribe.media.voice.voice import Spoken
from cinescribe.serve.app import web_app
from cinescribe.serve.studies.section import study_section
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.design.screening import Screening, ScreeningVideo
from cinescribe.study.kinds.items import StudyItem, StudyText
from cinescribe.study.kinds.table import KINDS
from cinescribe.study.people.log_in import begin_session
from cinescribe.study.people.profile import say_blind
from cinescribe.study.storage.studies import write_study
from cinescribe.timing import Span
from tests.study.studies import invited

ORIGIN = "http://testserver"
_NUMBERS = count(1)  # studies of one database have different names, and forms different tokens
ASPECTS = ("intention", "effect", "attribute")


class Beep:
    """A voice that makes the same short sound of every text."""

    name = "beep"

    def say(self, text, *, rate=1.0):
        return Spoken(np.full(100, 0.1, np.float32), 8000)


class Browser(TestClient):
    """A browser that sends forms as browsers do."""

    person = 0  # who is logged in

    def __init__(self, app, **settings):
        super().__init__(app, headers={"origin": ORIGIN}, raise_server_exceptions=False, **settings)

    def fill(self, path, shown=None, **fields):
        """Send a form with the hidden fields of the page that shows it."""
        page = self.get(path) if shown is None else shown
        return self.post(path, data={**hidden(page), **fields})


def hidden(page):
    return dict(re.findall(r'<input type="hidden" name="(csrf|form)" value="(.*?)">', page.text))


def items_of(kind, n):
    """Pages of a kind of study, whose texts name the systems red, green and blue nowhere."""
    if kind == "metaphor":
        return [StudyItem(f"secret-clip-{i}", "film", Span(30 * i, 30 * i + 30)) for i in range(n)]
    if kind == "choose":
        texts = [("red", aspect, f"to {word}") for aspect in ASPECTS for word in ("wave", "leave")]
        return [_item(i, texts, caption="P1 waves.") for i in range(n)]
    if kind == "rate":
        return [
            _item(i, [("red", "effect", "P1 is seen"), ("green", "effect", "P1 falls")], "P1 waves.") for i in range(n)
        ]
    if kind == "trial":
        return [_item(i, [("red", None, "A woman waves.")]) for i in range(n)]
    systems = ("red", "green") if kind == "pair" else ("red", "green", "blue")
    words = {"red": "A car waits.", "green": "A woman waves.", "blue": "A dog <b>barks</b> & runs."}
    return [_item(i, [(system, None, words[system]) for system in systems]) for i in range(n)]


def _item(i, texts, caption=None):
    named = tuple(StudyText(system, text, f"clip{i}/{system}", about) for system, about, text in texts)
    return StudyItem(f"secret-clip-{i}", "film", Span(i, i + 1), named, caption)


def add_study(database, kind, *, n=2, n_judges=1, corpus="none", **more):
    questions = next(iter(KINDS[kind].protocols.values()))
    name = f"Study {next(_NUMBERS)} of {kind}"
    design = StudyDesign(name, kind, questions, n_judges, str(corpus), **more)
    return write_study(database, design, items_of(kind, n))


@contextmanager
def site(database, studies, **settings):
    with study_section(studies, voice=Beep()) as section:
        yield web_app(database, [section], hosts=["testserver"], **settings)


def two_tests(*answers):
    """Tests of screening: in each test a video for each right answer."""
    videos = [
        ScreeningVideo(test, f"secret-test-{test}-{n}", "film", right, Span(n, n + 1))
        for test, own in enumerate(answers, start=1)
        for n, right in enumerate(own)
    ]
    return Screening(tuple(videos))


def draft(database, study, person, **changes):
    """Let a person annotate all videos of a study of metaphors; return the numbers of the pages."""
    written = {"present": True, "audio": False, "time": "12.5", "primary": "the drink", "secondary": "a waterfall"}
    written |= {"property": "fresh", "caption": "The drink is as fresh as a waterfall", **changes}
    pages = []
    while (page := lease_page(database, study, person)) is not None:
        store_answers(
            database, study, person, assignment=page.assignment, answers=written, token=f"draft {next(_NUMBERS)}"
        )
        pages.append(page.assignment)
    return pages


def rater(database, study, app, *, is_blind=None, role="rater"):
    """A browser in which a new rater, or a person of another role in a study, is logged in."""
    (person,) = invited(database, study, 1, role=role)
    if is_blind is not None:
        say_blind(database, person, is_blind)
    session = begin_session(database, person)
    browser = Browser(app)
    browser.cookies.set("cinescribe", session.token)
    browser.person = person
    return browser
