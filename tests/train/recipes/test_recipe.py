import tomllib
from pathlib import Path
from typing import Any

import pytest

from cinescribe.errors import RecipeError
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.train.recipes.optim import SCHEDULES
from cinescribe.train.recipes.recipe import read_recipe, recipe_of
from cinescribe.train.recipes.video_recipe import LOG_PROBABILITY, SELECTING, VideoRecipe

RECIPES = sorted((Path(__file__).resolve().parents[3] / "recipes").rglob("*.toml"))


def write(folder, text):
    path = folder / "r.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults_are_those_of_the_paper(tmp_path):
    recipe: Any = read_recipe(write(tmp_path, 'name = "r"'))
    assert (recipe.optimizer.lr, recipe.training.epochs, recipe.training.batch_size) == (5e-5, 30, 16)
    assert (recipe.sets.n_clips, recipe.sets.n_tokens, recipe.inputs.n_people) == (5, 120, 11)


def test_keys_are_read_and_changed(tmp_path):
    text = 'name = "r"\n[sizes]\nwidth = 64\n[optimizer]\nlr = 1\n[validation]\nmetrics = ["CIDEr"]'
    path = write(tmp_path, text)
    changes = ["optimizer.lr=2e-3", "training.epochs = 3", "optimizer.name=adamw", 'validation.metrics=["METEOR"]']
    recipe: Any = read_recipe(path, changes=[*changes, "sizes.n_heads=4"])
    assert recipe.sizes == {"width": 64, "n_heads": 4}
    assert (recipe.optimizer.lr, recipe.optimizer.name, recipe.training.epochs) == (2e-3, "adamw", 3)
    assert recipe.validation.metrics == ("METEOR",)
    unchanged: Any = read_recipe(path)
    assert unchanged.optimizer.lr == 1.0


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_recipe_round_trips(path):
    recipe = read_recipe(path)
    assert recipe_of(recipe.to_dict()) == recipe


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "lacks 'name'; add it"),
        ("name = 3", "name is 3; expected a text"),
        ('name = "r"\ncolour = "red"', "has 'colour', which is not known there; known are name, model, seed"),
        (
            'name = "r"\n[optimizer]\nspeed = 1',
            "optimizer has 'speed', which is not known there; known are name, lr",
        ),
        ('name = "r"\noptimizer = 1', "optimizer is 1; expected a table of names and values"),
        ('name = "r"\n[training]\nepochs = 1.5', "epochs is 1.5; expected a whole number"),
        ('name = "r"\n[training]\nepochs = true', "epochs is True; expected a whole number"),
        ('name = "r"\n[training]\nepochs = 0', "epochs is 0; it must be 1 or more"),
        ('name = "r"\n[optimizer]\nlr = "fast"', "lr is 'fast'; expected a number"),
        ('name = "r"\n[validation]\nmetrics = "CIDEr"', "metrics is 'CIDEr'; expected a list"),
        ('name = "r"\n[validation]\nmetrics = ["x"]', "validation: there is no metric 'x'; there are BLEU"),
        (
            'name = "r"\n[validation]\nbest_fill = "klass"',
            "validation: best_fill is 'klass'; choose one of class, different, instance, same",
        ),
        (
            'name = "r"\n[validation]\nbest_captions = "cider"',
            "best_captions is 'cider'; name one metric, such as CIDEr",
        ),
        ('name = "r"\n[loss]\nlabel_smoothing = 1', "label_smoothing is 1.*; it must be at least 0 and below 1"),
        ('name = "r"\nmodel = 3', "model is 3; expected a text"),
        ('name = "r"\nmodel = "smrt"\npictures = {}', "model is 'smrt'; choose one of"),
        ('name = "r"\nsizes = 1', "sizes is 1; expected a table of names and values"),
        (
            'name = "r"\nmodel = "bert"',
            "model is 'bert'; choose one of answerer, attention-enc-dec, dense-captioner, fillin, ",
        ),
        ('name = "r"\n[loss]\nobjective = "all"', "objective is 'all'; choose one of fill, joint"),
        ('name = "r"\n[optimizer]\nname = "sgd"', "name is 'sgd'; choose one of adam, adamw"),
        (
            'name = "r"\n[optimizer]\nschedule = "slow"',
            "schedule is 'slow'; choose one of constant, cosine, linear, noam",
        ),
        ('name = "r"\n[inputs]\nface_tokens = "raw"', "face_tokens is 'raw'; choose one of clip-clusters"),
        ('name = "r"\n[sizes]\nheads = 3', "sizes has 'heads', which is not known there; known are n_words"),
        ('name = "r"\n[sizes]\nn_words = 3', "sizes has 'n_words', which follows from corpus and features"),
        ('name = "r"\n[sizes]\nn_heads = 7', "cannot be divided among 7 heads"),
        ("name = ", "is not TOML"),
    ],
)
def test_invalid_keys_and_values_are_named(tmp_path, text, words):
    with pytest.raises(RecipeError, match=words):
        read_recipe(write(tmp_path, text))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("lr", "the change is 'lr'; write KEY=VALUE, such as training.epochs=3"),
        ("=3", "the change is '=3'; write KEY=VALUE"),
        ("a.b.c.d.e=x", "the change 'a.b.c.d.e=x' names a key in too many sections"),
        ("name.first=x", "a change names 'first' inside 'r', which is no section"),
    ],
)
def test_invalid_changes_are_named(tmp_path, change, words):
    with pytest.raises(RecipeError, match=words):
        read_recipe(write(tmp_path, 'name = "r"'), changes=[change])


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(RecipeError, match=r"none\.toml.* cannot be read"):
        read_recipe(tmp_path / "none.toml")


