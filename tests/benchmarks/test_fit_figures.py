"""The fit of how sure a writer of metaphors may be: which metaphors are true, and what the new checkpoint has."""

import sys

import pytest

from benchmarks.metaphors import fit_figures
from cinescribe.backlot.adverts.concepts import PRODUCTS, SECONDARIES, SYNONYMS
from cinescribe.backlot.films.shoot import Shoot
from cinescribe.backlot.plan.truth import AdvertMetaphor, FilmTruth
from cinescribe.corpus.datasets.backlot import CORPUS_HEIGHT
from cinescribe.errors import ModelError
from cinescribe.generate.commonsense.confidence import fitted_line
from cinescribe.generate.video_lm.metaphor_writer import MetaphorWriter
from cinescribe.models.video_lm.video_checkpoint import VideoCard, VideoCheckpoint
from cinescribe.store import write_records
from cinescribe.timing import Span

PRODUCT, SECONDARY, OTHER = PRODUCTS[0], SECONDARIES[0], SECONDARIES[1]
PROPERTY, SYNONYM = next(iter(SYNONYMS.items()))
FOUND = [(-0.2, True), (-0.3, True), (-1.5, False), (-1.0, False)]


def advert(name, metaphor=None):
    return FilmTruth(
        name, 1, "An advert", film=f"{name}.mp4", screenplay="", described="", sightings="", duration=9.0, width=320,
        height=180, rate_hz=12, hard=False, cast=(), clips=(), shots=(), metaphor=metaphor,
    )  # fmt: skip


TRUE = advert("true", AdvertMetaphor(PRODUCT.thing, PROPERTY, SECONDARY.concept, "text"))


def caption(secondary, property=PROPERTY):
    return f"{PRODUCT.wordings[-1]} is as {property} as {secondary.wordings[-1]}."


def test_a_metaphor_is_true_if_all_three_parts_are_in_any_wording():
    assert fit_figures.is_true(caption(SECONDARY), TRUE)
    assert fit_figures.is_true(caption(SECONDARY, SYNONYM), TRUE)
    assert not fit_figures.is_true(caption(OTHER), TRUE)
    assert not fit_figures.is_true(caption(SECONDARY, "odd"), TRUE)
    assert not fit_figures.is_true(caption(SECONDARY), advert("plain"))


def test_captions_without_a_metaphor_are_left_out(tmp_path, monkeypatch):
    truths = [TRUE, advert("plain"), advert("silent")]
    write_records(tmp_path / "truth.jsonl", truths)
    asked = {}

    def shoot(folder, **options):
        asked.update(options)
        return Shoot((), folder / "truth.jsonl")

    def captions(film, spans):
        assert spans == [Span(0.0, 9.0)]
        text = "A man drinks." if film.stem == "silent" else caption(SECONDARY)
        return [(text, {"true": -0.1, "plain": -0.7, "silent": -0.2}[film.stem])]

    writer = MetaphorWriter(VideoCheckpoint(tmp_path, VideoCard("git"), None), name="one")
    monkeypatch.setattr(writer, "captions", captions)
    monkeypatch.setattr(fit_figures, "shoot_adverts", shoot)
    found = list(fit_figures.judged_metaphors(writer, tmp_path, adverts=1, plain=2))
    assert found == [(-0.1, True), (-0.7, False)]
    assert (asked["adverts"], asked["plain"], asked["height"]) == (1, 2, CORPUS_HEIGHT)


@pytest.fixture
def fitted(monkeypatch, tmp_path):
    """Returns the card that is written for given metaphors."""
    cards = []
    trained = VideoCheckpoint(tmp_path, VideoCard("git", recipe={"fp16": True}), None)
    monkeypatch.setattr(fit_figures, "read_video_checkpoint", lambda folder: trained)
    monkeypatch.setattr(
        fit_figures, "write_video_checkpoint", lambda folder, model, card, *, fp16: cards.append((card, fp16))
    )
    monkeypatch.setattr(sys, "argv", ["fit_figures", str(tmp_path), "-o", str(tmp_path / "out")])

    def fit(found):
        monkeypatch.setattr(fit_figures, "judged_metaphors", lambda *_, **__: iter(found))
        fit_figures.main()
        return cards[-1]

    return fit


@pytest.mark.usefixtures("one_thread")
def test_the_new_card_has_the_line(fitted):
    card, fp16 = fitted(FOUND)
    assert tuple(card.confidence["metaphor"]) == fitted_line(*zip(*FOUND, strict=True))
    assert (card.model, fp16) == ("git", True)


@pytest.mark.usefixtures("one_thread")
def test_a_model_that_writes_no_metaphor_is_refused(fitted):
    with pytest.raises(ModelError, match="there are no phrases to fit confidence to"):
        fitted([])
