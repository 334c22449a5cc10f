import hashlib

import numpy as np
import pytest
import torch

from cinescribe.train.git import train_git as module
from cinescribe.train.git.train_git import GitRecipe, TakeData, train_git


@pytest.fixture
def cells(monkeypatch):
    """Cells of noise in place of drawn takes."""

    def take_cells(numbers, net, *, folder):
        yield np.random.default_rng(numbers.start).normal(size=(len(numbers), 3, 10, net.width)).astype(np.float16)

    monkeypatch.setattr(module, "take_cells", take_cells)


def digest(net):
    return hashlib.sha256(b"".join(value.numpy().tobytes() for value in net.state_dict().values())).hexdigest()


@pytest.mark.slow
def test_a_killed_training_ends_with_the_same_weights(cells, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_SAVE", 2)
    recipe = GitRecipe(
        n_frame_steps=2, frame_batch=4, n_takes=12, n_held_out=4, n_single_steps=2, n_steps=4, batch=3, warm=2
    )
    whole = train_git(recipe, folder=tmp_path / "whole", work=tmp_path)
    assert (tmp_path / "whole" / "scores.json").is_file()
    real = module._loss
    steps: list[int] = []

    def loss(net, cells, tokens):
        if len(steps) == 3:
            raise KeyboardInterrupt
        steps.append(1)
        return real(net, cells, tokens)

    monkeypatch.setattr(module, "_loss", loss)
    with pytest.raises(KeyboardInterrupt):
        train_git(recipe, folder=tmp_path / "killed", work=tmp_path)
    monkeypatch.setattr(module, "_loss", real)
    again = train_git(recipe, folder=tmp_path / "killed", work=tmp_path)
    assert digest(again) == digest(whole)


def test_a_video_shows_one_to_three_takes_with_a_sentence_of_each():
    cells = np.arange(5, dtype=np.float16)[:, None, None, None] * np.ones((5, 3, 10, 4), np.float16)
    data = TakeData(cells, [[[10 + n, 20 + n]] for n in range(5)])
    videos, tokens = module._videos(data, 40, np.random.default_rng(0), (0.4, 0.3, 0.3), end=2)
    assert videos.shape == (40, 6, 10, 4)
    lengths = set()
    for video, text in zip(videos[:, :, 0, 0].int().tolist(), tokens.tolist(), strict=True):
        shown = list(dict.fromkeys(video))
        lengths.add(len(shown))
        words = [one for one in text if one]
        assert words == [1, *(token for n in shown for token in (10 + n, 20 + n)), 2]
    assert lengths == {1, 2, 3}
    assert torch.is_tensor(tokens)


@pytest.mark.slow
def test_the_first_steps_show_single_takes(cells, tmp_path, monkeypatch):
    real = module._videos
    seen: list[tuple[float, ...]] = []

    def videos(data, n, rng, odds, *, end):
        seen.append(odds)
        return real(data, n, rng, odds, end=end)

    monkeypatch.setattr(module, "_videos", videos)
    recipe = GitRecipe(n_frame_steps=1, frame_batch=4, n_takes=6, n_held_out=2, n_single_steps=2, n_steps=3, batch=2)
    train_git(recipe, folder=tmp_path, work=tmp_path)
    assert seen[:2] == [(1.0, 0.0, 0.0)] * 2
    assert seen[2:] == [module._N_TAKES_ODDS]
