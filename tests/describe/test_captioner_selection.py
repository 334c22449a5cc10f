import dataclasses
import importlib

import numpy as np
import pytest

from cinescribe.describe.captioner_selection import doubts, load_micap, load_trained, suitable_captioner
from cinescribe.describe.describe_options import captioner_named
from cinescribe.errors import ModelError
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.generate.video_lm.video_captioner import VideoCaptioner
from cinescribe.input_files import digest
from cinescribe.language.messages.spoken_messages import spoken_messages
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.fitted.fitted_checkpoint import FittedCard, write_fitted
from cinescribe.models.fitted.nearest import NearestNeighbour
from cinescribe.models.model_table import MODELS
from cinescribe.models.observer.observer import Observer
from cinescribe.models.video_lm.video_checkpoint import VideoCard, VideoCheckpoint
from tests.describe.conftest import WIDTHS
from tests.explain.small_micap import SIZES
from tests.features.films import VOCABULARY
from tests.generate.tiny_micap import tiny_micap
from tests.models.vlm.scripted_server import Reply, scripted_server
from tests.models.vlm.test_local_models import cache

captioner_selection = importlib.import_module("cinescribe.describe.captioner_selection")

ENGLISH = spoken_messages("en")
MADE = {"clip": "flat 1", "actions": "flat 1"}


def checkpoint(folder, **card):
    model = tiny_micap(VOCABULARY, frame_width=WIDTHS["clip"], action_width=WIDTHS["actions"], n_tokens=120)
    card = {"extractors": MADE, "sets": dataclasses.replace(SIZES, n_clips=3), **card}
    write_checkpoint(folder, model, tokens=VOCABULARY, card=CheckpointCard("micap", **card))
    return folder


@pytest.fixture
def comes_with(tmp_path, monkeypatch):
    """A MICap that comes with cinescribe."""
    monkeypatch.setattr(captioner_selection, "shipped", lambda: tmp_path / "micap")
    return checkpoint(tmp_path / "micap")


def pictures(*strangeness):
    rows = np.zeros((len(strangeness), 3), np.float32)
    rows[:, -1] = strangeness
    return TimedFeatures(np.arange(len(strangeness), dtype=np.float64), rows)


@pytest.mark.usefixtures("comes_with")
def test_footage_like_the_known_is_for_micap_and_all_other_for_the_observer():
    choice = suitable_captioner(pictures(0.2, 0.7, 3.0), messages=ENGLISH)
    assert choice.captioner.name == "micap"
    assert choice.why == "the film resembles Backlot's, on which the bundled MICap was trained"
    choice = suitable_captioner(pictures(0.8, 0.9, 0.9), messages=ENGLISH)
    assert choice.captioner.name == "observer"
    assert choice.why.startswith("no captioner here knows real footage: only people and on-screen text")
    assert "2.0 GB, licence apache-2.0" in choice.why
    assert suitable_captioner(pictures(), messages=ENGLISH).captioner.name == "observer"


@pytest.mark.usefixtures("comes_with")
def test_a_model_on_this_machine_is_offered_and_not_used(monkeypatch, tmp_path):
    def offered():
        choice = suitable_captioner(pictures(1.4), messages=ENGLISH)
        assert choice.captioner.name == "observer"
        return choice.why.partition("For full sentences: ")[2]

    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    assert offered().startswith("`captioner` hub:HuggingFaceTB/SmolVLM2-500M-Video-Instruct `fetch`, 2.0 GB")
    with scripted_server(lambda *_: Reply(), models=("llama3", "phi4")) as running:
        url = running.url.replace("127.0.0.1", "localhost")
        monkeypatch.setenv("CINESCRIBE_LOCAL_PORTS", url.rpartition(":")[2])
        wanted = f"`captioner` server:{url}#MODEL, with a model that sees pictures (a server has llama3, phi4)"
        assert offered() == wanted
        cache(tmp_path, "microsoft/git-base", "git")
        assert offered() == "`captioner` hub:microsoft/git-base (it is on this machine)"
        cache(tmp_path, "someone/model-2b", "qwen3_vl")
        assert offered() == "`captioner` hub:someone/model-2b (it is on this machine)"
    with scripted_server(lambda *_: Reply(), models=("llama3", "llava")) as running:
        url = running.url.replace("127.0.0.1", "localhost")
        monkeypatch.setenv("CINESCRIBE_LOCAL_PORTS", url.rpartition(":")[2])
        assert offered() == f"`captioner` server:{url}#llava (a server runs here)"


TRAINED_ON_DRAWN = "trained on drawn films, and this film is unlike them: its sentences will be wrong"
UNKNOWN_TRAINING = "does not say what films it was trained on, and this film is unlike drawn ones"


@pytest.mark.parametrize(
    ("drawn_films_only", "doubt"), [(True, TRAINED_ON_DRAWN), (None, UNKNOWN_TRAINING), (False, None)]
)
def test_doubt_about_footage_follows_from_card(tmp_path, drawn_films_only, doubt):
    micap = load_micap(checkpoint(tmp_path / "micap", drawn_films_only=drawn_films_only))
    single = load_trained("s2vt", clip_checkpoint(tmp_path / "s2vt", drawn_films_only=drawn_films_only))
    for captioner in (micap, single):
        found = doubts(captioner, pictures(1.4))
        assert found is None if doubt is None else doubt in (found or "")
        assert doubts(captioner, pictures(0.4)) is None


