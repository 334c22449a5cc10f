from typing import Any

import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.generate.pointing.point import person_labels, point
from cinescribe.models.pointer.cells import Cells
from cinescribe.models.pointer.matching import NEVER
from cinescribe.models.pointer.pointer import Pointing

ONE_SET: Any = [None]  # what a scripted model does not read


def scripted(clips, pairs, *, nobody=0.0, same=None):
    """A model that says of one set: the scores of blanks and groups, of nobody, and of two blanks being one person."""
    pairs = torch.tensor(pairs, dtype=torch.float32).view(len(clips), -1)
    n_blanks, n_groups = pairs.shape
    together = torch.full((n_blanks, n_blanks), -9.0)
    for (one, other), score in (same or {}).items():
        together[one, other] = score
    n_clips = max(clips, default=0) + 1
    cells = Cells(*[torch.ones(1, n_clips, n_groups)] * 7)
    pointing = Pointing(
        torch.arange(n_blanks)[None] + 1,
        torch.tensor([clips]),
        torch.ones(1, n_blanks, dtype=torch.bool),
        pairs[None],
        torch.full((1, n_blanks), nobody),
        together[None],
        torch.zeros(1, n_clips, n_groups, 4),
        cells,
    )
    return lambda batch: pointing


def numbers(model):
    (people,) = point(model, ONE_SET)
    return [one.number for one in people]


def test_two_blanks_of_a_clip_get_two_groups_and_those_of_two_clips_may_get_one():
    # Both prefer group 0; the first blank has a good second choice.
    found = point(scripted([0, 0, 1], [[5, 4], [5, 0], [0, 5]]), ONE_SET)[0]
    assert [one.group for one in found] == [1, 0, 1]
    assert [one.number for one in found] == [1, 2, 1]
    assert person_labels(found, n_clips=2) == [("P1", "P2"), ("P1",)]


def test_several_blanks_may_be_unseen_people():
    found = point(scripted([0, 0, 0], [[-9], [-9], [9]]), ONE_SET)[0]
    assert [one.group for one in found] == [None, None, 0]
    assert [one.number for one in found] == [1, 2, 3]


def test_unseen_person_keeps_a_number_across_linked_words():
    assert numbers(scripted([0, 1], [[], []], same={(1, 0): 5.0})) == [1, 1]
    assert numbers(scripted([0, 1], [[], []], same={(1, 0): -5.0})) == [1, 2]
    # Two blanks of a clip are two people, even if both would be the one mentioned before.
    assert numbers(scripted([0, 1, 1], [[], [], []], same={(1, 0): 5.0, (2, 0): 6.0})) == [1, 2, 1]


def test_probabilities_are_those_of_matchings():
    found = point(scripted([0, 0], [[1.0], [2.0]]), ONE_SET)[0]
    every = torch.tensor([0.0, 1.0, 2.0]).exp()  # nobody twice, the first blank, the second
    assert found[0].groups == pytest.approx([float(every[1] / every.sum())])
    assert found[1].probability == pytest.approx(float(every[2] / every.sum()))
    assert found[0].group is None
    assert found[0].probability == pytest.approx(float((every[0] + every[2]) / every.sum()))


def test_forty_people_in_a_clip_are_forty_people():
    found = point(scripted([0] * 40, torch.eye(40)[:, :12].mul(20).tolist()), ONE_SET)[0]
    assert len({one.number for one in found}) == 40
    assert [one.group for one in found[:12]] == list(range(12))
    assert person_labels(found, n_clips=1)[0][-1] == "P40"


def test_groups_that_a_set_lacks_are_not_chosen():
    assert point(scripted([0], [[NEVER, 1.0]]), ONE_SET)[0][0].group == 1


def test_scores_that_are_not_finite_are_refused():
    with pytest.raises(ModelError, match="the blanks of captionset 0 got scores that are not finite"):
        point(scripted([0], [[float("nan")]]), ONE_SET)
