import shutil
import tomllib

import pytest

from cinescribe.errors import RecipeError
from cinescribe.train.recipes.recipe import read_recipe, recipe_of
from cinescribe.train.recipes.recipe_file import as_toml, read_recipe_values

BASE = """
name = "Base"
model = "micap"
seed = 7
[sizes]
width = 64
streams = ["frames", "actions"]
[training]
epochs = 3
batch_size = 4
"""
ROW = """
base = "base.toml"
name = "Row"
[sizes]
streams = ["frames"]
[training]
epochs = 5
[loss]
objective = "xe"
"""
WHOLE = """
name = "Row"
model = "micap"
seed = 7
[sizes]
width = 64
streams = ["frames"]
[training]
epochs = 5
batch_size = 4
[loss]
objective = "xe"
"""


@pytest.fixture
def folder(tmp_path):
    recipes = tmp_path / "recipes"
    recipes.mkdir()
    (recipes / "base.toml").write_text(BASE, encoding="utf-8")
    (recipes / "row.toml").write_text(ROW, encoding="utf-8")
    return recipes


def test_recipe_takes_values_of_its_base(folder):
    assert read_recipe_values(folder / "row.toml") == tomllib.loads(WHOLE)
    assert read_recipe(folder / "row.toml") == recipe_of(tomllib.loads(WHOLE))


def test_base_is_found_beside_the_recipe(folder, tmp_path, monkeypatch):
    shutil.copytree(folder, tmp_path / "copy")
    monkeypatch.chdir(tmp_path)
    assert read_recipe("copy/row.toml") == read_recipe(folder / "row.toml")


def test_base_may_be_in_another_folder(folder, tmp_path):
    (tmp_path / "mine.toml").write_text('base = "recipes/base.toml"\nname = "Mine"\n', encoding="utf-8")
    assert read_recipe(tmp_path / "mine.toml") == read_recipe(folder / "base.toml", changes=["name=Mine"])


def test_changes_replace_values_of_recipe_and_base(folder):
    changed = read_recipe(folder / "row.toml", changes=["training.epochs=9", "training.batch_size=2"])
    text = WHOLE.replace("epochs = 5", "epochs = 9").replace("batch_size = 4", "batch_size = 2")
    assert changed == recipe_of(tomllib.loads(text))


def test_recipe_does_not_take_the_name_of_its_base(folder):
    path = folder / "row.toml"
    path.write_text('base = "base.toml"\n', encoding="utf-8")
    with pytest.raises(RecipeError, match=r"row\.toml lacks 'name'; add it"):
        read_recipe(path)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ('base = "none.toml"', r"row\.toml: base: .*none\.toml' cannot be read"),
        ('base = "a\\u0000b.toml"', "cannot be read|no file"),
        ('base = "."', r"row\.toml: base: .* cannot be read \(Is a directory\)"),
        ("base = 3", r"row\.toml: base is 3; expected the file name of a recipe"),
        ('base = ""', r"row\.toml: base is ''; expected the file name of a recipe"),
        (
            'base = "base.toml"\n[sampling]\nspeed = 1',
            "sampling has 'speed', which is not known there; known are split",
        ),
        ('base = "base.toml"\n[moves]\nrate = 1', r"row\.toml: the key 'moves\.rate' is now 'optimizer\.lr'"),
        ('base = "base.toml"\ntraining = 3', "training is 3; expected a table of names and values"),
    ],
)
def test_invalid_base_or_key_beside_it_is_named(folder, row, words):
    path = folder / "row.toml"
    path.write_text(f'name = "Row"\n{row}\n', encoding="utf-8")
    with pytest.raises(RecipeError, match=words):
        read_recipe(path)


def test_key_with_a_new_name_in_the_base_names_the_base(folder):
    (folder / "base.toml").write_text("[moves]\nrate = 1\n", encoding="utf-8")
    with pytest.raises(RecipeError, match=r"row\.toml: base: .*base\.toml: the key 'moves\.rate' is now"):
        read_recipe(folder / "row.toml")


def test_base_of_a_base_is_refused_with_both_names(folder):
    (folder / "base.toml").write_text('base = "first.toml"\n' + BASE, encoding="utf-8")
    with pytest.raises(
        RecipeError, match=r"row\.toml has the base '.*base\.toml', which has the base 'first\.toml' itself; name a"
    ):
        read_recipe(folder / "row.toml")


def test_change_cannot_name_a_base(folder):
    with pytest.raises(RecipeError, match="has 'base', which is not known there"):
        read_recipe(folder / "base.toml", changes=["base=row.toml"])


@pytest.mark.parametrize(
    "text", [WHOLE, 'name = "v"\nmodel = "git-llava"\nn_tokens = 20\n', 'name = "n"\nmodel = "nearest"\n']
)
def test_resolved_recipe_as_toml_is_the_same_recipe(text):
    recipe = recipe_of(tomllib.loads(text))
    assert recipe_of(tomllib.loads(as_toml(recipe.to_dict()))) == recipe
