"""Streams of a film's clips, by our own networks and by tiny ones in the hub's layout, extracted from real films."""

import importlib
import pickle

import numpy as np
import pytest
import torch
import transformers as hf

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.encoders.backlot_frames import frame_features, load_frame_net
from cinescribe.features.encoders.hub_encoders import hub_encoder
from cinescribe.features.extraction.clip_extractors import clip_extractor
from cinescribe.features.extraction.clip_sinks import N_SPREAD, CaptionVectors
from cinescribe.features.extraction.extract import ExtractionResult, FilmTask, Workforce, extract
from cinescribe.features.regions.hub_regions import hub_detector
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.features.store.film_store import FeatureStore, regions_of
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.schema import Clip
from cinescribe.still_schema import Still
from cinescribe.timing import Span
from tests.dummies import write_film
from tests.features.encoders.test_hub_encoders import clip as clip_model
from tests.features.encoders.test_hub_encoders import videomae, vit, write
from tests.features.films import VOCABULARY
from tests.features.regions.test_hub_regions import detr

extracting = importlib.import_module("cinescribe.features.extraction.extract")

pytestmark = pytest.mark.usefixtures("one_thread")

# The films are cut at second 2; the second clip overlaps the first, the last one has no caption.
CLIPS = (
    Clip("c0", "f", Span(0, 2), "P1 waves."),
    Clip("c1", "f", Span(1, 3), "P2 sits down."),
    Clip("c2", "f", Span(2.5, 4)),
)


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return write_film(tmp_path_factory.mktemp("film") / "f.mp4", seconds=4.0, cut_at=2.0, sound=False)


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    torch.manual_seed(0)
    kinds = {"clip": clip_model, "detr": detr, "videomae": videomae, "vit": vit}
    found = {name: str(made(tmp_path_factory.mktemp(name))) for name, made in kinds.items()}
    widths = hf.ResNetConfig(embedding_size=8, hidden_sizes=[8, 2048], depths=[1, 1])
    return found | {"resnet": str(write(tmp_path_factory.mktemp("r"), hf.ResNetModel(widths), "ConvNext"))}


def stored(film, folder, *extractors, clips=CLIPS, workforce=None):
    store = FeatureStore(folder)
    task = FilmTask("f", film, tuple(one.of(clips) for one in extractors))
    return store, extract([task], store, workforce=workforce)


@pytest.mark.slow
def test_forty_pictures_are_spread_over_each_clip(film, tmp_path):
    store, done = stored(film, tmp_path, clip_extractor("uniform"))
    assert done == ExtractionResult(1, 1, 0)
    found = store.clip_features("f", "uniform")
    width = load_frame_net().sizes.width
    assert {clip.id: found.of(clip.id).shape for clip in CLIPS} == {clip.id: (N_SPREAD, width) for clip in CLIPS}
    # Clips 0 and 1 share second 1, so they share pictures, of which a second has twelve.
    assert np.array_equal(found.of("c0")[20:40:2], found.of("c1")[:20:2])
    assert len(np.unique(found.of("c1"), axis=0)) == 24
    before, after = found.of("c1")[:20].mean(0), found.of("c1")[20:].mean(0)
    assert np.abs(before - found.of("c0").mean(0)).max() < np.abs(before - after).max()  # the cut is in its middle


@pytest.mark.slow
def test_clip_features_equal_those_of_their_pictures(film, tmp_path, monkeypatch):
    taken = []
    whole = extracting.read_through

    def watched(film, *, pictures, progress):
        for sink in pictures:
            monkeypatch.setattr(sink, "take", recording(sink.take))
        whole(film, pictures=pictures, progress=progress)

    def recording(take):
        def recorded(time, image):
            taken.append((time, image))
            take(time, image)

        return recorded

    monkeypatch.setattr(extracting, "read_through", watched)
    store, _ = stored(film, tmp_path, clip_extractor("uniform"))
    moments = 1 + (np.arange(N_SPREAD) + 0.5) / 20
    shown = [max(n for n, (time, _) in enumerate(taken) if time <= moment) for moment in moments]
    alone = frame_features(load_frame_net(), np.stack([taken[n][1] for n in shown]))
    np.testing.assert_allclose(store.clip_features("f", "uniform").of("c1"), alone, atol=1e-4)


def test_resnet_features_have_2048_numbers(film, models, tmp_path):
    store, _ = stored(film, tmp_path, clip_extractor("uniform", models["resnet"]))
    assert store.clip_features("f", "uniform").of("c0").shape == (40, 2048)


