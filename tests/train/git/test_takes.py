import numpy as np
import pytest

from cinescribe.backlot.plan.caption_templates import TEMPLATES
from cinescribe.features.encoders.backlot_frames import load_frame_net
from cinescribe.models.video_lm.backlot_git import N_PLACES, FrameCells
from cinescribe.train.git import takes
from cinescribe.train.git.takes import N_PICTURES, drawn_take, take_cells, take_pictures


def test_takes_are_the_same_each_time_and_show_everything():
    some = [drawn_take(n) for n in range(600)]
    assert some[7] == drawn_take(7)
    assert {one.take.action for one in some} == set(TEMPLATES)
    assert len({one.take.place for one in some}) == 10
    assert len({one.take.thing for one in some} - {None}) == 15
    things = sum(one.take.thing is not None for one in some) / len(some)
    assert things == pytest.approx(0.5, abs=0.06)


def test_captions_name_no_ids():
    texts = [text for n in range(40) for text in drawn_take(n).captions()]
    assert not any("P1" in text or "P2" in text for text in texts)
    assert any("another woman" in text or "another man" in text for text in texts) or len(texts) == 200


@pytest.mark.slow
def test_every_take_has_as_many_pictures_and_its_cells_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(takes, "PART", 2)
    net = FrameCells()
    net.net.load_state_dict(load_frame_net().state_dict())
    first = np.concatenate(list(take_cells(range(3), net, folder=tmp_path)))
    assert first.shape == (3, N_PICTURES, N_PLACES, net.width)
    assert len(list(tmp_path.iterdir())) == 2
    monkeypatch.setattr(takes, "take_pictures", pytest.fail)
    assert np.array_equal(np.concatenate(list(take_cells(range(3), net, folder=tmp_path))), first)


@pytest.mark.slow
def test_pictures_of_a_take_differ():
    shown = take_pictures(drawn_take(2), 2)
    assert shown.shape == (N_PICTURES, 108, 192, 3)
    assert not np.array_equal(shown[0], shown[1])
