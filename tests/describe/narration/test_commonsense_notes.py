"""`describe --notes`: notes on cues, kept off the voice, and none on a film unlike those the model learnt from."""

import dataclasses
import importlib

import pytest

from cinescribe.describe.captioner_selection import load_notes
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions, notes_named
from cinescribe.errors import ModelError
from cinescribe.input_files import digest
from cinescribe.models.checkpoint import CheckpointCard, write_checkpoint
from cinescribe.models.model_table import MODELS
from cinescribe.schema import Caption
from tests.describe.conftest import WIDTHS
from tests.describe.test_captioner_selection import MADE
from tests.dummies import EveryClip, NoFaces, SteadyVoice, write_film
from tests.explain.small_micap import SIZES
from tests.features.films import VOCABULARY

captioner_selection = importlib.import_module("cinescribe.describe.captioner_selection")
commonsense_notes = importlib.import_module("cinescribe.describe.narration.commonsense_notes")
SURE = {"intention": (50.0, 0.0), "effect": (50.0, 0.0), "attribute": (-50.0, 0.0)}


class Somebody(EveryClip):
    """Says that one person waves in every clip."""

    def caption(self, batch):
        return [Caption(seen.clip.id, "P7 waves.", ("p7",), by=self.name) for seen in batch.clips]


def checkpoint(folder, **card):
    kind = MODELS["v2c-transformer"]
    sizes = kind.sizes(
        len(VOCABULARY), VOCABULARY.first_person, VOCABULARY.n_people, WIDTHS["clip"], WIDTHS["actions"],
        n_tokens=8, width=8, n_layers=1, n_heads=2, ff_width=8,
    )  # fmt: skip
    card = {
        "extractors": MADE, "sets": dataclasses.replace(SIZES, n_clips=1, n_faces=0, n_tokens=8), "confidence": SURE,
        **card,
    }  # fmt: skip
    write_checkpoint(folder, kind.build(sizes), tokens=VOCABULARY, card=CheckpointCard("v2c-transformer", **card))
    return folder


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return write_film(tmp_path_factory.mktemp("film") / "two.mp4")


def options(notes, **changes):
    return DescribeOptions(captioner=Somebody(), voice=SteadyVoice(), faces=NoFaces(), notes=notes, **changes)


def test_notes_stand_on_cues_and_in_exports_and_are_not_spoken(tmp_path, film, monkeypatch):
    monkeypatch.setattr("cinescribe.describe.captioner_selection.is_drawn", lambda pictures: True)
    folder, notes = tmp_path / "two.ad", load_notes(checkpoint(tmp_path / "notes"))
    script = write_description(film, folder, options=options(notes))
    assert [cue.text for cue in script.spoken()] == ["P7 waves.", "P7 waves."]
    assert all(cue.why and cue.why.endswith("(100% likely)") for cue in script.cues)
    assert not any(cue.trait for cue in script.cues)
    again = write_description(film, folder, options=options(notes))
    assert again == script
    assert '"event":"kept","stage":"notes"' in (folder / "log.jsonl").read_text().replace(" ", "").replace("'", '"')
    assert write_description(film, folder, options=options(None)).cues[0].why is None


def test_a_film_unlike_the_training_films_has_no_notes(tmp_path, film):
    said: list[str] = []
    notes = load_notes(checkpoint(tmp_path / "notes"))
    script = write_description(film, tmp_path / "two.ad", options=options(notes, announce=said.append))
    assert not any(cue.why or cue.effect for cue in script.cues)
    assert said[-1] == "no notes: their model was trained on drawn films, and this film is unlike them"


def test_the_bundled_model_is_named_by_its_films_and_its_card(tmp_path, monkeypatch):
    folder = checkpoint(tmp_path / "own")
    card = digest(folder / "checkpoint.json")[:8]
    assert notes_named(str(folder)).name == f"v2c-transformer:{folder}@{card}"
    monkeypatch.setattr(captioner_selection, "shipped_notes", lambda: folder)
    assert notes_named("backlot").name == f"backlot@{card}"


def test_a_model_without_confidence_or_of_other_features_writes_no_notes(tmp_path):
    with pytest.raises(ModelError, match="does not know how sure it is; train it again"):
        load_notes(checkpoint(tmp_path / "unsure", confidence={}))
    with pytest.raises(ModelError, match=r"was trained on 'actions' features by videomae 1, but films are analysed by"):
        load_notes(checkpoint(tmp_path / "other", extractors={**MADE, "actions": "videomae 1"}))
