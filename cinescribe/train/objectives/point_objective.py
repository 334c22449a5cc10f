"""The objective of a pointer: matchings of blanks to face groups, antecedents of blanks, and parts in the action.

Legend: `B` sets, `N` clips in a set, `K` blanks of a set, `R` clips of all sets, `G` face groups, `F` faces in a set,
`P` people.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.pointer.matching import NEVER, log_matchings
from cinescribe.models.pointer.pointer import Pointing
from cinescribe.models.pointer.sizes import POINTER_ROLES
from cinescribe.train.data.face_truth import NOBODY, UNKNOWN, TrueFacesBatch


@dataclass(frozen=True)
class PointObjective:
    """Minus the log-likelihood of the people in the blanks, with that of antecedents and of parts added.

    - Matchings: where faces are known, the matchings of each clip that give every blank a group of its person, or
      no one where the set shows no face of that person, against all matchings of the clip. Where they are not known,
      the matchings of the set's people to its groups, against all matchings of each clip (latent).
    - Antecedents (Lee et al., EMNLP 2017): the earlier blanks of the same person in other clips, or none, against all.
    - Parts: cross-entropy of the part of each known face group in each clip.

    Args:
        tokens: the vocabulary.
        weight: of the objective.
        antecedents, parts: weights of the two further losses.
    """

    tokens: Tokens
    weight: float = 1.0
    antecedents: float = 0.5
    parts: float = 1.0
    name = "fill"

    def count(self, batch: SetBatch) -> Tensor:
        """Return the number of blanks whose person is known, ()."""
        return (batch.is_blank & (batch.words != self.tokens.blank)).sum()

    def loss(self, model: Any, batch: SetBatch) -> Tensor:
        """Return the loss summed over blanks and, for parts, over face groups in clips, ()."""
        pointing: Pointing = model(batch)
        people = (batch.words - self.tokens.first_person + 1).take_along_dim(pointing.columns, 1)
        known = pointing.mask & (batch.words.take_along_dim(pointing.columns, 1) != self.tokens.blank)
        owners = group_owners(batch, pointing)
        with torch.autocast(batch.words.device.type, enabled=False):
            loss = matching_loss(pointing, people, known, owners)
            loss = loss + self.antecedents * antecedent_loss(pointing, people, known)
            if isinstance(batch, TrueFacesBatch):
                loss = loss + self.parts * part_loss(pointing, batch)
        return loss


def matching_loss(pointing: Pointing, people: Tensor, known: Tensor, owners: Tensor) -> Tensor:
    """Return minus the log-likelihood of the people at the blanks, summed over sets, ().

    Args:
        pointing: of a batch.
        people: the number in the set of the person at each blank, 1 for P1, (B, K).
        known: which blanks count, (B, K).
        owners: the number of the person of each group, `NOBODY` or `UNKNOWN`, (B, G).
    """
    pairs, nobody = in_clips(pointing, pointing.pairs, known), in_clips(pointing, pointing.nobody, known)
    all_matchings = log_matchings(pairs, nobody).view(len(people), -1).sum(1)  # (B,)
    in_set = pointing.cells.in_set
    is_true = (owners[:, None] == people[..., None]) & in_set[:, None]  # (B, K, G)
    if bool(((owners != UNKNOWN) | ~in_set).all()):
        true_pairs = pointing.pairs.masked_fill(~is_true, NEVER)
        true_nobody = pointing.nobody.masked_fill(is_true.any(2), NEVER)
        rows = in_clips(pointing, true_pairs, known), in_clips(pointing, true_nobody, known)
        right = log_matchings(*rows).view(len(people), -1).sum(1)
    else:
        right = _of_people(pointing, people, known)
    return (all_matchings - right).sum()


def _of_people(pointing: Pointing, people: Tensor, known: Tensor) -> Tensor:
    """The sum over matchings of a set's people to its groups, (B,): a person's score is that of all their blanks."""
    n_people = int(people.masked_fill(~known, 0).max()) if known.any() else 0
    theirs = functional.one_hot(people.clamp(min=0) * known, n_people + 1)[..., 1:].to(pointing.pairs)  # (B, K, P)
    pairs = (theirs.transpose(1, 2) @ pointing.pairs).clamp(min=NEVER)
    pairs = pairs.masked_fill((theirs.sum(1) == 0)[..., None], NEVER)
    return log_matchings(pairs, (theirs.transpose(1, 2) @ pointing.nobody[..., None])[..., 0])


def antecedent_loss(pointing: Pointing, people: Tensor, known: Tensor) -> Tensor:
    """Return minus the log-likelihood of each blank's antecedents in earlier clips, or of none, summed, ()."""
    earlier = (pointing.clips[:, None] < pointing.clips[..., None]) & known[:, None] & known[..., None]  # (B, K, K)
    same = earlier & (people[:, None] == people[..., None])
    new = torch.zeros_like(pointing.nobody)[..., None]
    every = torch.cat([new, pointing.same.masked_fill(~earlier, NEVER)], 2).logsumexp(2)
    is_new = ~same.any(2, keepdim=True)
    right = torch.cat([new.masked_fill(~is_new, NEVER), pointing.same.masked_fill(~same, NEVER)], 2).logsumexp(2)
    return ((every - right) * known).sum()


