"""Fill people into captions by pointing: one-to-one assignments of blanks to face groups, clip after clip.

Legend: `K` blanks of a set, `G` face groups of a set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.models.pointer.matching import best_matching, matching_marginals
from cinescribe.models.pointer.pointer import Pointer, Pointing


@dataclass(frozen=True)
class PointedPerson:
    """The person at a blank.

    Args:
        clip: the clip of the set whose caption has the blank.
        column: the column of the blank among the words of the set.
        number: the person's number in the set, 1 on by first mention.
        group: the face group, from 0; None for a person whose face is not seen.
        probability: of this group, or of this person among those not seen.
        groups: the probability of each group, (G,).
    """

    clip: int
    column: int
    number: int
    group: int | None
    probability: float
    groups: tuple[float, ...]


@torch.no_grad()
def point(model: Pointer, batch: SetBatch) -> list[list[PointedPerson]]:
    """Return the people at the blanks of each set, in the order of the words.

    Each clip gets the best one-to-one assignment of its blanks to face groups, to people already mentioned whose faces
    are not seen, and to new ones (Hungarian algorithm). Clips are assigned in their order. There is no limit to the
    number of people.

    Args:
        model: a pointer in evaluation mode.
        batch: sets with words; every word that refers to a person is a blank, whichever person it names.

    Raises:
        FeatureError, ModelError: as `Pointer`; or when scores are not finite.
    """
    pointing = model(batch)
    return [_set_people(pointing, row) for row in range(len(batch))]


@dataclass
class _Unseen:
    """People of a set whose faces are not seen, each as the rows of their blanks."""

    people: list[list[int]] = field(default_factory=list)

    def log_probs(self, same: Tensor) -> Tensor:
        """From scores of one blank and the others (K,): the log-probability of each person, and of a new one, (n + 1,).

        A person's score is that of the likeliest antecedent.
        """
        scores = [same[rows].max() for rows in self.people]
        return torch.stack([*scores, same.new_zeros(())]).log_softmax(0)


def _set_people(pointing: Pointing, row: int) -> list[PointedPerson]:
    kept = pointing.mask[row]
    clips, columns = pointing.clips[row, kept], pointing.columns[row, kept]
    pairs, nobody, same = pointing.pairs[row, kept], pointing.nobody[row, kept], pointing.same[row][kept][:, kept]
    if not bool(torch.isfinite(pairs).all() and torch.isfinite(nobody).all() and torch.isfinite(same).all()):
        raise ModelError(f"the blanks of captionset {row} got scores that are not finite; check the weights")
    unseen, found = _Unseen(), list[PointedPerson]()
    numbers: dict[tuple[str, int], int] = {}  # of groups and of people not seen
    for clip in sorted(set(clips.tolist())):
        rows = (clips == clip).nonzero()[:, 0]
        shares, alone = matching_marginals(pairs[rows][None], nobody[rows][None])
        known = torch.stack([unseen.log_probs(same[at]) for at in rows.tolist()])  # (k, n + 1)
        n_groups, n_known = pairs.shape[1], known.shape[1] - 1
        absent = nobody[rows, None] + known
        chosen = best_matching(torch.cat([pairs[rows], absent[:, :-1]], 1), absent[:, -1])
        for at, place, blank in zip(range(len(rows)), chosen, rows.tolist(), strict=True):
            who = _key(place, n_groups, len(unseen.people))
            if who[0] == "unseen":
                if who[1] == len(unseen.people):
                    unseen.people.append([])
                unseen.people[who[1]].append(blank)
                probability = float(alone[0, at]) * float(known[at, min(who[1], n_known)].exp())
            else:
                probability = float(shares[0, at, who[1]])
            number = numbers.setdefault(who, len(numbers) + 1)
            group = who[1] if who[0] == "group" else None
            found.append(
                PointedPerson(clip, int(columns[blank]), number, group, probability, tuple(shares[0, at].tolist()))
            )
    return found


def _key(place: int | None, n_groups: int, n_unseen: int) -> tuple[str, int]:
    """Return whom a column of the assignment means; one beyond all people means a new one."""
    if place is None:
        return "unseen", n_unseen
    return ("group", place) if place < n_groups else ("unseen", place - n_groups)


def person_labels(people: Sequence[PointedPerson], *, n_clips: int) -> list[tuple[str, ...]]:
    """Return the labels of the people of each clip of a set, `P1` on, in the order of the caption."""
    return [tuple(f"P{one.number}" for one in people if one.clip == clip) for clip in range(n_clips)]