def test_bundled_micap_is_doubted_on_real_footage():
    assert read_checkpoint(captioner_selection.shipped()).card.drawn_films_only is True


def test_observer_is_not_doubted():
    assert doubts(Observer(), pictures(1.4)) is None


@pytest.mark.parametrize(("seen_by", "is_doubted"), [("backlot-git-1a2b", True), ("git-1a2b", False)])
def test_video_model_with_bundled_git_is_doubted_on_other_footage(tmp_path, seen_by, is_doubted):
    card = VideoCard("git-llava", parts={"git": seen_by})
    captioner = VideoCaptioner(VideoCheckpoint(tmp_path, card, None), name="own")
    assert ("trained on drawn films" in (doubts(captioner, pictures(1.4)) or "")) == is_doubted
    assert doubts(captioner, pictures(0.4)) is None


def test_without_a_shipped_model_the_observer_writes(tmp_path, monkeypatch):
    monkeypatch.setattr(captioner_selection, "shipped", lambda: tmp_path / "nothing")
    choice = suitable_captioner(pictures(0.2), messages=ENGLISH)
    assert (choice.captioner.name, choice.why) == ("observer", "this installation has no MICap weights")


@pytest.mark.usefixtures("comes_with")
def test_micap_is_called_by_where_it_came_from(tmp_path):
    assert load_micap().name == "micap"
    folder = checkpoint(tmp_path / "own")
    assert load_micap(folder).name == f"micap:{folder}@{digest(folder / 'weights.safetensors')[:8]}"


def test_model_trained_on_other_features_is_refused(tmp_path):
    folder = checkpoint(tmp_path / "own", extractors={**MADE, "actions": "videomae 1"})
    with pytest.raises(
        ModelError, match=r"was trained on 'actions' features by videomae 1, but films are analysed by flat 1; extract"
    ):
        load_micap(folder)


def clip_checkpoint(folder, model="s2vt", **card):
    sizes = MODELS[model].sizes(
        len(VOCABULARY), VOCABULARY.first_person, VOCABULARY.n_people, WIDTHS["clip"], WIDTHS["actions"]
    )
    card = {"extractors": MADE, "sets": dataclasses.replace(SIZES, n_clips=1, n_faces=0), "someone": True, **card}
    built = MODELS[model].build(dataclasses.replace(sizes, width=8, word_width=8))
    write_checkpoint(folder, built, tokens=VOCABULARY, card=CheckpointCard(model, **card))
    return folder


@pytest.mark.parametrize("model", ["s2vt", "temporal-attention", "frame-video-concept"])
def test_models_of_single_clips_are_loaded_by_name(tmp_path, model):
    folder = clip_checkpoint(tmp_path / "c", model, extractors={**MADE, "faces": "dlib of another corpus"})
    captioner = captioner_named(f"{model}:{folder}", fetch=False, announce=pytest.fail)
    assert captioner is not None
    assert captioner.name == f"{model}:{folder}@{digest(folder / 'weights.safetensors')[:8]}"
    assert captioner.tracer is None
    assert UNKNOWN_TRAINING in (doubts(captioner, pictures(1.4)) or "")


def test_fitted_models_are_loaded_by_name(tmp_path):
    width = WIDTHS["clip"]
    model = NearestNeighbour(np.eye(2, width, dtype=np.float32), ["someone waves.", "someone sits."], widths=(width,))
    folder = tmp_path / "nearest"
    write_fitted(folder, model, FittedCard("nearest", ("clip",), extractors=MADE))
    captioner = captioner_named(f"nearest:{folder}", fetch=False, announce=pytest.fail)
    assert captioner is not None
    assert captioner.name == f"nearest:{folder}@{digest(folder / 'checkpoint.json')[:8]}"
    write_fitted(folder, model, FittedCard("nearest", ("clip",), extractors={"clip": "CLIP 1"}))
    with pytest.raises(ModelError, match=r"was trained on 'clip' features by CLIP 1, but films are analysed by flat 1"):
        captioner_named(f"nearest:{folder}", fetch=False, announce=pytest.fail)


def test_model_of_another_kind_or_other_features_is_refused(tmp_path):
    folder = clip_checkpoint(tmp_path / "c")
    with pytest.raises(ModelError, match=r"c' holds a s2vt, not a visual-labels; name it as s2vt:"):
        captioner_named(f"visual-labels:{folder}", fetch=False, announce=pytest.fail)
    folder = clip_checkpoint(tmp_path / "c", extractors={**MADE, "actions": "videomae 1"})
    with pytest.raises(ModelError, match=r"was trained on 'actions' features by videomae 1, but films are analysed by"):
        load_trained("s2vt", folder)
    with pytest.raises(
        ModelError, match=r"unknown captioner 's2vt:'; .* <kind>:<checkpoint> of the kind frame-video-concept, s2vt, "
    ):
        captioner_named("s2vt:", fetch=False, announce=pytest.fail)


def test_folder_without_a_model_is_refused(tmp_path):
    with pytest.raises(ModelError, match=r"holds no checkpoint"):
        load_micap(tmp_path)
