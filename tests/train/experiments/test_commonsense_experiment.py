"""Training of commonsense models on a synthetic world: what follows is in the pictures, not in the caption."""

import json
from pathlib import Path

import pytest

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.datasets.sidecar_annotations import CLEAN, COMMONSENSE, Commonsense, read_annotated
from cinescribe.errors import CorpusError, FeatureError, ModelError, RecipeError
from cinescribe.generate.commonsense.corpus_commonsense import corpus_commonsense, read_commonsense_checkpoint
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.model_table import MODELS
from cinescribe.store import write_records
from cinescribe.train.experiments.commonsense_experiment import build_commonsense_experiment
from cinescribe.train.recipes.recipe import read_recipe, recipe_of
from cinescribe.train.run import train_model
from tests.commands import run_command
from tests.models.sequence.clips import s2vt
from tests.models.set_dummies import VOCABULARY
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")
SETS = {"n_clips": 1, "n_frames": 4, "frame_rate_hz": 1.0, "n_segments": 2, "n_faces": 0, "n_tokens": 12}
SIZES = {"width": 32, "n_layers": 1, "n_heads": 2, "ff_width": 32, "dropout": 0.0}
WANTS = {"park": "to get some air", "hall": "to meet somebody", "shop": "to buy bread"}


def recipe(model="v2c-transformer", **changes):
    values = {
        "name": "test",
        "model": model,
        "sizes": SIZES,
        "sets": SETS,
        "optimizer": {"name": "adam", "lr": 1e-2},
        "training": {"epochs": 25, "batch_size": 16},
        "validation": {"every_n_epochs": 25, "metrics": ["BLEU", "METEOR"]},
        **changes,
    }
    return recipe_of(values)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """A world whose captions hide the place, which the picture shows and the intention follows from."""
    folder = world.corpus(tmp_path_factory.mktemp("corpus"), streams=("clip", "actions"), n_films=6, n_clips=8)
    records, clean = [], []
    for clip in read_corpus(folder).clips:
        words = (clip.text or "").split()
        place, verb, person = words[-1].rstrip("."), words[1], words[0]
        caption = f"{person} {verb} there."
        records.append(Commonsense(clip.id, caption, (WANTS[place],), (f"{verb} on",), ("calm",)))
        clean.append(Commonsense(clip.id, caption, (f"{person} wants {WANTS[place]}.",), (f"{person} {verb} on.",)))
    write_records(folder / COMMONSENSE, records)
    write_records(folder / CLEAN, clean)
    return folder


@pytest.mark.slow
def test_model_with_video_outperforms_one_with_text_only(corpus, tmp_path):
    seeing = train_model(recipe(), corpus, tmp_path / "seeing").scores
    blind = train_model(recipe("text-only-gru"), corpus, tmp_path / "blind").scores
    assert seeing["commonsense/intention/BLEU-1"] > 0.9 > blind["commonsense/intention/BLEU-1"]
    assert blind["commonsense/effect/BLEU-1"] > 0.9
    assert seeing["commonsense/attribute/BLEU-1"] > 0.99
    checkpoint = tmp_path / "seeing" / "commonsense"
    confidence = read_checkpoint(checkpoint).card.confidence
    assert set(confidence) == {"intention", "effect", "attribute"}
    assert all(len(line) == 2 for line in confidence.values())
    told = json.loads(run_command("commonsense", checkpoint, corpus, "--split", "val", "--json").stdout.splitlines()[0])
    assert set(told) == {"clip", "caption", "written", "intention", "effect", "attribute", "log_probs"}
    assert told["written"] is False
    own = run_command("commonsense", checkpoint, corpus, "--split", "val", "--captions", "written", "--n", "3").stdout
    assert "  attribute: calm" in own
    with pytest.raises(ModelError, match="the clips have no captions and the model writes none"):
        list(corpus_commonsense(tmp_path / "blind" / "commonsense", corpus, split="val", own_captions=True))
    stories = recipe(
        init_checkpoint=str(checkpoint), sampling={"annotations": CLEAN}, optimizer={"name": "adam", "lr": 3e-3}
    )
    told = train_model(stories, corpus, tmp_path / "stories")
    first = next(iter(corpus_commonsense(told.checkpoint, corpus, split="val")))
    assert first.intention[0].text.startswith("P1 wants to")


