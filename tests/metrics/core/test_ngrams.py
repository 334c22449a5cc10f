import numpy as np
import pytest

from cinescribe.metrics.core.ngrams import N_MAX, ROOT, UNKNOWN, child_node, empty_trie, with_ngrams, with_texts


def concatenated(texts):
    words = np.array([word for text in texts for word in text], np.int32)
    return words, np.cumsum([0, *map(len, texts)])


@pytest.mark.slow
def test_an_ngram_has_one_node_and_a_node_one_ngram():
    rng = np.random.default_rng(0)
    # More n-grams than slots at first, and word numbers up to the largest.
    texts = [rng.integers(2**31 - 9, 2**31 - 1, rng.integers(0, 12)).tolist() for _ in range(3000)]
    trie, grams = with_texts(empty_trie(), *concatenated(texts))
    node_of: dict[tuple[int, ...], int] = {}
    ngram_of: dict[int, tuple[int, ...]] = {}
    for t, text in enumerate(texts):
        for s in range(len(text)):
            for n in range(N_MAX):
                node, ngram = grams.nodes[grams.bounds[t] + s, n], tuple(text[s : s + n + 1])
                if len(ngram) < n + 1:
                    assert node == ROOT
                else:
                    assert node_of.setdefault(ngram, node) == node
                    assert ngram_of.setdefault(node, ngram) == ngram
    assert trie.size == len(node_of) + 1


def test_adding_texts_keeps_node_numbers_and_the_first_trie():
    first, grams = with_texts(empty_trie(), *concatenated([[1, 2, 3]]))
    before = first.table.copy()
    second, more = with_texts(first, *concatenated([[7, 1, 2], [], [9] * 5000]))
    np.testing.assert_array_equal(first.table, before)
    assert more.nodes[1, 1] == grams.nodes[0, 1]  # "1 2"
    assert second.size == first.size + 1 + 1 + 1 + 4  # 7, 7 1, 7 1 2, and 9 one to four times


def test_a_child_node_is_known_or_unknown():
    trie, grams = with_texts(empty_trie(), *concatenated([[1, 2]]))
    one = child_node(trie, np.int64(ROOT), np.int64(1))
    assert one == grams.nodes[0, 0]
    assert child_node(trie, one, np.int64(2)) == grams.nodes[0, 1]
    assert child_node(trie, one, np.int64(3)) == UNKNOWN


def test_single_ngrams_get_the_same_nodes_as_in_texts():
    trie, grams = with_texts(empty_trie(), *concatenated([[4, 5, 6]]))
    more, nodes = with_ngrams(trie, np.array([[4, 5, -1, -1], [6, -1, -1, -1], [6, 7, 8, 9]], np.int32))
    assert nodes.tolist()[:2] == [grams.nodes[0, 1], grams.nodes[2, 0]]
    assert nodes[2] >= trie.size
    assert more.size > trie.size
