import dataclasses
from typing import cast

import numpy as np
import pytest
import torch

from cinescribe.explain.attention.attention_summary import blank_attention, stream_shares
from cinescribe.models.micap.memory import Memory
from cinescribe.models.micap.micap import Micap
from cinescribe.models.micap.sizes import ACTION, FACE, FRAME
from tests.generate.tiny_micap import tiny_micap
from tests.models.set_dummies import VOCABULARY, F, made_sets

pytestmark = pytest.mark.usefixtures("one_thread")


class FixedAttention:
    """A model with given attention: one row for each word that it reads."""

    def __init__(self, kinds, attention):
        self.kinds, self.attention = torch.tensor(kinds), torch.tensor(attention)

    def memory(self, batch, *, blanks):
        columns = torch.arange(len(self.kinds))
        first = int((self.kinds == FACE).nonzero()[0])
        places = (columns - first).clamp(min=0).expand(len(batch), -1)
        mask = torch.ones(len(batch), len(self.kinds), dtype=torch.bool)
        gated = torch.zeros(len(mask), 1, 0)
        return Memory(torch.zeros(*mask.shape, 1), mask, self.kinds, torch.zeros_like(places), places, gated)

    def cross_attention(self, words, memory):
        return self.attention.expand(len(words), -1, -1)


def fixed_attention(kinds, attention) -> Micap:
    return cast(Micap, FixedAttention(kinds, attention))


def words_of(text):
    return torch.tensor([[VOCABULARY.start, *VOCABULARY.encode(text), VOCABULARY.end]])


def test_person_tokens_and_others_are_averaged_separately():
    attention = [[0.1, 0.2, 0.7], [0.3, 0.3, 0.4], [0.5, 0.4, 0.1], [0.0, 0.0, 1.0]]  # start, P1, walks, end
    model = fixed_attention([ACTION, FACE, FRAME], [attention])
    batch = made_sets([[0, 0, 0]])
    (matrix,) = stream_shares(model, batch, words_of("P1 walks"), tokens=VOCABULARY)
    # The start predicts P1, P1 predicts `walks`, `walks` predicts the end; the attention of the end predicts nothing.
    np.testing.assert_allclose(matrix, [[0.1, 0.2, 0.7], [0.4, 0.35, 0.25]], rtol=1e-6)


def test_a_set_without_people_has_nan_shares_of_person_tokens():
    model = fixed_attention([ACTION, FACE, FRAME], [[[0.1, 0.2, 0.7]] * 3])
    (matrix,) = stream_shares(model, made_sets([[0, 0, 0]]), words_of("walks"), tokens=VOCABULARY)
    assert np.isnan(matrix[0]).all()
    np.testing.assert_allclose(matrix[1].sum(), 1)


def test_padding_is_ignored():
    batch = made_sets([[0, 1, 0], [1]])
    model = tiny_micap(VOCABULARY)
    both = stream_shares(model, batch, batch.words, tokens=VOCABULARY)
    alone = batch.select(torch.tensor([1]))
    length = int((alone.words != VOCABULARY.pad).sum())
    (one,) = stream_shares(model, alone, alone.words[:, :length], tokens=VOCABULARY)
    np.testing.assert_allclose(both[1], one, rtol=1e-5)
    np.testing.assert_allclose(both.sum(2), 1, rtol=1e-5)


def blanks_of_one_set():
    """One set of three clips, a blank each; faces of clips 0, 1, 2, 0, 1, 2 in clusters 1, 2, 1, none, 2, 1."""
    batch = dataclasses.replace(made_sets([[0, 1, 0]]), face_cluster=torch.tensor([[1, 2, 1, 0, 2, 1]]))
    batch = dataclasses.replace(batch, face_mask=torch.tensor([[True, True, True, True, True, False]]))
    attention = torch.zeros(1, batch.words.shape[1], 1 + F)
    columns = batch.is_blank[0].nonzero()[:, 0] - 1
    attention[0, columns[0], 1:] = torch.tensor([0.2, 0.1, 0.1, 0.1, 0.0, 0.0])
    attention[0, columns[1], 1:] = torch.tensor([0.0, 0.1, 0.0, 0.0, 0.3, 0.0])
    filled = batch.words.clone()
    filled[0, columns[1] + 1] = VOCABULARY.first_person
    (blanks,) = blank_attention(
        fixed_attention([FRAME, *[FACE] * F], attention.tolist()), batch, filled, tokens=VOCABULARY
    )
    return blanks


def test_blanks_share_their_attention_among_faces():
    blanks = blanks_of_one_set()
    assert blanks.truth == ("P1", "P2", "P1")
    assert blanks.filled == ("P1", "P1", "P1")
    assert blanks.clips == (0, 1, 2)
    assert blanks.face_clusters == (1, 2, 1, 0, 2)
    np.testing.assert_allclose(blanks.shares[:2], [[0.4, 0.2, 0.2, 0.2, 0], [0, 0.25, 0, 0, 0.75]], rtol=1e-5)
    assert not blanks.shares[2].any()  # it attends to no face


def test_faces_are_grouped_by_cluster_and_by_clip():
    blanks = blanks_of_one_set()
    names, shares = blanks.by_cluster()
    assert names == ("C1", "C2", "C-")
    np.testing.assert_allclose(shares[0], [0.6, 0.2, 0.2], rtol=1e-5)
    names, shares = blanks.by_cluster_and_clip()
    assert names == ("C1/V1", "C1/V3", "C2/V2", "C-/V1")
    np.testing.assert_allclose(shares[0], [0.4, 0.2, 0.2, 0.2], rtol=1e-5)
    np.testing.assert_allclose(shares[1], [0, 0, 1, 0], rtol=1e-5)


def test_a_set_without_faces():
    batch = made_sets([[0, 1, 0]])
    batch = dataclasses.replace(batch, face_mask=torch.zeros_like(batch.face_mask))
    (blanks,) = blank_attention(tiny_micap(VOCABULARY), batch, batch.words, tokens=VOCABULARY)
    assert blanks.shares.shape == (3, 0)
    assert blanks.by_cluster()[0] == ()
    assert blanks.by_cluster_and_clip()[1].shape == (3, 0)
