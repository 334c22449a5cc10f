"""From MICap's release to a trained model and to scores of a released one, by the commands, on synthetic files."""

import json
from pathlib import Path

import pytest
import torch

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.models.checkpoint import read_checkpoint
from tests.commands import run_command
from tests.corpus.extraction import micap_release
from tests.models import released_micap

pytestmark = [pytest.mark.usefixtures("one_thread"), pytest.mark.slow]

RECIPE = Path(__file__).parents[2] / "recipes" / "lsmdc" / "micap-joint.toml"
TINY = {
    "sizes.width": 16, "sizes.n_heads": 2, "sizes.ff_width": 16, "sizes.n_encoder_layers": 1,
    "sizes.n_decoder_layers": 1, "training.epochs": 1, "training.batch_size": 2, "inputs.text_encoder": "published",
    "validation.metrics": '["CIDEr"]',
}  # fmt: skip


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """A corpus of LSMDC with the released features, and the release."""
    folder = tmp_path_factory.mktemp("released")
    micap_release.written(folder)
    release = micap_release.Release(folder / "release")
    run_command("corpus", "import", "lsmdc", folder / "lsmdc", "-o", folder / "corpus")
    options = [text for name, path in release.options.items() for text in (f"--{name}", path)]
    result = run_command("features", "import-micap", "--corpus", folder / "corpus", *options, "--json", "--quiet")
    assert json.loads(result.stdout) == {
        "clips": 18, "films": 3, "done": 3, "skipped": 0, "sets": 6, "blanks": 6, "missing": [],
    }  # fmt: skip
    released_micap.written_info(folder)  # the tokenizer; the corpus's own JSON file is in the release
    return folder


def lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_recipe_of_the_paper_trains_on_the_release(imported, tmp_path):
    settings = [text for key, value in TINY.items() for text in ("--set", f"{key}={value}")]
    result = run_command(
        "train", RECIPE, "--corpus", imported / "corpus", "-o", tmp_path / "run", *settings,
        "--set", f"inputs.word_pieces={imported}", "--device", "cpu", "--json",
    )  # fmt: skip
    scores = json.loads(result.stdout)["scores"]
    assert 0 <= scores["fill/class"] <= 1
    assert scores["captions/CIDEr"] >= 0
    card = read_checkpoint(tmp_path / "run" / "fill").card
    assert (card.text, card.sets.unit_faces) == ("published", True)
    assert set(card.extractors) == {"clip", "actions", "faces"}


def test_pointer_on_faces_alone_trains_on_the_release_and_fills_in(imported, tmp_path):
    sizes = {"width": 16, "n_heads": 2, "ff_width": 16, "n_layers": 1}
    settings = [text for key, value in sizes.items() for text in ("--set", f"sizes.{key}={value}")]
    run_command(
        "train", RECIPE.with_name("pointer.toml"), "--corpus", imported / "corpus", "-o", tmp_path / "run", *settings,
        "--set", "training.epochs=1", "--set", "training.batch_size=2", "--device", "cpu", "--quiet",
    )  # fmt: skip
    trained = read_checkpoint(tmp_path / "run" / "fill")
    assert (trained.model.sizes.body_width, trained.model.bodies) == (0, None)
    assert (trained.card.face_tokens, trained.card.sets.cluster_distance) == ("grouped-detections", 0.75)
    filled = lines(run_command("fill", tmp_path / "run" / "fill", imported / "corpus", "--split", "val", "--json"))
    assert len(filled) == 12
    assert {person for one in filled for person in one["people"]} <= {f"P{n}" for n in range(1, 12)}
    assert any(one["people"] for one in filled)


@pytest.fixture(scope="module")
def checkpoint(imported):
    torch.save(released_micap.weights("joint"), imported / "micap.pth")
    result = run_command(
        "import-micap", imported / "micap.pth", "--info", imported / "release" / "info.json",
        "--tokenizer", imported, "-o", imported / "micap", "--json",
    )  # fmt: skip
    assert json.loads(result.stdout) == {
        "checkpoint": str(imported / "micap"), "words": 52, "writes": True, "separators_count_ahead": True,
    }  # fmt: skip
    return imported / "micap"


def test_released_checkpoint_fills_blanks_and_is_scored(imported, checkpoint, tmp_path):
    filled = lines(run_command("fill", checkpoint, imported / "corpus", "--split", "val", "--json"))
    assert len(filled) == 12
    sets = {
        number: [one["clip"] for one in filled if one["set"] == number] for number in {one["set"] for one in filled}
    }
    people = [f"{one['clip']}\t{','.join(f'[{person}]' for person in one['people']) or '_'}" for one in filled]
    (tmp_path / "people.csv").write_text("\n".join(people) + "\n")
    (tmp_path / "sets.csv").write_text("\n".join("\t".join(clips) for clips in sets.values()) + "\n")
    references = imported / "lsmdc" / "LSMDC16_annos_val_onlyIDs_NEW.csv"
    result = run_command("score", "fitb", tmp_path / "people.csv", references, tmp_path / "sets.csv", "--json")
    assert set(json.loads(result.stdout)) == {"instance", "same", "different", "class"}


def test_captions_of_released_checkpoint_are_scored_as_published(imported, checkpoint, tmp_path):
    captioned = lines(run_command("caption", checkpoint, imported / "corpus", "--split", "val", "--json"))
    assert len(captioned) == 12
    clips = [clip for clips in read_corpus(imported / "corpus").clips_by_film("val").values() for clip in clips]
    assert [one["clip"] for one in captioned] == [clip.id for clip in clips]
    captions = {one["clip"]: one["caption"] if one["caption"].strip(".") else "Nothing." for one in captioned}
    captions[clips[0].id] = "P1 opens the door."  # weights drawn at random write no people who act
    (tmp_path / "captions.json").write_text(json.dumps(captions))
    (tmp_path / "references.json").write_text(json.dumps({clip.id: clip.text for clip in clips}))
    result = run_command(
        "score", "as-published", "micap", tmp_path / "captions.json", tmp_path / "references.json", "--json"
    )
    assert "CIDEr" in json.loads(result.stdout)


def test_the_text_output_is_the_folder(imported, tmp_path):
    torch.save(released_micap.weights("fc"), tmp_path / "micap.pth")
    result = run_command(
        "import-micap", tmp_path / "micap.pth", "--info", imported / "release" / "info.json",
        "--tokenizer", imported, "-o", tmp_path / "micap",
    )  # fmt: skip
    assert result.stdout.strip() == str(tmp_path / "micap")