def test_a_grid_of_each_clip_s_middle_picture_is_read_like_a_still_s(film, models, tmp_path):
    store, _ = stored(film, tmp_path, clip_extractor("grid"))
    found = store.clip_features("f", "grid")
    assert found.regions("c2").rows.shape[0] == 50
    assert not np.array_equal(found.of("c0"), found.of("c2"))
    reader = RegionReader(regions_of(store, "grid", CLIPS), VOCABULARY)
    batch = reader.batch([Still(clip.id, "", (clip.text,) if clip.text else ()) for clip in CLIPS])
    assert batch.regions.shape == (3, 50, found.rows.shape[1])
    towers, _ = stored(film, tmp_path / "hub", clip_extractor("grid", models["clip"]))
    assert towers.clip_features("f", "grid").of("c1").shape == (5, 16)  # the class token and 2 x 2 patches


def test_regions_are_those_of_a_detector(film, models, tmp_path):
    store, _ = stored(film, tmp_path, clip_extractor("regions", models["detr"]))
    found = store.clip_features("f", "regions").regions("c1")
    assert 10 <= len(found) <= 50
    assert set(found.labels) <= {"cat", "dog", "cup"}
    with pytest.raises(ModelError, match=r"the regions of films' clips need a detector.*facebook/detr-resnet-50"):
        clip_extractor("regions")


@pytest.mark.slow
def test_captions_are_encoded_without_reading_the_film(film, tmp_path, monkeypatch):
    monkeypatch.setattr(extracting, "read_through", None)
    store, _ = stored(film, tmp_path, clip_extractor("text"))
    found = store.clip_features("f", "text")
    theirs = sentence_vectors().vectors(["P1 waves.", "P2 sits down."])
    assert found.of("c0")[0] == pytest.approx(theirs[0], abs=1e-6)
    assert found.of("c1")[0] == pytest.approx(theirs[1], abs=1e-6)
    assert found.of("c2").shape == (0, 384)


def test_clips_without_captions_have_no_vectors_of_the_right_width():
    sink = CaptionVectors(CLIPS[2:], lambda texts: np.zeros((len(texts), 7)))
    assert sink.features().rows.shape == (0, 7)


def test_other_clips_are_extracted_again_and_other_captions_only_as_text(film, tmp_path):
    extractors = clip_extractor("grid"), clip_extractor("text")
    assert stored(film, tmp_path, *extractors)[1].done == 2
    assert stored(film, tmp_path, *extractors)[1].done == 0
    reworded = (CLIPS[0].replace(text="P1 sits."), *CLIPS[1:])
    assert stored(film, tmp_path, *extractors, clips=reworded)[1].done == 1
    moved = (reworded[0].replace(span=Span(0, 1.9)), *reworded[1:])
    assert stored(film, tmp_path, *extractors, clips=moved)[1].done == 1
    assert stored(film, tmp_path, *extractors, clips=moved[:2])[1].done == 2
    assert stored(film, tmp_path, *extractors, clips=())[0].clip_features("f", "grid").rows.shape[0] == 0


@pytest.mark.slow
def test_other_processes_can_extract_all_streams(film, models, tmp_path):
    extractors = [
        clip_extractor("uniform", models["vit"]),
        clip_extractor("grid", models["clip"]),
        clip_extractor("regions", models["detr"]),
        clip_extractor("text"),
    ]
    alone, _ = stored(film, tmp_path / "alone", *extractors)
    others, done = stored(film, tmp_path / "others", *extractors, workforce=Workforce(2))
    assert done == ExtractionResult(4, 4, 0)
    assert others.shards() == alone.shards()


@pytest.mark.slow
def test_a_model_is_pickled_as_its_name_and_loaded_once(models):
    for model in (hub_encoder(models["vit"]), hub_detector(models["detr"])):
        data = pickle.dumps(model)
        assert len(data) < 400
        again = pickle.loads(data)
        assert again is pickle.loads(data)
        assert (again.name, again.weights) == (model.name, model.weights)


def test_unknown_streams_and_unfit_models_are_refused(models):
    with pytest.raises(FeatureError, match="`stream` is 'sound'; choose one of uniform, grid, regions, text"):
        clip_extractor("sound")  # type: ignore[arg-type]
    with pytest.raises(FeatureError, match=r"reads windows of several pictures, .* 'uniform'; use it for 'actions'"):
        clip_extractor("uniform", models["videomae"])
