import dataclasses
import math

import pytest
import torch

from cinescribe.models.pointer.cells import cells_of
from tests.models.micap_sets import N, S, gappy_sets


def plain_cell(batch, row, clip, group):
    """What is seen of a group in a clip, face after face."""

    def faces(of_clip):
        kept = batch.face_mask[row] & (batch.face_cluster[row] == group) & (batch.face_clip[row] == of_clip)
        return kept.nonzero()[:, 0].tolist()

    def mean_box(some):
        rows = [batch.face_box[row, n].tolist() for n in some]
        boxes = [((a + c) / 2, (b + d) / 2, c - a, d - b) for a, b, c, d in rows]
        return [sum(column) / len(column) for column in zip(*boxes, strict=True)]

    here = faces(clip)
    around = [
        float(clip > 0 and bool(faces(clip - 1))),
        float(clip + 1 < N and bool(faces(clip + 1))),
        sum(bool(faces(n)) for n in range(N)) / N,
    ]
    if not here:
        return False, [*[0.0] * (5 * S + 6), *around, *[0.0] * 4]
    out = [[0.0] * 5 for _ in range(S)]
    for segment in range(S):
        if some := [n for n in here if batch.face_segment[row, n] == segment]:
            out[segment] = [1.0, *mean_box(some)]
    everybody = {}
    for other in range(1, int(batch.face_cluster.max()) + 1):
        kept = batch.face_mask[row] & (batch.face_cluster[row] == other) & (batch.face_clip[row] == clip)
        if kept.any():
            everybody[other] = mean_box(kept.nonzero()[:, 0].tolist())
    mine, others = everybody[group], [box for other, box in everybody.items() if other != group]
    aside = [mine[axis] - sum(box[axis] for box in others) / len(others) if others else 0.0 for axis in (0, 1)]
    return True, [
        *(value for segment in out for value in segment),
        math.log1p(len(here)),
        sum(box[0] < mine[0] for box in others),
        sum(box[3] > mine[3] for box in others),
        len(everybody),
        *aside,
        *around,
        sum(float(batch.face_found[row, n]) for n in here) / len(here),
        *(sum(float(batch.face_kind[row, n, kind]) for n in here) / len(here) for kind in range(3)),
    ]


def test_cells_are_those_of_the_plain_formula():
    batch = gappy_sets(4, seed=3)
    cells = cells_of(batch, n_segments=S)
    n_present = 0
    for row in range(4):
        for clip in range(N):
            for group in range(cells.present.shape[2]):
                is_there, wanted = plain_cell(batch, row, clip, group + 1)
                assert bool(cells.present[row, clip, group]) == is_there
                found = cells.layout[row, clip, group].tolist()
                assert found == pytest.approx(wanted, abs=1e-6)
                n_present += is_there
    assert n_present > 8


def test_looks_are_means_of_length_one():
    batch = gappy_sets(2, seed=1)
    cells = cells_of(batch, n_segments=S)
    lengths = cells.face_vectors.norm(dim=-1)
    torch.testing.assert_close(lengths[cells.present], torch.ones_like(lengths[cells.present]))
    assert not bool(lengths[~cells.present].any())


def test_bodies_are_means_of_the_faces_of_a_cell():
    batch = gappy_sets(3, seed=2)
    cells = cells_of(batch, n_segments=S)
    for row in range(3):
        for clip in range(N):
            for group in range(cells.present.shape[2]):
                here = batch.face_mask[row] & (batch.face_cluster[row] == group + 1) & (batch.face_clip[row] == clip)
                rows = batch.face_body[row, here]
                wanted = rows.mean(0) if len(rows) else torch.zeros(rows.shape[1])
                torch.testing.assert_close(cells.bodies[row, clip, group], wanted)
    assert cells.present.any()


def test_a_batch_without_any_face_has_no_groups():
    batch = gappy_sets(2)
    for nothing in (
        dataclasses.replace(batch, face_mask=torch.zeros_like(batch.face_mask)),
        dataclasses.replace(batch, face_cluster=torch.zeros_like(batch.face_cluster)),
    ):
        assert cells_of(nothing, n_segments=S).present.shape == (2, N, 0)


def test_a_figure_is_present_but_says_nothing_of_a_face():
    batch = gappy_sets(3, seed=4)
    hidden = dataclasses.replace(
        batch,
        face_found=torch.zeros_like(batch.face_found),
        faces=torch.zeros_like(batch.faces),
    )
    cells = cells_of(hidden, n_segments=S)
    assert torch.equal(cells.present, cells_of(batch, n_segments=S).present)
    assert cells.present.any()
    assert not cells.has_face.any()
    shown = cells_of(dataclasses.replace(batch, face_found=batch.face_mask), n_segments=S)
    assert torch.equal(shown.has_face, shown.present)