def test_a_recipe_is_read_from_toml_values(tmp_path):
    recipe = read_recipe(write(tmp_path, 'name = "r"\n[validation]\nmetrics = ["CIDEr"]'))
    assert recipe_of(tomllib.loads('name = "r"\n[validation]\nmetrics = ["CIDEr"]')) == recipe


SCST_RECIPES = sorted(path for path in RECIPES if path.stem.endswith("-scst"))


@pytest.mark.parametrize("path", SCST_RECIPES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_self_critical_recipes_fit_those_of_cross_entropy(path):
    recipe: Any = read_recipe(path)
    before: Any = read_recipe(path.with_name(path.name.replace("-scst", "-xe")))
    assert (recipe.loss.objective, before.loss.objective) == ("scst", "xe")
    assert (recipe.model, recipe.sizes) == (before.model, before.sizes)
    assert (recipe.pictures, recipe.inputs) == (before.pictures, before.inputs)


def test_each_row_of_table_1_has_a_recipe():
    rows = {f"{model}-{features}" for model in ("transformer", "smart", "m2") for features in ("regions", "grid")}
    for folder in ("coco", "stills"):
        found = {path.stem.removesuffix("-scst") for path in SCST_RECIPES if path.parent.name == folder}
        assert found == rows


def test_the_published_learning_rate_is_that_of_the_paper():
    recipe: Any = read_recipe(Path(__file__).resolve().parents[3] / "recipes" / "coco" / "m2-regions-xe.toml")
    optimizer = recipe.optimizer
    for step in (1, 100, 10_000, 40_000):
        wanted = 512**-0.5 * min(step**-0.5, step * 10_000**-1.5)
        assert optimizer.lr * SCHEDULES[optimizer.schedule](step - 1, 0, optimizer.warmup_steps) == pytest.approx(
            wanted, rel=1e-3
        )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sets = {n_clips = 3}", "has 'sets', which is not known there; known are name, model, seed, init_checkpoint"),
        (
            'inputs = {face_tokens = "x"}',
            "inputs has 'face_tokens', which is not known there; known are features, min_count",
        ),
        ('loss = {objective = "joint"}', "objective is 'joint'; choose one of scst, xe"),
        ("loss = {n_beams = 1}", "n_beams is 1; it must be 2 or more"),
        ("pictures = {n_regions = 0}", "n_regions is 0; it must be 1 or more"),
        ("sizes = {n_memory = -1}", "n_memory is -1; expected 0 or more"),
        ('validation = {best = "BLEU"}', "best is 'BLEU'; name one metric, such as BLEU-1"),
        ("sizes = {region_width = 3}", "sizes has 'region_width', which follows from corpus and features"),
    ],
)
def test_invalid_keys_and_values_of_image_recipes_are_named(tmp_path, text, words):
    with pytest.raises(RecipeError, match=words):
        read_recipe(write(tmp_path, f'name = "r"\nmodel = "smart"\n{text}'))


@pytest.mark.parametrize("best", ["acs", "ACS", "Off-template", "Metaphor", "Metaphor-primary", "BLEU", "cider", "Fit"])
def test_a_metric_that_cannot_select_the_best_video_model_is_refused(tmp_path, best):
    with pytest.raises(
        RecipeError, match=rf"validation: best is '{best}'; choose one of ACD, BERTScore, BLEU-1, .*, log_probability"
    ):
        read_recipe(write(tmp_path, f'name = "r"\nmodel = "git-llava"\nvalidation = {{best = "{best}"}}'))


@pytest.mark.slow
def test_selection_metrics_prefer_better_captions():
    references = {"a": ["the drink is as cold as the sea", "a drink is as fresh as the sea"], "b": ["a man sits"]}
    good = {id: texts[0] for id, texts in references.items()}
    metrics = [name for name in SELECTING if name != LOG_PROBABILITY]
    better = {score.name: score.value for score in score_captions(good, references, metrics=metrics)}
    worse = score_captions({"a": "it rains", "b": "it rains"}, references, metrics=metrics)
    assert all(better[score.name] > score.value for score in worse if score.name in SELECTING)
    assert set(metrics) <= set(better)


def test_a_video_recipe_may_have_no_metrics_and_no_unknown_ones(tmp_path):
    text = 'name = "r"\nmodel = "git-llava"\nvalidation = {metrics = [%s]}'
    recipe = read_recipe(write(tmp_path, text % ""))
    assert isinstance(recipe, VideoRecipe)
    assert recipe.validation.metrics == ()
    with pytest.raises(RecipeError, match="validation: there is no metric 'x'; there are BLEU"):
        read_recipe(write(tmp_path, text % '"x"'))