def test_phrases_change_from_epoch_to_epoch_and_all_captions_come(corpus):
    experiment = build_commonsense_experiment(recipe(), read_annotated(corpus))
    first, second = experiment.epoch(0), experiment.epoch(1)
    assert [item.clip.id for item in first] != [item.clip.id for item in second]
    assert sorted(item.clip.id for item in first) == sorted(item.clip.id for item in second)
    assert [item.clip.id for item in experiment.epoch(1)] == [item.clip.id for item in second]
    assert all(set(item.phrases) == {"intention", "effect", "attribute"} for item in first)


def test_a_corpus_without_phrases_is_refused(tmp_path):
    folder = world.corpus(tmp_path, streams=("clip", "actions"))
    with pytest.raises(CorpusError, match=r"no clip of 'train' has a line in commonsense.jsonl"):
        build_commonsense_experiment(recipe(), read_annotated(folder))
    with pytest.raises(CorpusError, match=r"no clip of 'train' has a line in commonsense-clean.jsonl"):
        build_commonsense_experiment(recipe(sampling={"annotations": CLEAN}), read_annotated(folder))


@pytest.mark.slow
def test_a_split_without_captions_is_refused(corpus, tmp_path):
    folder = world.corpus(tmp_path / "corpus", streams=("clip", "actions"))
    lines = [json.loads(line) for line in (folder / "clips.jsonl").read_text().splitlines()]
    bare = [{key: value for key, value in line.items() if key not in ("text", "paraphrases")} for line in lines]
    (folder / "clips.jsonl").write_text("".join(json.dumps(line) + "\n" for line in bare))
    run = train_model(recipe(training={"epochs": 1, "batch_size": 16}), corpus, tmp_path / "run")
    with pytest.raises(CorpusError, match="no clip of 'val' has a caption"):
        corpus_commonsense(run.checkpoint, folder, split="val")


def test_a_captioner_is_no_commonsense_model(tmp_path):
    write_checkpoint(tmp_path, s2vt(), tokens=VOCABULARY, card=CheckpointCard("s2vt"))
    with pytest.raises(ModelError, match="is a s2vt, which writes no commonsense"):
        read_commonsense_checkpoint(tmp_path)


@pytest.mark.slow
def test_checkpoint_stores_the_window_of_its_training(corpus, tmp_path):
    short = {"training": {"epochs": 1, "batch_size": 16}, "sampling": {"window": [1.0, 3.0]}}
    run = train_model(recipe(**short), corpus, tmp_path / "run")
    assert read_checkpoint(run.checkpoint).card.window == (1.0, 3.0)
    written = list(corpus_commonsense(run.checkpoint, corpus, split="val"))
    unseen = recipe(training=short["training"])
    other = train_model(unseen, corpus, tmp_path / "other")
    assert read_checkpoint(other.checkpoint).card.window == ()
    assert written


def test_malformed_window_is_refused(corpus):
    with pytest.raises(FeatureError, match=r"the window is \[3\.0\]"):
        build_commonsense_experiment(recipe(sampling={"window": [3.0]}), read_annotated(corpus))


def test_other_annotations_are_refused():
    with pytest.raises(RecipeError, match=r"sampling: annotations is 'notes\.jsonl'; choose one of"):
        recipe(sampling={"annotations": "notes.jsonl"})


def test_every_recipe_of_the_folder_is_read():
    folder = Path(__file__).resolve().parents[3] / "recipes" / "v2c"
    models = {read_recipe(path).model for path in folder.glob("*.toml")}
    assert models >= {name for name, kind in MODELS.items() if kind.writes_commonsense}
