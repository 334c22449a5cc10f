import pytest
import torch

from cinescribe.language.next_phrases.phrase_encoder import CONTINUATIONS, batched, phrase_encoder
from tests.language.next_phrases.encoders import DIRECTIONS


def test_batches_keep_the_order_of_texts():
    texts = ["a", "abc", "ab", "abcd", ""]
    found = batched(lambda some: torch.tensor([[float(len(text))] for text in some]), texts, size=2)
    assert found[:, 0].tolist() == [1, 3, 2, 4, 0]


@pytest.mark.slow
def test_vectors_are_unit_and_know_the_kind_of_phrase():
    encoder = phrase_encoder()
    with torch.inference_mode():
        phrases = encoder.phrases(list(DIRECTIONS))
        assert phrases.norm(dim=1).tolist() == pytest.approx([1.0] * len(DIRECTIONS), abs=1e-5)
        by_kind = torch.cat([encoder.events(["PersonX eats ___"], kind) for kind in CONTINUATIONS])
        assert len({tuple(row) for row in by_kind.tolist()}) == len(CONTINUATIONS)
        same = encoder.phrases(["PersonX helps persony", "Alex helps Casey"])
        assert torch.allclose(same[0], same[1])
