import json

import numpy as np
import pytest
import torch

from cinescribe.arrays import read_arrays
from cinescribe.corpus.commonsense.atomic import AtomicEvent
from cinescribe.corpus.commonsense.next_phrase import EventSplit
from cinescribe.errors import CorpusError, TrainError
from cinescribe.language.next_phrases.phrase_ranker import PhraseMoments, PhraseRanker
from cinescribe.language.next_phrases.ranker_files import read_card, read_ranker
from cinescribe.train.next_phrases.phrase_batches import PhraseBatch
from cinescribe.train.next_phrases.ranker_recipe import RankerRecipe
from cinescribe.train.next_phrases.train_ranker import accuracy, batch_loss, calibrated, train_ranker
from cinescribe.train.training_state import STATE
from tests.commands import run_command
from tests.language.next_phrases.encoders import KnownDirections

EATS = AtomicEvent("PersonX eats", {"intention": ["to be full"], "effect": [], "attribute": []})
RUNS = AtomicEvent("PersonX runs", {"intention": ["to win"], "effect": [], "attribute": []})
SPLIT = EventSplit((EATS, RUNS), (EATS, RUNS), (EATS, RUNS))


def test_the_loss_is_cross_entropy_over_random_phrases_and_events():
    events, phrases = ("PersonX eats", "PersonX runs"), ("to be full", "to win", "to live")
    chosen = np.array([[True, False, False], [False, True, False]])
    is_true = chosen | np.array([[False, False, True], [False, False, True]])  # to live is true of both
    loss = batch_loss(KnownDirections(), PhraseBatch("intention", events, phrases, chosen, is_true), 0.5)
    # Each true phrase has cosine 1, and one random phrase and one random event with cosine 0.
    expected = 2 * np.log(1 + np.exp(-2))
    assert float(loss.detach()) == pytest.approx(expected, rel=1e-2)  # in 16 bits


def test_the_threshold_divides_true_from_random():
    ranker = calibrated(KnownDirections(), SPLIT)
    assert set(ranker.moments) == {"intention"}
    assert accuracy(ranker, SPLIT.test) == {"intention": 1.0}


def test_threshold_without_calibration_data_is_zero():
    assert calibrated(KnownDirections(), EventSplit((EATS, RUNS), (EATS,), (RUNS,))).threshold == 0


def test_uninformed_ranker_is_right_half_the_time():
    nothing = PhraseRanker(KnownDirections(), {"intention": PhraseMoments.of(np.eye(2, dtype=np.float32))}, 99.0)
    assert accuracy(nothing, SPLIT.test) == {"intention": 0.5}


@pytest.fixture
def atomic(tmp_path):
    lines = [
        f"PersonX {verb}s {thing}\t{relation}\t{start} {verb} {thing}"
        for verb in ("buy", "clean", "eat", "hide")
        for thing in ("a car", "bread", "the house", "a shirt", "a book")
        for relation, start in (("xIntent", "to"), ("xWant", "then"))
    ]
    (tmp_path / "atomic.tsv").write_text("\n".join(lines))
    return tmp_path / "atomic.tsv"


def killed(stage, share):
    if share > 0.5:
        raise KeyboardInterrupt


@pytest.mark.slow
def test_a_killed_training_resumes_and_ends_with_the_same_weights(atomic, tmp_path):
    recipe = RankerRecipe(epochs=2, batch=8)
    with pytest.raises(KeyboardInterrupt):
        train_ranker(atomic, tmp_path / "killed", recipe=recipe, progress=killed)
    assert (tmp_path / "killed" / STATE).is_file()
    with pytest.raises(TrainError, match=r"holds a run of another recipe or other data \(seed was 0, and is 1\)"):
        train_ranker(atomic, tmp_path / "killed", recipe=RankerRecipe(epochs=2, batch=8, seed=1))
    resumed = train_ranker(atomic, tmp_path / "killed", recipe=recipe)
    whole = train_ranker(atomic, tmp_path / "whole", recipe=recipe)
    one, other = (read_arrays(tmp_path / name / "weights.safetensors") for name in ("killed", "whole"))
    assert all(np.array_equal(one[name], other[name]) for name in other)
    assert resumed.test == whole.test
    assert not (tmp_path / "killed" / STATE).exists()
    card = read_card(tmp_path / "whole")
    assert (dict(card.recipe)["epochs"], list(dict(card.data))) == (2, ["atomic.tsv"])
    assert card.accuracy[-1] == ("test", "intention", whole.test["intention"])
    scores = read_ranker(tmp_path / "whole").scores(["PersonX buys a hat"], ["to buy a hat"], aspect="intention")
    assert torch.isfinite(torch.tensor(scores)).all()


@pytest.mark.slow
def test_the_commands_train_and_rank(atomic, tmp_path):
    shown = run_command(
        *("corpus", "train-ranker", "--atomic", atomic, "-o", tmp_path / "ranker", "--epochs", 1, "--json", "--quiet")
    )
    assert set(json.loads(shown.stdout)) == {"validation", "test"}


def test_too_little_data_is_refused_before_training(tmp_path):
    (tmp_path / "atomic.tsv").write_text("PersonX eats\txIntent\tto live\n")
    with pytest.raises(CorpusError, match="ATOMIC has only 1 events, too few to divide"):
        train_ranker(tmp_path / "atomic.tsv", tmp_path / "ranker")
    same = "".join(f"PersonX eats {n}\txIntent\tto live\n" for n in range(40))
    (tmp_path / "atomic.tsv").write_text(same)
    with pytest.raises(CorpusError, match=r"every phrase is an intention of 'PersonX eats .*', so none can be drawn"):
        train_ranker(tmp_path / "atomic.tsv", tmp_path / "ranker")
