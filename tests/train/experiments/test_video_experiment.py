import json

import numpy as np
import pytest
import torch

from cinescribe.arrays import read_arrays
from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.core.stills import StillSplit, write_stills
from cinescribe.errors import CorpusError, FilmError, ModelError, TrainError
from cinescribe.generate.caption_corpus import caption_corpus
from cinescribe.generate.video_lm.video_reader import VIDEO_STATES_FOLDER
from cinescribe.input_files import digest
from cinescribe.media.film.image_files import write_picture
from cinescribe.models.checkpoint import CHECKPOINT, read_checkpoint
from cinescribe.models.video_lm.video_checkpoint import read_video_card, read_video_checkpoint
from cinescribe.schema import Clip
from cinescribe.still_schema import Still
from cinescribe.timing import Span
from cinescribe.train import run
from cinescribe.train.experiments import video_experiment
from cinescribe.train.experiments.video_experiment import build_video_experiment
from cinescribe.train.recipes.recipe import recipe_of
from cinescribe.train.run import train_model
from tests.dummies import write_film
from tests.models.video_lm.tiny_video_lm import git_llava_tiny

SPLITS = ("train", "train", "train", "val", "test")
CAPTIONS = ("a man sits by the window", "a woman is at the table", "two people of P1")
CARD_OF_TESTS = CorpusCard("tiny", "made by tests", "none")


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts")
    git_llava_tiny(folder)
    return folder


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    films, clips = [], []
    for n, split in enumerate(SPLITS):
        write_film(folder / f"{n}.mp4", seconds=2.0, cut_at=0.3 * (n + 1), sound=False, rate=6)
        films.append(CorpusFilm(f"f{n}", split, f"{n}.mp4", 2.0))
        clips.append(Clip(f"c{n}", f"f{n}", Span(0.0, 2.0), text=CAPTIONS[n % 3], paraphrases=(CAPTIONS[(n + 1) % 3],)))
    return write_corpus(folder, CARD_OF_TESTS, films=films, clips=clips)


@pytest.fixture
def stills(tmp_path):
    made = []
    for n, split in enumerate(SPLITS[:4]):
        image = np.random.default_rng(n).integers(0, 256, (40, 64, 3)).astype(np.uint8)
        write_picture(tmp_path / f"{n}.png", image)
        text = "the table is as left as a door" if n % 2 else "a man sits by the window"
        made.append((split, Still(f"s{n}", f"{n}.png", (text,))))
    splits = [StillSplit(name, tuple(still.id for own, still in made if own == name)) for name in ("train", "val")]
    return write_stills(tmp_path, CARD_OF_TESTS, stills=[still for _, still in made], splits=splits)


def recipe(parts, **changes):
    sizes = {"git": str(parts / "git"), "language_model": str(parts / "llama"), "prompt_format": "plain", "bf16": False}
    values = {
        "name": "test", "model": "git-llava", "sizes": sizes | changes.pop("sizes", {}),
        "optimizer": {"name": "adamw", "lr": 1e-2, "warmup_ratio": 0.2} | changes.pop("optimizer", {}),
        "training": {"epochs": 2, "batch_size": 2} | changes.pop("training", {}),
        "validation": {"patience": 0, "metrics": ["BLEU-4"]} | changes.pop("validation", {}),
    }  # fmt: skip
    return recipe_of({**values, **changes})


class KilledError(Exception):
    pass


def killed_at(n_calls):
    calls = []

    def progress(stage, share):
        calls.append(stage)
        if len([one for one in calls if one.startswith("epoch")]) == n_calls:
            raise KilledError

    return progress


@pytest.mark.slow
def test_a_killed_run_resumes_to_the_same_weights_and_its_model_captions(parts, corpus, tmp_path):
    wanted = recipe(parts, training={"save_steps": 1})
    whole = train_model(wanted, corpus.folder, tmp_path / "whole")
    with pytest.raises(KilledError):
        train_model(wanted, corpus.folder, tmp_path / "killed", progress=killed_at(3))
    torch.rand(3)  # changes the global random state
    again = train_model(wanted, corpus.folder, tmp_path / "killed")
    assert digest(again.checkpoint / CHECKPOINT.weights) == digest(whole.checkpoint / CHECKPOINT.weights)
    assert again.scores == whole.scores
    assert set(whole.scores) == {"captions/log_probability", "captions/BLEU-4"}

    arrays = read_arrays(whole.checkpoint / CHECKPOINT.weights)
    assert all(name.startswith("map.") or "lora_" in name for name in arrays)
    card = json.loads((whole.checkpoint / CHECKPOINT.card).read_text())["video"]
    assert card["settings"]["tuning"] == "lora"
    assert card["parts"]["language_model"].startswith("llama ")

    for decoder in (None, "beam"):
        (found,) = caption_corpus(whole.checkpoint, corpus.folder, split="test", decoder=decoder)
        assert found.caption.clip == "c4"
        assert found.caption.by == "git-llava"
        assert found.caption.text
    with pytest.raises(ModelError, match="holds a video language model; it captions, and nothing else"):
        read_checkpoint(whole.checkpoint)
    with pytest.raises(ModelError, match="is a video language model, of which there is no `ensemble`"):
        caption_corpus(whole.checkpoint, corpus.folder, ensemble=[whole.checkpoint])


