import dataclasses
from itertools import product
from types import SimpleNamespace

import pytest
import torch

from cinescribe.models.pointer.matching import NEVER
from cinescribe.train.data.face_truth import NOBODY, UNKNOWN, TrueFacesBatch
from cinescribe.train.objectives.point_objective import (
    PointObjective,
    antecedent_loss,
    group_owners,
    matching_loss,
    part_loss,
)
from tests.models.micap_sets import without
from tests.models.pointer.pointer_sets import SIZES, pointer, sets_with_people

TOKENS = SimpleNamespace(first_person=SIZES.first_person, blank=4, pad=0)


@pytest.fixture(scope="module")
def batch():
    return sets_with_people(2)


@pytest.fixture(scope="module")
def pointing(batch):
    with torch.no_grad():
        return pointer()(batch)


@pytest.fixture(scope="module")
def people(batch, pointing):
    return (batch.words - SIZES.first_person + 1).take_along_dim(pointing.columns, 1)


def with_truth(batch, person, part):
    shape = torch.ones_like(batch.face_index)
    return TrueFacesBatch(**vars(batch), face_person=shape * person, face_part=shape * part)


def log_sum(pairs, nobody, allowed):
    """The logarithm of the sum over one-to-one choices of a group or None for each row, of those that are allowed."""
    total = 0.0
    for groups in product([None, *range(pairs.shape[1])], repeat=len(pairs)):
        used = [group for group in groups if group is not None]
        if len(set(used)) == len(used) and all(allowed(k, group) for k, group in enumerate(groups)):
            scores = [nobody[k] if group is None else pairs[k, group] for k, group in enumerate(groups)]
            total += float(torch.stack([*scores, torch.zeros(())]).sum().double().exp())
    return torch.tensor(total).log()


def clip_rows(pointing, row):
    for clip in pointing.clips[row].unique().tolist():
        yield (pointing.clips[row] == clip).nonzero()[:, 0]


def in_set(pointing, row, group):
    return bool(pointing.cells.present[row, :, group].any())


def test_matchings_of_known_faces_are_those_of_the_plain_formula(pointing, people):
    owners = torch.tensor([[1, NOBODY, 2], [3, 2, 1]])
    wanted = 0.0
    for row in range(2):
        seen = {int(owners[row, g]) for g in range(3) if in_set(pointing, row, g)}
        for rows in clip_rows(pointing, row):
            pairs, nobody, who = pointing.pairs[row, rows], pointing.nobody[row, rows], people[row, rows].tolist()

            def right(k, group, row=row, who=who, seen=seen):
                return who[k] not in seen if group is None else int(owners[row, group]) == who[k]

            wanted += log_sum(pairs, nobody, lambda k, g: True) - log_sum(pairs, nobody, right)
    found = matching_loss(pointing, people, pointing.mask, owners)
    assert float(found) == pytest.approx(float(wanted), abs=1e-3)


def test_matchings_of_unknown_faces_sum_over_possible_owners(pointing, people):
    owners = torch.full((2, 3), UNKNOWN)
    wanted = 0.0
    for row in range(2):
        for rows in clip_rows(pointing, row):
            wanted += log_sum(pointing.pairs[row, rows], pointing.nobody[row, rows], lambda k, g: True)
        who = sorted(set(people[row].tolist()))
        theirs = [people[row] == one for one in who]
        pairs = torch.stack([pointing.pairs[row][mine].sum(0).clamp(min=NEVER) for mine in theirs])
        nobody = torch.stack([pointing.nobody[row][mine].sum() for mine in theirs])
        wanted -= log_sum(pairs, nobody, lambda k, g: True)
    assert float(matching_loss(pointing, people, pointing.mask, owners)) == pytest.approx(float(wanted), abs=1e-3)


def test_a_loss_without_truth_keeps_32_bits_where_networks_compute_in_16(batch, pointing):
    def loss():
        return PointObjective(TOKENS).loss(lambda _: pointing, batch)

    with torch.autocast("cpu", dtype=torch.bfloat16):
        found = loss()
    torch.testing.assert_close(found, loss(), rtol=0, atol=0)


def test_antecedents_are_earlier_blanks_of_other_clips(pointing, people):
    wanted = 0.0
    for row in range(2):
        for k in range(people.shape[1]):
            earlier = [j for j in range(people.shape[1]) if pointing.clips[row, j] < pointing.clips[row, k]]
            scores = {j: float(pointing.same[row, k, j]) for j in earlier}
            right = [scores[j] for j in earlier if people[row, j] == people[row, k]] or [0.0]
            wanted += float(torch.tensor([0.0, *scores.values()]).logsumexp(0) - torch.tensor(right).logsumexp(0))
    assert float(antecedent_loss(pointing, people, pointing.mask)) == pytest.approx(wanted, abs=1e-3)


def test_parts_are_those_of_most_faces_of_a_cell(batch, pointing):
    known = with_truth(batch, 1, 2)
    cells = pointing.parts[pointing.cells.present]
    wanted = torch.nn.functional.cross_entropy(cells, torch.full((len(cells),), 2), reduction="sum")
    torch.testing.assert_close(part_loss(pointing, known), wanted)
    assert float(part_loss(pointing, with_truth(batch, 1, UNKNOWN))) == 0


def test_a_group_is_the_person_of_most_of_its_faces(batch, pointing):
    assert bool((group_owners(batch, pointing) == UNKNOWN).all())
    truth = with_truth(batch, 2, UNKNOWN)
    owners = group_owners(truth, pointing)
    there = pointing.cells.present.any(1)
    assert bool((owners[there] == 2).all())
    first = dataclasses.replace(truth, face_person=truth.face_person.masked_fill(batch.face_cluster == 1, UNKNOWN))
    # A set with truth has nobody where a group lies on no true face.
    assert bool((group_owners(first, pointing)[:, 0] == NOBODY).all())


def test_gradient_step_makes_the_right_people_likelier(batch):
    model, objective = pointer(), PointObjective(TOKENS)
    truth = with_truth(batch, NOBODY, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    before = objective.loss(model, truth)
    before.backward()
    optimizer.step()
    assert objective.loss(model, truth).item() < before.item()
    assert int(objective.count(truth)) == int(batch.is_blank.sum())


def test_sets_without_faces_or_known_people_have_a_finite_loss(batch):
    model, objective = pointer(), PointObjective(TOKENS)
    nobody_known = dataclasses.replace(batch, words=batch.words.masked_fill(batch.is_blank, TOKENS.blank))
    for sets in (without(batch, "faces"), nobody_known):
        loss = objective.loss(model, sets)
        assert bool(torch.isfinite(loss))
        loss.backward()
    assert int(objective.count(nobody_known)) == 0
