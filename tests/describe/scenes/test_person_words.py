"""`describe --people-model`: a pointer decides who is meant, and nothing changes without one."""

import dataclasses
import importlib

import pytest
import torch

from cinescribe.describe.captioner_selection import load_pointer
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.scenes.person_words import off_screen
from cinescribe.errors import ModelError
from cinescribe.features.encoders.body_net import BodySizes
from cinescribe.models.checkpoint import CheckpointCard, write_checkpoint
from cinescribe.models.pointer.pointer import Pointer
from cinescribe.models.pointer.sizes import PointerSizes
from cinescribe.schema import Caption, Person
from tests.describe.conftest import WIDTHS
from tests.describe.test_captioner_selection import MADE
from tests.describe.test_captioner_selection import checkpoint as micap_checkpoint
from tests.dummies import EveryClip, NoFaces, SteadyVoice, write_film
from tests.explain.small_micap import SIZES
from tests.features.films import VOCABULARY

person_words = importlib.import_module("cinescribe.describe.scenes.person_words")


class SamePerson(EveryClip):
    """Says that P7 waves in every clip."""

    def caption(self, batch):
        return [Caption(seen.clip.id, "P7 waves.", ("p7",), by=self.name) for seen in batch.clips]


def checkpoint(folder, **card):
    """A pointer that thinks everybody is somebody new."""
    torch.manual_seed(0)
    sizes = PointerSizes(
        n_words=len(VOCABULARY), first_person=VOCABULARY.first_person, separator=VOCABULARY.separator,
        frame_width=WIDTHS["clip"], action_width=WIDTHS["actions"], face_width=NoFaces.width,
        body_width=BodySizes().n_outputs, n_clips=3, n_segments=2, width=8, n_heads=2, ff_width=8, n_layers=1,
    )  # fmt: skip
    model = Pointer(sizes)
    torch.nn.init.zeros_(model.one.weight)
    torch.nn.init.constant_(model.new.bias, 99.0)
    card = {"extractors": MADE, "sets": dataclasses.replace(SIZES, n_clips=3), **card}
    write_checkpoint(folder, model, tokens=VOCABULARY, card=CheckpointCard("pointer", **card))
    return folder


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return write_film(tmp_path_factory.mktemp("film") / "two.mp4")


def options(pointer=None, **changes):
    return DescribeOptions(captioner=SamePerson(), voice=SteadyVoice(), faces=NoFaces(), pointer=pointer, **changes)


@pytest.mark.slow
def test_words_come_from_the_pointer_if_there_is_one(tmp_path, film, monkeypatch):
    monkeypatch.setattr("cinescribe.describe.captioner_selection.is_drawn", lambda pictures: True)
    folder = tmp_path / "two.ad"
    plain = write_description(film, folder, options=options())
    assert [cue.text for cue in plain.cues] == ["P7 waves.", "P7 waves."]
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.name in ("script.json", "cast.toml")}
    pointer = load_pointer(checkpoint(tmp_path / "pointer"))
    script = write_description(film, folder, options=options(pointer))
    assert [cue.text for cue in script.cues] == ["P7 waves.", "P8 waves."]
    assert [person.id for person in script.people] == ["p7", "p8"]
    assert [cue.evidence[-1].what for cue in script.cues] == [
        "the word means P7, whose face is not seen here (100% likely)",
        "the word means P8, whose face is not seen here (100% likely)",
    ]
    assert [cue.span for cue in script.cues] == [cue.span for cue in plain.cues]
    assert write_description(film, folder, options=options(pointer)) == script
    write_description(film, folder, options=options())
    assert {name: (folder / name).read_bytes() for name in before} == before


class Micap(SamePerson):
    """Called as the bundled captioner is."""

    name = "micap"