def test_validation_and_checkpoint_use_the_prompt_of_training(parts, stills, tmp_path, monkeypatch):
    asked = []

    def captions(model, seen, *, prompts, longest):
        asked.extend(prompts)
        return [("a man", -1.0)] * len(seen)

    monkeypatch.setattr(video_experiment, "caption_videos", captions)
    sampling = {"prompt": "What does it mean?", "plain_prompt": "What is there?"}
    for validation in ("train", "val"):
        wanted = recipe(parts, sampling=sampling, validation={"split": validation})
        experiment = build_video_experiment(wanted, stills.folder)
        experiment.scores(experiment.model().eval(), metrics=("BLEU-1",))
    assert asked == ["What is there?", "What does it mean?", "What is there?", "What does it mean?"]
    experiment.save_best(tmp_path / "run", "captions", experiment.model(), {})
    card = read_video_card(tmp_path / "run" / "captions")
    assert (card.prompt, card.plain_prompt) == ("What does it mean?", "What is there?")


@pytest.mark.slow
def test_stage_one_trains_the_projection_and_stage_two_starts_from_it(parts, corpus, stills, tmp_path):
    first = train_model(recipe(parts, sizes={"tuning": "none"}), stills.folder, tmp_path / "first")
    learned = read_arrays(first.checkpoint / CHECKPOINT.weights)
    assert {name.split(".")[0] for name in learned} == {"map"}
    second = build_video_experiment(recipe(parts, init_checkpoint=str(first.checkpoint)), corpus.folder)
    for name, array in learned.items():
        assert np.array_equal(second.built.state_dict()[name].numpy(), array)
    prompts = {one.id: one.prompt for one in build_video_experiment(recipe(parts), stills.folder).training}
    assert "metaphor" not in prompts["s0"]
    assert "metaphor" in prompts["s1"]


def test_a_balanced_epoch_has_as_many_stills_with_a_metaphor_as_without(parts, corpus, stills):
    balanced = recipe(parts, sampling={"is_balanced": True})
    experiment = build_video_experiment(balanced, stills.folder)
    assert [one.is_plain for one in experiment.training] == [True, False, True]
    epochs = [{item.id for item in experiment.epoch(n)} for n in range(8)]
    assert {frozenset(one) for one in epochs} == {frozenset({"s0", "s1"}), frozenset({"s2", "s1"})}
    with pytest.raises(CorpusError, match="no stills without a metaphor, of which `is_balanced` wants as many"):
        build_video_experiment(balanced, corpus.folder)


@pytest.mark.slow
def test_video_states_are_reused(parts, corpus, monkeypatch):
    first = build_video_experiment(recipe(parts), corpus.folder)
    assert list((corpus.folder / VIDEO_STATES_FOLDER).rglob("*.safetensors"))

    def refuse(*_, **__):
        raise KilledError

    monkeypatch.setattr("cinescribe.generate.video_lm.video_reader.sampled_frames", refuse)
    again = build_video_experiment(recipe(parts), corpus.folder)
    assert torch.equal(again.batch(again.training[:2], 0).seen, first.batch(first.training[:2], 0).seen)
    with pytest.raises(KilledError):
        build_video_experiment(recipe(parts, sizes={"n_clips": 2}), corpus.folder)


def test_video_encoder_runs_on_the_training_device(parts, corpus, monkeypatch):
    devices = []

    class Reader:
        def __init__(self, model, *_, **__):
            devices.append({weight.device.type for part in (model, *model.lookers()) for weight in part.parameters()})
            raise KilledError

    monkeypatch.setattr(video_experiment, "VideoReader", Reader)
    for device in ("cpu", "meta"):  # on meta nothing is computed
        with pytest.raises(KilledError):
            build_video_experiment(recipe(parts), corpus.folder, device=device)
    assert devices == [{"cpu"}, {"meta"}]


