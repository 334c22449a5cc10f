import tomllib
from pathlib import Path

import pytest

from cinescribe.errors import RecipeError
from cinescribe.train.recipes.optim import PACES
from cinescribe.train.recipes.recipe import read_recipe, recipe_of

RECIPES = sorted((Path(__file__).resolve().parents[3] / "recipes").rglob("*.toml"))


def written(folder, text):
    path = folder / "r.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_a_recipe_leaves_out_is_as_in_the_paper(tmp_path):
    recipe = read_recipe(written(tmp_path, 'name = "r"'))
    assert (recipe.moves.rate, recipe.course.n_epochs, recipe.course.batch_size) == (5e-5, 30, 16)
    assert (recipe.sets.n_clips, recipe.sets.n_tokens, recipe.inputs.n_people) == (5, 120, 11)


def test_lines_are_read_and_changed(tmp_path):
    path = written(tmp_path, 'name = "r"\n[sizes]\nwidth = 64\n[moves]\nrate = 1\n[judging]\nmetrics = ["CIDEr"]')
    changes = ["moves.rate=2e-3", "course.n_epochs = 3", "moves.optimiser=adamw", 'judging.metrics=["METEOR"]']
    recipe = read_recipe(path, changes=[*changes, "sizes.n_heads=4"])
    assert recipe.sizes == {"width": 64, "n_heads": 4}
    assert (recipe.moves.rate, recipe.moves.optimiser, recipe.course.n_epochs) == (2e-3, "adamw", 3)
    assert recipe.judging.metrics == ("METEOR",)
    assert read_recipe(path).moves.rate == 1.0


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_recipe_here_is_read_and_comes_back_as_it_was(path):
    recipe = read_recipe(path)
    assert recipe_of(recipe.to_dict()) == recipe


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "lacks 'name'; add it"),
        ("name = 3", "name came as 3; a text is wanted"),
        ('name = "r"\ncolour = "red"', "has 'colour', which is not known there; known are name, model, seed"),
        ('name = "r"\n[moves]\nspeed = 1', "moves has 'speed', which is not known there; known are optimiser, rate"),
        ('name = "r"\nmoves = 1', "moves came as 1; a table of names and values is wanted"),
        ('name = "r"\n[course]\nn_epochs = 1.5', "n_epochs came as 1.5; a whole number is wanted"),
        ('name = "r"\n[course]\nn_epochs = true', "n_epochs came as True; a whole number is wanted"),
        ('name = "r"\n[course]\nn_epochs = 0', "n_epochs came as 0; 1 or more is wanted"),
        ('name = "r"\n[moves]\nrate = "fast"', "rate came as 'fast'; a number is wanted"),
        ('name = "r"\n[judging]\nmetrics = "CIDEr"', "metrics came as 'CIDEr'; a list is wanted"),
        ('name = "r"\n[judging]\nmetrics = ["x"]', "judging: there is no metric 'x'; there are BLEU"),
        (
            'name = "r"\n[judging]\nbest_fill = "klass"',
            "judging: best_fill came as 'klass'; it is one of class, different, instance, same",
        ),
        (
            'name = "r"\n[judging]\nbest_captions = "cider"',
            "best_captions came as 'cider'; one metric is wanted, as CIDEr",
        ),
        ('name = "r"\n[weights]\nsmoothing = 1', "smoothing came as 1.*; a share from 0 up to 1 is wanted"),
        ('name = "r"\nmodel = 3', "model came as 3; a text is wanted"),
        ('name = "r"\nmodel = "smrt"\npictures = {}', "model came as 'smrt'; it is one of"),
        ('name = "r"\nsizes = 1', "sizes came as 1; a table of names and values is wanted"),
        (
            'name = "r"\nmodel = "bert"',
            "model came as 'bert'; it is one of fillin, gpt2, m2, micap, smart, t5",
        ),
        ('name = "r"\n[weights]\nobjective = "all"', "objective came as 'all'; it is one of fill, joint"),
        ('name = "r"\n[moves]\noptimiser = "sgd"', "optimiser came as 'sgd'; it is one of adam, adamw"),
        ('name = "r"\n[moves]\npace = "slow"', "pace came as 'slow'; it is one of constant, cosine, linear, noam"),
        ('name = "r"\n[inputs]\nface_tokens = "raw"', "face_tokens came as 'raw'; it is one of clip-clusters"),
        ('name = "r"\n[sizes]\nheads = 3', "sizes has 'heads', which is not known there; known are n_words"),
        ('name = "r"\n[sizes]\nn_words = 3', "sizes has 'n_words', which follows from corpus and features"),
        ('name = "r"\n[sizes]\nn_heads = 7', "cannot be shared by 7 heads"),
        ("name = ", "is not TOML"),
    ],
)
def test_what_no_recipe_can_say_is_named(tmp_path, text, words):
    with pytest.raises(RecipeError, match=words):
        read_recipe(written(tmp_path, text))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("rate", "the change came as 'rate'; key=value is wanted"),
        ("=3", "the change came as '=3'; key=value is wanted"),
        ("name.first=x", "a change names 'first' inside 'r', which holds nothing"),
    ],
)
def test_changes_that_are_none_are_named(tmp_path, change, words):
    with pytest.raises(RecipeError, match=words):
        read_recipe(written(tmp_path, 'name = "r"'), changes=[change])


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(RecipeError, match=r"none\.toml.* cannot be read"):
        read_recipe(tmp_path / "none.toml")


