"""The recipes of `recipes/`: their settings are pinned, and rows with a base hold only what differs."""

import json
import re
import shutil
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

from cinescribe.train.recipes.recipe import read_recipe

RECIPES = Path(__file__).resolve().parents[3] / "recipes"
NAMES = sorted(path.relative_to(RECIPES).with_suffix("").as_posix() for path in RECIPES.rglob("*.toml"))
# SHA-256 of all settings of each recipe, defaults included, as JSON with sorted keys.
PINNED = json.loads(Path(__file__).with_name("resolved_recipes.json").read_text(encoding="utf-8"))


def values_of(name):
    """What a recipe's own file holds."""
    return tomllib.loads((RECIPES / f"{name}.toml").read_text(encoding="utf-8"))


def resolved_digest(name):
    settings = json.dumps(read_recipe(RECIPES / f"{name}.toml").to_dict(), sort_keys=True)
    return sha256(settings.encode()).hexdigest()


@pytest.mark.parametrize("name", NAMES)
def test_settings_of_published_recipe_are_unchanged(name):
    assert resolved_digest(name) == PINNED[name]


def test_every_pinned_recipe_exists():
    assert list(PINNED) == NAMES


WITH_BASE = [name for name in NAMES if "base" in values_of(name)]


@pytest.mark.parametrize("name", WITH_BASE)
def test_row_contains_only_differences_from_its_base(name):
    row = values_of(name)
    base = values_of(Path(name).parent / Path(row["base"]).stem)
    assert not {key for key, value in flat(row) if dict(flat(base)).get(key) == value}


def test_most_rows_have_a_base():
    assert len(WITH_BASE) > 0.8 * len(NAMES)


def flat(values, before=""):
    """Yield the keys of sections, such as `training.epochs`, with their values."""
    for key, value in values.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def test_example_of_a_row_in_docs_is_a_recipe(tmp_path):
    docs = (RECIPES.parent / "docs" / "training.md").read_text(encoding="utf-8")
    (row,) = [text for text in re.findall(r"```toml\n(.*?)```", docs, re.DOTALL) if "base = " in text]
    (tmp_path / "wide.toml").write_text(row, encoding="utf-8")
    base = RECIPES / "backlot" / tomllib.loads(row)["base"]
    shutil.copy(base, tmp_path)
    changes = [f"name={tomllib.loads(row)['name']}", "sizes.width=256", "sizes.ff_width=512"]
    assert read_recipe(tmp_path / "wide.toml") == read_recipe(base, changes=changes)