def part_loss(pointing: Pointing, batch: TrueFacesBatch) -> Tensor:
    """Return the cross-entropy of the parts of known cells, summed, (); 0 without any."""
    n_sets, n_clips, n_groups = pointing.cells.present.shape
    kept = batch.face_mask & (batch.face_cluster > 0) & (batch.face_part != UNKNOWN)
    if not (n_groups and kept.any()):
        return pointing.parts.sum() * 0
    sets = torch.arange(n_sets, device=kept.device)[:, None].expand_as(kept)[kept]
    cell = (sets * n_clips + batch.face_clip[kept]) * n_groups + batch.face_cluster[kept] - 1
    votes = pointing.parts.new_zeros(n_sets * n_clips * n_groups, len(POINTER_ROLES))
    votes.index_put_((cell, batch.face_part[kept]), votes.new_ones(()), accumulate=True)
    some = votes.sum(1) > 0
    return functional.cross_entropy(pointing.parts.flatten(0, 2)[some], votes[some].argmax(1), reduction="sum")


def group_owners(batch: SetBatch, pointing: Pointing) -> Tensor:
    """Return the person whom most faces of each group show, as a number in the set, `NOBODY` or `UNKNOWN`, (B, G)."""
    n_groups = pointing.cells.present.shape[2]
    unknown = torch.full((len(batch), n_groups), UNKNOWN, device=batch.words.device)
    if not isinstance(batch, TrueFacesBatch) or not n_groups:
        return unknown
    kept = batch.face_mask & (batch.face_cluster > 0) & (batch.face_person != UNKNOWN)
    n_people = int(batch.face_person.max()) + 1 if batch.face_person.numel() else 1
    sets = torch.arange(len(batch), device=kept.device)[:, None].expand_as(kept)[kept]
    votes = torch.zeros(len(batch), n_groups, max(n_people, 1), device=kept.device)
    where = sets, batch.face_cluster[kept] - 1, batch.face_person[kept]
    votes.index_put_(where, votes.new_ones(()), accumulate=True)
    # A group none of whose faces lies on a true one has no person, if the set's truth is known.
    has_truth = (batch.face_person != UNKNOWN).any(1, keepdim=True)
    return votes.argmax(2).where(votes.sum(2) > 0, unknown.where(~has_truth, NOBODY))


def in_clips(pointing: Pointing, scores: Tensor, known: Tensor) -> Tensor:
    """Sort scores of blanks, (B, K) or (B, K, G), by clip: (B * N, K', ...), K' blanks of a clip at most.

    Places without a known blank have 0 for no one and `NEVER` for groups.
    """
    n_sets, n_clips, _ = pointing.cells.present.shape
    rows = torch.arange(n_sets, device=known.device)[:, None] * n_clips + pointing.clips
    one_hot = functional.one_hot(pointing.clips, n_clips) * known[..., None]
    place = (one_hot.cumsum(1) - 1).take_along_dim(pointing.clips[..., None], 2)[..., 0]
    most = int(one_hot.sum(1).max()) if known.any() else 1
    out = scores.new_full((n_sets * n_clips, most, *scores.shape[2:]), NEVER if scores.ndim == 3 else 0.0)
    return out.index_put((rows[known], place[known]), scores[known])
