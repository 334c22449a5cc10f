"""The benchmark of metaphors: concepts are right in each of Backlot's wordings, and recipes are found."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
import torch

from benchmarks.metaphors.runs import MAP, ONE_LAYER, STAGE_1, SYN_MAP, Run, Runs, part_of
from cinescribe.backlot.adverts.concepts import PLURALS, PRODUCTS, SECONDARIES, SYNONYMS
from cinescribe.corpus.core.corpus import CLIPS, STILLS
from cinescribe.input_files import digest
from cinescribe.metrics.embedding.metaphor import Metaphor
from cinescribe.models.video_lm.video_checkpoint import VideoCard, load_initial, write_video_checkpoint
from cinescribe.models.video_lm.video_table import VIDEO_LMS
from cinescribe.train.recipes.recipe import read_recipe
from cinescribe.train.recipes.video_recipe import VideoRecipe
from tests.models.video_lm.tiny_baselines import all_parts

RECIPES = Path(__file__).resolve().parents[2] / "recipes" / "adverts"


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product.thing)
def test_each_wording_of_a_product_is_its_thing(product):
    for wording in product.wordings:
        verb = "are" if wording in PLURALS else "is"
        caption = f"{wording.capitalize()} {verb} as bold as the sea."
        assert part_of(caption, "primary") == product.thing, wording


@pytest.mark.parametrize("secondary", SECONDARIES, ids=lambda secondary: secondary.concept)
def test_each_wording_of_a_concept_is_the_concept(secondary):
    for wording in secondary.wordings:
        assert part_of(f"The drink is as bold as {wording}.", "secondary") == secondary.concept, wording


def test_a_synonym_is_its_property():
    for name, synonym in SYNONYMS.items():
        for wording in (name, synonym, synonym.capitalize()):
            assert part_of(f"The drink is as {wording} as the sea.", "property") == name


def test_other_words_stay_and_no_metaphor_has_no_parts():
    assert part_of("A zebra is as Odd as a comb.", "primary") == "zebra"
    assert part_of("A zebra is as Odd as a comb.", "property") == "odd"
    assert part_of("A man drinks.", "primary") is None


def test_captions_are_right_part_by_part(monkeypatch):
    truth = Metaphor(PRODUCTS[0].thing, "fast", SECONDARIES[0].concept)
    runs = Runs(Path(), {}, Path(), Path(), RECIPES)
    monkeypatch.setitem(runs.__dict__, "truths", {"a": truth, "b": truth})
    captions = {"a": f"{PRODUCTS[0].wordings[-1]} is as quick as a zebra.", "b": "A man drinks."}
    run = Run("git-llava", 1, captions, epochs=1, cpu_seconds=0.0, precision="float32", data={})
    assert runs.said(run, "secondary") == {"a": "zebra", "b": None}
    assert runs.right(run, "primary") == {"a": True, "b": False}
    assert runs.right(run, "property") == {"a": True, "b": False}
    assert runs.right(run, "secondary") == {"a": False, "b": False}


def test_rows_have_recipes_and_first_stages_train_only_the_projection():
    for name, stage_1 in STAGE_1.items():
        assert isinstance(read_recipe(RECIPES / f"{name}.toml"), VideoRecipe)
        if stage_1 is not None:
            first = read_recipe(RECIPES / f"{stage_1}.toml")
            assert isinstance(first, VideoRecipe)
            assert first.sizes["tuning"] == "none"


@pytest.mark.slow
def test_every_row_can_take_the_projection_of_its_first_stage(tmp_path):
    parts = all_parts(tmp_path / "parts")
    small = {"language_model": str(parts / "llama"), "prompt_format": "plain", "bf16": False, "tuning": "none"}

    def built(name):
        recipe = read_recipe(RECIPES / f"{name}.toml")
        assert isinstance(recipe, VideoRecipe)
        picture = {"git" if recipe.model == "git-llava" else "vision": str(parts / "backlot-git")}
        kind = VIDEO_LMS[recipe.model]
        return recipe.model, kind.build(kind.settings(**{**recipe.sizes, **small, **picture}))

    for name, stage_1 in STAGE_1.items():
        if stage_1 is not None:
            model, first = built(stage_1)
            write_video_checkpoint(tmp_path / stage_1, first, VideoCard(model))
            _, row = built(name)
            load_initial(row, tmp_path / stage_1)
            assert all(torch.equal(value, first.state_dict()[key]) for key, value in row.state_dict().items()), name


def test_finished_run_is_reused_while_recipes_and_corpora_are_unchanged(tmp_path):
    corpus, stills, recipes = (tmp_path / name for name in ("corpus", "stills", "recipes"))
    for folder in (corpus, stills, recipes):
        folder.mkdir()
    (corpus / CLIPS).write_text("{}\n")
    (stills / STILLS).write_text("{}\n")
    row, first = recipes / "git-llava.toml", recipes / f"{STAGE_1['git-llava']}.toml"
    row.write_text("name = 'a'\nmodel = 'git-llava'\n")
    first.write_text("name = 'b'\nmodel = 'git-llava'\n")
    runs = Runs(corpus, {MAP: stills}, Path(), tmp_path, recipes)
    captions = {"a": "A man drinks."}
    run = Run("git-llava", 1, captions, epochs=1, cpu_seconds=0.0, precision="float32", data=runs.data("git-llava"))
    (tmp_path / "git-llava-1.json").write_text(json.dumps(asdict(run)))
    assert runs.run("git-llava", 2) is None
    assert runs.runs("git-llava", (1, 2)) == [run]
    row.write_text("# a comment changes nothing\nname = 'a'\nmodel = 'git-llava'\n")
    assert runs.run("git-llava", 1) == run
    for changed in (row, first, corpus / CLIPS, stills / STILLS):
        before = changed.read_text()
        changed.write_text("seed = 7\n" + before if changed.suffix == ".toml" else before + before)
        assert runs.run("git-llava", 1) is None, changed.name
        changed.write_text(before)


def test_rows_begin_with_the_stills_of_their_first_stage(tmp_path):
    (tmp_path / CLIPS).write_text("{}\n")
    stills = {name: tmp_path / name for name in (MAP, SYN_MAP, ONE_LAYER)}
    for name, folder in stills.items():
        folder.mkdir()
        (folder / STILLS).write_text(f'"{name}"\n')
    runs = Runs(tmp_path, stills, tmp_path, tmp_path, RECIPES)
    for row, name in {"git-llava": MAP, "git-llava-syn": SYN_MAP, "valley": ONE_LAYER}.items():
        assert runs.data(row)[STILLS] == digest(stills[name] / STILLS), row
    assert STILLS not in runs.data("git-llava-np")


def test_rows_without_stills_for_their_first_stage_are_left_out():
    runs = Runs(Path(), {MAP: Path()}, Path(), Path(), RECIPES)
    assert "git-llava-x" in runs.rows
    assert "git-llava-np" in runs.rows
    assert not {"git-llava-syn", "llava", "valley"} & set(runs.rows)
