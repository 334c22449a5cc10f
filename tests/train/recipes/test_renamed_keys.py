import json
from pathlib import Path

import pytest

import cinescribe
from cinescribe.errors import RecipeError
from cinescribe.train.recipes.recipe import read_recipe, recipe_of
from cinescribe.train.recipes.renamed_keys import RENAMED_KEYS, RENAMED_SECTIONS, check_key

WEIGHTS_FOLDER = Path(cinescribe.__file__).parent / "weights"
NAME = 'name = "r"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("half = true", "the key 'half' is now 'fp16'"),
        ("[sizes]\nhalf = false", "the key 'sizes.half' is now 'sizes.bf16'"),
        ("[moves]\nrate = 1e-3", "the key 'moves.rate' is now 'optimizer.lr'"),
        ("[moves]\nweight_decay = 0.1", "the key 'moves.weight_decay' is now 'optimizer.weight_decay'"),
        ("[course]", "the section 'course' is now 'training'"),
        ("judging = 1", "the section 'judging' is now 'validation'"),
        ("[optimizer]\npace = 'cosine'", "the key 'optimizer.pace' is now 'optimizer.schedule'"),
        ("[inputs]\nfewest = 5", "the key 'inputs.fewest' is now 'inputs.min_count'"),
    ],
)
def test_an_old_key_is_refused_in_one_line_with_its_new_name(tmp_path, text, words):
    path = tmp_path / "r.toml"
    path.write_text(NAME + text, encoding="utf-8")
    with pytest.raises(RecipeError) as error:
        read_recipe(path)
    assert str(error.value) == f"{path}: {words}"


@pytest.mark.parametrize("change", ["course.n_epochs=3", "training.n_epochs=3"])
def test_an_old_key_is_refused_in_a_change(tmp_path, change):
    path = tmp_path / "r.toml"
    path.write_text(NAME, encoding="utf-8")
    with pytest.raises(RecipeError, match=f"the change '{change}': the key '.*' is now 'training.epochs'"):
        read_recipe(path, changes=[change])


@pytest.mark.parametrize("model", ["micap", "smart"])
def test_all_keys_of_a_recipe_have_current_names(model):
    values = recipe_of({"name": "r", "model": model}).to_dict()
    for section, content in values.items():
        for key in content if isinstance(content, dict) else ():
            check_key(f"{section}.{key}", where="r")
        check_key(section, where="r")


def test_new_names_of_keys_are_in_new_sections():
    for old, new in RENAMED_KEYS.items():
        section, dot, _ = old.rpartition(".")
        assert new.startswith(f"{RENAMED_SECTIONS.get(section, section)}{dot}")


def test_recipes_of_shipped_checkpoints_are_readable():
    for name in ("micap", "stills"):
        folder = WEIGHTS_FOLDER / name
        values = json.loads((folder / "checkpoint.json").read_text(encoding="utf-8"))["recipe"]
        assert contains(recipe_of(values).to_dict(), values)


def contains(whole, part):
    """Whether a recipe has all keys of an older one, with its values."""
    if not isinstance(part, dict):
        return whole == part
    return all(name in whole and contains(whole[name], value) for name, value in part.items())