def test_a_recipe_is_toml_again(tmp_path):
    recipe = read_recipe(written(tmp_path, 'name = "r"\n[judging]\nmetrics = ["CIDEr"]'))
    assert recipe_of(tomllib.loads('name = "r"\n[judging]\nmetrics = ["CIDEr"]')) == recipe


STILL_RECIPES = sorted(path for path in RECIPES if path.stem.endswith("-scst"))


@pytest.mark.parametrize("path", STILL_RECIPES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_rewards_fit_what_cross_entropy_leaves(path):
    recipe = read_recipe(path)
    before = read_recipe(path.with_name(path.name.replace("-scst", "-xe")))
    assert (recipe.weights.objective, before.weights.objective) == ("scst", "xe")
    assert (recipe.model, recipe.sizes) == (before.model, before.sizes)
    assert (recipe.pictures, recipe.inputs) == (before.pictures, before.inputs)


def test_the_rows_of_table_1_have_a_recipe_each():
    rows = {f"{model}-{look}" for model in ("transformer", "smart", "m2") for look in ("regions", "grid")}
    for folder in ("coco", "stills"):
        found = {path.stem.removesuffix("-scst") for path in STILL_RECIPES if path.parent.name == folder}
        assert found == rows


def test_a_published_rate_is_that_of_the_paper():
    moves = read_recipe(Path(__file__).resolve().parents[3] / "recipes" / "coco" / "m2-regions-xe.toml").moves
    for step in (1, 100, 10_000, 40_000):
        wanted = 512**-0.5 * min(step**-0.5, step * 10_000**-1.5)
        assert moves.rate * PACES[moves.pace](step - 1, 0, moves.n_warm_steps) == pytest.approx(wanted, rel=1e-3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sets = {n_clips = 3}", "has 'sets', which is not known there; known are name, model, seed, start"),
        ('inputs = {text = "x"}', "inputs has 'text', which is not known there; known are features, fewest"),
        ('weights = {objective = "joint"}', "objective came as 'joint'; it is one of scst, xe"),
        ("weights = {n_beams = 1}", "n_beams came as 1; 2 or more is wanted"),
        ("pictures = {n_regions = 0}", "n_regions came as 0; 1 or more is wanted"),
        ("sizes = {n_memory = -1}", "n_memory came as -1; 0 or more is wanted"),
        ('judging = {best = "BLEU"}', "best came as 'BLEU'; one metric is wanted, as BLEU-1"),
        ("sizes = {region_width = 3}", "sizes has 'region_width', which follows from corpus and features"),
    ],
)
def test_what_no_recipe_for_stills_can_say_is_named(tmp_path, text, words):
    with pytest.raises(RecipeError, match=words):
        read_recipe(written(tmp_path, f'name = "r"\nmodel = "smart"\n{text}'))
