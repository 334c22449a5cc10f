"""The bundled writer of notes, on a film shot now: most of what it calls likely is true."""

import re

import pytest

from cinescribe.backlot.films.shoot import SIZES, shoot
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.describe.describe_options import notes_named
from cinescribe.features.extraction.extract import FilmTask, extract
from cinescribe.features.extraction.extractors import extractor
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.schema import Caption, Clip
from cinescribe.store import read_record

ASPECTS = {"why": "intentions", "effect": "effects", "trait": "attributes"}
NOTE = re.compile(r"(.+) \((\d+)% likely\)")
SEED = 9_300  # of no corpus, and of no film that the confidence was fitted on


@pytest.mark.slow
@pytest.mark.usefixtures("one_thread")
def test_notes_of_the_bundled_model_are_mostly_true_of_a_new_film(tmp_path, monkeypatch):
    monkeypatch.setattr("cinescribe.describe.analyse.extractor", extractor)  # the real ones, in place of flat features
    shot = shoot(tmp_path, films=1, seed=SEED, size=SIZES["small"], motivated=True, height=180)
    truth = read_record(next(shot.truth.parent.glob("*.truth.json")), FilmTruth)
    extractors = (extractor("clip"), extractor("actions"))
    store = FeatureStore(tmp_path / "features")
    extract([FilmTask(truth.id, tmp_path / truth.film, extractors)], store)
    clips = [Clip(one.id, truth.id, one.span) for one in truth.clips]
    captions = [Caption(one.id, one.captions[0].text, (one.actor,)) for one in truth.clips]
    called = {member.id: member.id for member in truth.cast}
    noted = notes_named("backlot").noted(captions, clips, called, store.features_without_faces(truth.id))
    judged: dict[str, list[bool]] = {field: [] for field in ASPECTS}
    for caption, clip in zip(noted, clips, strict=True):
        moment = next(one for one in truth.moments if one.span.has(clip.span.middle))
        for field, aspect in ASPECTS.items():
            if match := NOTE.fullmatch(getattr(caption, field) or ""):
                judged[field].append(match[1] in getattr(moment, aspect))
    everything = [is_true for own in judged.values() for is_true in own]
    assert all(judged.values())
    assert len(everything) >= len(clips)
    assert sum(everything) >= 0.7 * len(everything)
