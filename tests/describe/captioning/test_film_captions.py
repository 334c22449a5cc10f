"""The observer writes in the language of the description, asked for or not; another captioner is taken as it is."""

import importlib
from types import SimpleNamespace

import pytest

from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.language.messages.spoken_messages import spoken_messages
from cinescribe.models.observer.observer import Observer
from tests.dummies import EveryClip
from tests.models.observer.films import faces, film

film_captions = importlib.import_module("cinescribe.describe.captioning.film_captions")


def captioner(given, language):
    notes = SimpleNamespace(note=lambda *_, **__: None)
    run = SimpleNamespace(options=DescribeOptions(given), messages=spoken_messages(language), stages=notes)
    return film_captions._captioner(run, SimpleNamespace(clip=None))


@pytest.mark.parametrize(("language", "text"), [("en", "Anna, in blue, appears."), ("de", "Anna, in Blau, erscheint.")])
def test_observer_writes_the_language_of_the_description(language, text):
    batch = film(faces(1, 0, 4, clothes="blue"))
    assert [one.text for one in captioner(Observer(), language).caption(batch) if one.text] == [text]


def test_another_captioner_is_returned_unchanged(monkeypatch):
    monkeypatch.setattr(film_captions, "doubts", lambda captioner, pictures: None)
    given = EveryClip()
    assert captioner(given, "en") is given