@pytest.mark.slow
def test_bundled_pointer_serves_the_bundled_micap_unless_declined(tmp_path, film, monkeypatch):
    monkeypatch.setattr("cinescribe.describe.captioner_selection.is_drawn", lambda pictures: True)
    bundled = checkpoint(tmp_path / "bundled")
    monkeypatch.setattr("cinescribe.describe.captioner_selection.shipped_pointer", lambda: bundled)

    def texts(captioner, **changes):
        parts = dataclasses.replace(options(**changes), captioner=captioner)
        return [cue.text for cue in write_description(film, tmp_path / "two.ad", options=parts).cues]

    assert texts(Micap()) == ["P7 waves.", "P8 waves."]
    assert texts(Micap(), captioned_people=True) == ["P7 waves.", "P7 waves."]
    assert texts(SamePerson()) == ["P7 waves.", "P7 waves."]
    monkeypatch.setattr("cinescribe.describe.captioner_selection.shipped_pointer", lambda: tmp_path / "none")
    assert texts(Micap()) == ["P7 waves.", "P7 waves."]


@pytest.mark.slow
def test_pointer_with_figures_extracts_figures(tmp_path, film, monkeypatch):
    monkeypatch.setattr("cinescribe.describe.captioner_selection.is_drawn", lambda pictures: True)
    pointer = load_pointer(checkpoint(tmp_path / "pointer", face_tokens="grouped-people"))
    assert pointer.reads_figures
    script = write_description(film, tmp_path / "two.ad", options=options(pointer))
    assert [cue.text for cue in script.cues] == ["P7 waves.", "P8 waves."]
    assert (tmp_path / "two.ad" / "features" / "people by figures" / "figures.safetensors").is_file()


def test_a_pointer_that_learnt_from_other_figures_is_refused(tmp_path):
    other = {"extractors": {**MADE, "figures": "backlot 0"}, "face_tokens": "grouped-people"}
    with pytest.raises(ModelError, match=r"was trained on 'figures' features by backlot 0, but films are analysed by"):
        load_pointer(checkpoint(tmp_path / "other", **other))


def test_people_of_a_film_unlike_the_training_films_stay_as_captioned(tmp_path, film):
    said: list[str] = []
    pointer = load_pointer(checkpoint(tmp_path / "pointer"))
    script = write_description(film, tmp_path / "two.ad", options=options(pointer, announce=said.append))
    assert [cue.text for cue in script.cues] == ["P7 waves.", "P7 waves."]
    assert said[-1].startswith("people stay as captioned: their model was trained on drawn films")


def test_pointer_of_another_kind_or_other_features_is_refused(tmp_path):
    other = {"extractors": {**MADE, "actions": "videomae 1"}}
    for name, card in (("micap", {}), ("other-micap", other)):
        with pytest.raises(ModelError, match="holds a micap, which does not point at people"):
            load_pointer(micap_checkpoint(tmp_path / name, **card))
    with pytest.raises(ModelError, match=r"was trained on 'actions' features by videomae 1, but films are analysed by"):
        load_pointer(checkpoint(tmp_path / "other", **other))


def test_a_pointer_is_named_by_its_card_which_has_the_sizes_of_sets(tmp_path):
    names = {
        load_pointer(checkpoint(tmp_path / "one", sets=dataclasses.replace(SIZES, n_clips=n))).name for n in (2, 3)
    }
    assert len(names) == 2


@pytest.mark.slow
def test_other_windows_of_the_same_ids_are_pointed_at_again(tmp_path, film, monkeypatch):
    monkeypatch.setattr("cinescribe.describe.captioner_selection.is_drawn", lambda pictures: True)
    pointer, found = load_pointer(checkpoint(tmp_path / "pointer")), []
    for cut in (2, 4):
        windows = tmp_path / "windows.csv"
        windows.write_text(f"id,start,end\nw1,0,{cut}\nw2,{cut},8\n")
        script = write_description(film, tmp_path / "two.ad", windows=windows, options=options(pointer))
        found.append([cue.evidence[-1].time for cue in script.cues])
    assert found == [[0.0, 2.0], [0.0, 4.0]]


def test_off_screen_people_occur_only_in_captions():
    said = [Caption("c0", "P2 waves to P1.", ("p2", "p1")), Caption("c1", "P3 waves to P2.", ("p3", "p2"))]
    assert off_screen(said, [Person("p1", label="P1")]) == [Person("p2", label="P2"), Person("p3", label="P3")]