def test_training_passes_its_device_on(parts, corpus, tmp_path, monkeypatch):
    def build(recipe, corpus, *, device, fetch):
        assert (device, fetch) == ("meta", True)
        raise KilledError

    monkeypatch.setattr(run, "build_video_experiment", build)
    with pytest.raises(KilledError):
        train_model(recipe(parts), corpus.folder, tmp_path, device="meta", fetch=True)


@pytest.mark.slow
def test_a_loss_that_is_not_finite_stops_the_run(parts, corpus, tmp_path):
    with pytest.raises(TrainError, match=r"was nan at step|was inf at step"):
        train_model(
            recipe(parts, sizes={"tuning": "full"}, optimizer={"lr": 1e30, "max_grad_norm": 0.0}),
            corpus.folder,
            tmp_path,
        )


@pytest.mark.slow
def test_a_model_of_other_parts_is_refused(parts, corpus, tmp_path):
    trained = train_model(recipe(parts, training={"epochs": 1}), corpus.folder, tmp_path / "run")
    path = trained.checkpoint / CHECKPOINT.card
    text = path.read_text()
    path.write_text(text.replace('"git": "git-', '"git": "git-other-'))
    with pytest.raises(ModelError, match="was trained with the git 'git-other-"):
        read_video_checkpoint(trained.checkpoint)
    with pytest.raises(
        ModelError, match=r"was trained with the git 'git-other-.*', and here is 'git-.*'; install that"
    ):
        build_video_experiment(recipe(parts, init_checkpoint=str(trained.checkpoint)), corpus.folder)
    path.write_text(text.replace('"git": "git-', '"another": "git-'))
    build_video_experiment(recipe(parts, init_checkpoint=str(trained.checkpoint)), corpus.folder)
    path.write_text(text.replace('"weights": "', '"weights": "0'))
    with pytest.raises(ModelError, match="is damaged, or of another training than its"):
        read_video_checkpoint(trained.checkpoint)
    with pytest.raises(ModelError, match=r"but the model has .*; use the same settings"):
        build_video_experiment(
            recipe(parts, sizes={"lora_rank": 2}, init_checkpoint=str(trained.checkpoint)), corpus.folder
        )


def test_a_broken_film_and_long_captions_are_refused(parts, corpus, tmp_path):
    films = [CorpusFilm("a", "train", "a.mp4"), CorpusFilm("b", "val", "a.mp4"), CorpusFilm("c", "none")]
    clips = [Clip(f"{one.id}1", one.id, Span(0.0, 1.0), text="a man") for one in films]
    broken = write_corpus(tmp_path, CARD_OF_TESTS, films=films, clips=clips)
    (tmp_path / "a.mp4").write_bytes(b"no film")
    with pytest.raises(FilmError, match=r"a\.mp4"):
        build_video_experiment(recipe(parts), broken.folder)
    with pytest.raises(CorpusError, match="no file of the film 'c'"):
        build_video_experiment(recipe(parts, sampling={"split": "none"}), broken.folder)
    with pytest.raises(CorpusError, match="no video of 'train' has a caption of up to 3 tokens"):
        build_video_experiment(recipe(parts, n_tokens=3), corpus.folder)


def test_captions_that_are_left_out_as_too_long_are_announced_once(parts, corpus):
    lines: list[str] = []
    short = recipe(parts, n_tokens=7, validation={"split": "train"}, sizes={"tuning": "none"})
    experiment = build_video_experiment(short, corpus.folder, announce=lines.append)
    assert {text for one in experiment.training for text in one.captions} == {"two people of P1"}
    assert lines == [
        "captions of more than 7 tokens, which are left out of training and validation: 8 of 12; raise `n_tokens` to "
        "have them"
    ]
    lines.clear()
    build_video_experiment(recipe(parts, n_tokens=8, sizes={"tuning": "none"}), corpus.folder, announce=lines.append)
    assert lines == []


def test_stage_2_says_where_its_map_begins_with_random_weights(parts, corpus):
    lines: list[str] = []
    build_video_experiment(recipe(parts), corpus.folder, announce=lines.append)
    assert lines == [
        "the map begins with random weights; to begin with those of stage 1: --set init_checkpoint=STAGE1/captions"
    ]


def test_the_best_weights_may_be_chosen_by_a_metric(parts, corpus):
    experiment = video_experiment.build_video_experiment(recipe(parts, validation={"best": "BLEU-1"}), corpus.folder)
    assert experiment.best_score == {"captions": "captions/BLEU-1"}
    assert set(experiment.validate(experiment.model().eval())) == {"captions/log_probability", "captions/BLEU-1"}
