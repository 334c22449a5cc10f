"""The cells of a clip set: what is seen of each face group in each clip.

Legend: `B` sets, `N` clips in a set, `G` face groups of a set, `S` segments in a clip, `F` faces in a set, `Df` width
of a face embedding.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from cinescribe.features.clip_sets.set_batch import SetBatch

N_LAYOUT = 13  # numbers of a cell beside those of its segments


@dataclass(frozen=True)
class Cells:
    """What is seen of each face group in each clip.

    Args:
        present: whether the clip shows the group, (B, N, G).
        has_face: whether it shows a face of it, (B, N, G).
        in_set: whether the set shows it, (B, G).
        face_vectors: mean embedding of the group's faces in the clip, of length 1; 0 without a face, (B, N, G, Df).
        group_vectors: the same over all clips, (B, G, Df).
        bodies: mean of what the bodies below these faces do, see `body_net.BodyNet`; 0 where it is not present,
            (B, N, G, Db).
        layout: where its faces are: for each segment of the clip whether there are any, and the middle and the size of
            their mean box; then its number of faces as a logarithm, its rank from the left and by size among the
            groups of the clip, their number, and the middle of its box less the mean of the others', across and down.
            All these are 0 where it is not present. Last, whether the clips before and after show it, and the share of
            clips that do; the share of its faces and figures that are faces; the mean probabilities of a woman, a man
            and a stranger, (B, N, G, 5 S + 13).
    """

    present: Tensor
    has_face: Tensor
    in_set: Tensor
    face_vectors: Tensor
    group_vectors: Tensor
    bodies: Tensor
    layout: Tensor


def cells_of(batch: SetBatch, *, n_segments: int) -> Cells:
    """Return the cells of a batch; faces of cluster 0 belong to no group. There may be no group, G = 0."""
    n_sets, n_clips = batch.frames.shape[:2]
    kept = batch.face_mask & (batch.face_cluster > 0)
    n_groups = int(batch.face_cluster.where(kept, 0).max()) if batch.face_cluster.numel() else 0
    shape = (n_sets, n_clips, n_groups, n_segments)
    sets = torch.arange(n_sets, device=kept.device)[:, None].expand_as(kept)[kept]
    clips, segments = batch.face_clip[kept], batch.face_segment[kept]
    index = ((sets * n_clips + clips) * n_groups + batch.face_cluster[kept] - 1) * n_segments + segments
    boxes = _middle_and_size(batch.face_box[kept])
    n_cells = n_sets * n_clips * n_groups * n_segments
    counts = boxes.new_zeros(n_cells).index_add(0, index, torch.ones_like(boxes[:, 0])).view(shape)
    box_sums = boxes.new_zeros(n_cells, 4).index_add(0, index, boxes).view(*shape, 4)

    def sums(rows: Tensor) -> Tensor:
        zeros = rows.new_zeros(n_cells // n_segments, rows.shape[-1])
        return zeros.index_add(0, index // n_segments, rows[kept]).view(n_sets, n_clips, n_groups, rows.shape[-1])

    look_sums = sums(batch.faces)
    n_faces = counts.sum(3)
    present = n_faces > 0
    found = batch.face_found[..., None].float()
    shown = sums(torch.cat([found, batch.face_kind], -1)) / n_faces.clamp(min=1)[..., None]
    in_segments = box_sums / counts.clamp(min=1)[..., None]
    mean_box = box_sums.sum(3) / n_faces.clamp(min=1)[..., None]
    seen = torch.cat([(counts > 0).float()[..., None], in_segments], 4).flatten(3)
    return Cells(
        present=present,
        has_face=shown[..., 0] > 0,
        in_set=present.any(1),
        face_vectors=functional.normalize(look_sums, dim=-1),
        group_vectors=functional.normalize(look_sums.sum(1), dim=-1),
        bodies=sums(batch.face_body) / n_faces.clamp(min=1)[..., None],
        layout=torch.cat([seen, _among_others(n_faces, present, mean_box), shown], 3),
    )


def _middle_and_size(boxes: Tensor) -> Tensor:
    """Boxes (n, 4) as corners to middles and sizes, (n, 4)."""
    return torch.cat([(boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]], 1)


def _among_others(n_faces: Tensor, present: Tensor, boxes: Tensor) -> Tensor:
    """The numbers of a cell that come from other cells: (B, N, G), (B, N, G) and (B, N, G, 4) to (B, N, G, 9)."""
    there = present.float()
    both = there[..., :, None] * there[..., None, :]  # (B, N, G, G)
    left = ((boxes[..., None, :, 0] < boxes[..., :, None, 0]) * both).sum(3)
    larger = ((boxes[..., None, :, 3] > boxes[..., :, None, 3]) * both).sum(3)
    n_seen = there.sum(2, keepdim=True)
    total = (boxes[..., :2] * there[..., None]).sum(2, keepdim=True)
    others = (n_seen - 1).clamp(min=1)[..., None]
    aside = (boxes[..., :2] - (total - boxes[..., :2]) / others) * (n_seen > 1)[..., None]
    before = functional.pad(there, (0, 0, 1, 0))[:, :-1]
    after = functional.pad(there, (0, 0, 0, 1))[:, 1:]
    share = there.mean(1, keepdim=True)
    here = torch.stack([n_faces.log1p(), left, larger, n_seen.expand_as(there)], 3)
    around = torch.stack([before, after, share.expand_as(there)], 3)
    return torch.cat([torch.cat([here, aside], 3) * there[..., None], around], 3)
