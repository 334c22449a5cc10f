"""`import-m2`, and `caption` and scores with the checkpoint it wrote: they give the published captioner's words."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from benchmarks.captioners.plain_captioner import PlainM2
from cinescribe.corpus.core.stills import read_stills
from cinescribe.generate.caption_images import still_reader
from cinescribe.media.film.image_files import write_picture
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.train.experiments.evaluate import evaluate_stills
from tests.commands import run_command
from tests.models.published_m2 import WORDS, trained_m2, training_data, write_vocabulary, write_weights
from tests.train import still_world as world

pytestmark = [pytest.mark.usefixtures("one_thread"), pytest.mark.slow]


def run(*args):
    result = run_command(*args, exit_code=None)
    return result.exit_code, result.stdout, result.stderr


@dataclass(frozen=True)
class Imported:
    """A checkpoint in the folder `m2`, what the command printed, and the captioner it was made of."""

    folder: Path
    value: dict[str, Any]
    plain: PlainM2

    @property
    def checkpoint(self):
        return self.folder / "m2"

    @property
    def corpus(self):
        return self.folder / "corpus"


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("imported")
    plain = trained_m2()
    weights, words = write_weights(folder / "m2.pth", plain), write_vocabulary(folder / "vocab.pkl")
    code, out, _ = run("import-m2", weights, words, "-o", folder / "m2", "--mask-padding", "--json")
    assert code == 0
    world.corpus(folder / "corpus")
    return Imported(folder, json.loads(out), plain)


def test_import_prints_the_checkpoint_and_its_sizes(imported):
    n_words = len(WORDS) + 3  # the separator, the blank and a person are ours
    assert imported.value == {"checkpoint": str(imported.checkpoint), "words": n_words, "region_width": world.WIDTH}


def test_caption_writes_the_captions_of_the_published_captioner(imported):
    code, out, _ = run("caption", imported.checkpoint, imported.corpus, "--split", "val", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    regions, _ = training_data()
    mask = torch.ones(4, 2, dtype=torch.bool)
    start, end = WORDS.index("<bos>"), WORDS.index("<eos>")
    beams, _ = imported.plain.beams(regions[-4:], mask, n_beams=5, n_tokens=20, start=start, end=end)
    wanted = [" ".join(WORDS[word] for word in words).partition(" <eos>")[0] for words in beams[:, 0].tolist()]
    assert code == 0
    assert [line["clip"] for line in lines] == [f"still{n}" for n in range(8, 12)]
    assert [line["caption"].lower() for line in lines] == wanted
    assert len(set(wanted)) > 1
    assert all(" is left of a " in text for text in wanted)


def test_the_checkpoint_can_be_scored(imported):
    trained, corpus = read_checkpoint(imported.checkpoint), read_stills(imported.corpus)
    reader, stills = still_reader(trained, corpus), corpus.stills_of("val")[:1]
    assert evaluate_stills(trained.model, reader, stills, metrics=["BLEU-1"])["BLEU-1"].value > 0.5


def test_picture_explanation_refuses_features_of_another_width(imported, tmp_path):
    write_picture(tmp_path / "grey.png", np.full((40, 60, 3), 128, np.uint8))
    code, _, err = run("explain", "words", tmp_path / "grey.png", "--model", imported.checkpoint, "-o", tmp_path / "p")
    assert (code, f"but the model takes {world.WIDTH}; extract features as for its training" in err) == (
        1,
        True,
    )
    assert not (tmp_path / "p").exists()


def test_the_text_output_is_the_folder(imported, tmp_path):
    (tmp_path / "words.json").write_text(json.dumps(WORDS))
    code, out, _ = run("import-m2", imported.folder / "m2.pth", tmp_path / "words.json", "-o", tmp_path / "m2")
    assert (code, out.strip()) == (0, str(tmp_path / "m2"))
    sizes = [read_checkpoint(folder).model.sizes.n_padded for folder in (tmp_path / "m2", imported.checkpoint)]
    assert sizes == [50, 0]  # as published, and with `--mask-padding`


def test_other_files_are_refused_in_one_line(imported, tmp_path):
    folder = imported.folder
    code, _, err = run("import-m2", folder / "vocab.pkl", folder / "vocab.pkl", "-o", tmp_path / "m2")
    assert (code, "vocab.pkl' is damaged, or no checkpoint of torch" in err) == (1, True)
    code, _, err = run("import-m2", folder / "m2.pth", folder / "m2.pth", "-o", tmp_path / "m2")
    assert (code, "a name that ends in .pkl (as published), .json" in err) == (1, True)
    assert not (tmp_path / "m2").exists()
