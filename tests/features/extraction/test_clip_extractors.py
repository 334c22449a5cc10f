"""Streams of a film's clips, by our own networks and by tiny ones in the hub's layout, extracted from real films."""

import importlib
import pickle

import numpy as np
import pytest
import torch
import transformers as hf

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.encoders.backlot_frames import frame_rows, load_frame_net
from cinescribe.features.encoders.hub_encoders import hub_encoder
from cinescribe.features.extraction.clip_extractors import clip_extractor
from cinescribe.features.extraction.clip_sinks import N_SPREAD, CaptionRows
from cinescribe.features.extraction.extract import Extracted, FilmTask, Workforce, extract
from cinescribe.features.regions.hub_regions import hub_detector
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.features.store.film_store import FeatureStore, regions_of
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.schema import Clip, Still
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


def test_forty_pictures_are_spread_over_each_clip(film, tmp_path):
    store, done = stored(film, tmp_path, clip_extractor("uniform"))
    assert done == Extracted(1, 1, 0)
    found = store.clip_rows("f", "uniform")
    width = load_frame_net().sizes.width
    assert {clip.id: found.of(clip.id).shape for clip in CLIPS} == {clip.id: (N_SPREAD, width) for clip in CLIPS}
    # Clips 0 and 1 share second 1, so they share pictures, of which a second has twelve.
    assert np.array_equal(found.of("c0")[20:40:2], found.of("c1")[:20:2])
    assert len(np.unique(found.of("c1"), axis=0)) == 24
    before, after = found.of("c1")[:20].mean(0), found.of("c1")[20:].mean(0)
    assert np.abs(before - found.of("c0").mean(0)).max() < np.abs(before - after).max()  # the cut is in its middle


def test_rows_are_those_of_the_pictures_alone(film, tmp_path, monkeypatch):
    taken = []
    whole = extracting.read_through

    def watched(told, *, pictures, progress):
        for sink in pictures:
            monkeypatch.setattr(sink, "take", noting(sink.take))
        whole(told, pictures=pictures, progress=progress)

    def noting(take):
        return lambda time, image: taken.append((time, image)) or take(time, image)

    monkeypatch.setattr(extracting, "read_through", watched)
    store, _ = stored(film, tmp_path, clip_extractor("uniform"))
    moments = 1 + (np.arange(N_SPREAD) + 0.5) / 20
    standing = [max(n for n, (time, _) in enumerate(taken) if time <= moment) for moment in moments]
    alone = frame_rows(load_frame_net(), np.stack([taken[n][1] for n in standing]))
    np.testing.assert_allclose(store.clip_rows("f", "uniform").of("c1"), alone, atol=1e-4)


def test_resnets_rows_have_2048_numbers(film, models, tmp_path):
    store, _ = stored(film, tmp_path, clip_extractor("uniform", models["resnet"]))
    assert store.clip_rows("f", "uniform").of("c0").shape == (40, 2048)


def test_a_grid_of_each_clips_middle_picture_is_read_as_a_stills(film, models, tmp_path):
    store, _ = stored(film, tmp_path, clip_extractor("grid"))
    found = store.clip_rows("f", "grid")
    assert found.regions("c2").rows.shape[0] == 50
    assert not np.array_equal(found.of("c0"), found.of("c2"))
    reader = RegionReader(regions_of(store, "grid", CLIPS), VOCABULARY)
    batch = reader.batch([Still(clip.id, "", (clip.text,) if clip.text else ()) for clip in CLIPS])
    assert batch.regions.shape == (3, 50, found.rows.shape[1])
    towers, _ = stored(film, tmp_path / "hub", clip_extractor("grid", models["clip"]))
    assert towers.clip_rows("f", "grid").of("c1").shape == (5, 16)  # the class token and 2 x 2 patches


def test_regions_are_a_detectors(film, models, tmp_path):
    store, _ = stored(film, tmp_path, clip_extractor("regions", models["detr"]))
    found = store.clip_rows("f", "regions").regions("c1")
    assert 10 <= len(found) <= 50
    assert set(found.labels) <= {"cat", "dog", "cup"}
    with pytest.raises(ModelError, match=r"no detector came for the regions of films' clips.*facebook/detr-resnet-50"):
        clip_extractor("regions")


def test_captions_have_a_row_each_and_the_film_is_not_looked_at(film, tmp_path, monkeypatch):
    monkeypatch.setattr(extracting, "read_through", None)
    store, _ = stored(film, tmp_path, clip_extractor("text"))
    found = store.clip_rows("f", "text")
    theirs = sentence_vectors().vectors(["P1 waves.", "P2 sits down."])
    assert found.of("c0")[0] == pytest.approx(theirs[0], abs=1e-6)
    assert found.of("c1")[0] == pytest.approx(theirs[1], abs=1e-6)
    assert found.of("c2").shape == (0, 384)


def test_clips_without_captions_have_no_rows_of_the_right_width():
    sink = CaptionRows(CLIPS[2:], lambda texts: np.zeros((len(texts), 7)))
    assert sink.rows().rows.shape == (0, 7)


def test_other_clips_are_other_rows_and_other_words_only_of_texts(film, tmp_path):
    extractors = clip_extractor("grid"), clip_extractor("text")
    assert stored(film, tmp_path, *extractors)[1].done == 2
    assert stored(film, tmp_path, *extractors)[1].done == 0
    retold = (CLIPS[0].replace(text="P1 sits."), *CLIPS[1:])
    assert stored(film, tmp_path, *extractors, clips=retold)[1].done == 1
    moved = (retold[0].replace(span=Span(0, 1.9)), *retold[1:])
    assert stored(film, tmp_path, *extractors, clips=moved)[1].done == 1
    assert stored(film, tmp_path, *extractors, clips=moved[:2])[1].done == 2
    assert stored(film, tmp_path, *extractors, clips=())[0].clip_rows("f", "grid").rows.shape[0] == 0


def test_all_can_be_given_to_other_processes(film, models, tmp_path):
    extractors = [
        clip_extractor("uniform", models["vit"]),
        clip_extractor("grid", models["clip"]),
        clip_extractor("regions", models["detr"]),
        clip_extractor("text"),
    ]
    here, _ = stored(film, tmp_path / "here", *extractors)
    there, done = stored(film, tmp_path / "there", *extractors, workforce=Workforce(2))
    assert done == Extracted(4, 4, 0)
    assert there.shards() == here.shards()


def test_a_model_is_pickled_as_its_name_and_loaded_once(models):
    for model in (hub_encoder(models["vit"]), hub_detector(models["detr"])):
        data = pickle.dumps(model)
        assert len(data) < 400
        again = pickle.loads(data)
        assert again is pickle.loads(data)
        assert (again.name, again.weights) == (model.name, model.weights)


def test_what_there_is_not_is_named(models):
    with pytest.raises(FeatureError, match="'sound' came as a stream of clips; uniform, grid, regions, text are known"):
        clip_extractor("sound")
    with pytest.raises(FeatureError, match=r"sees windows of several pictures, .* 'uniform'; name it for 'actions'"):
        clip_extractor("uniform", models["videomae"])
