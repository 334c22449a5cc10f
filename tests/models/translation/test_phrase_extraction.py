import numpy as np
import pytest

from cinescribe.models.translation.phrase_extraction import consistent_phrases
from cinescribe.models.translation.symmetrised import grow_diag_final_and

N_ALIGNMENTS = 1000


def random_alignments(n=N_ALIGNMENTS):
    rng = np.random.default_rng(0)
    for _ in range(n):
        shape = rng.integers(1, 9, 2)
        yield rng.random(shape) < rng.random() * 0.5


def by_definition(links):
    """All phrase pairs whose words are linked only with each other (Och and Ney 2004, equation 5)."""
    n_source, n_target = links.shape
    found = set()
    for j in range(n_source):
        for j_end in range(j + 1, n_source + 1):
            for i in range(n_target):
                for i_end in range(i + 1, n_target + 1):
                    inside = links[j:j_end, i:i_end].sum()
                    if inside and inside == links[j:j_end].sum() == links[:, i:i_end].sum():
                        found.add((j, j_end, i, i_end))
    return found


def test_phrases_are_those_of_the_definition():
    for links in random_alignments(200):
        found = consistent_phrases(links, 9, 9).tolist()
        assert len(found) == len({*map(tuple, found)})
        assert {*map(tuple, found)} == by_definition(links)


def test_longer_phrases_are_left_out():
    for links in random_alignments(100):
        wanted = {(j, y, i, x) for j, y, i, x in by_definition(links) if y - j <= 2 and x - i <= 3}
        assert {*map(tuple, consistent_phrases(links, 2, 3).tolist())} == wanted


@pytest.mark.slow
def test_phrases_are_those_of_nltk():
    translate = pytest.importorskip("nltk.translate.phrase_based", reason="nltk is not installed")
    for links in random_alignments():
        source, target = (" ".join(map(str, range(n))) for n in links.shape)
        pairs = [(int(j), int(i)) for j, i in np.argwhere(links)]
        wanted = {(*one[0], *one[1]) for one in translate.phrase_extraction(source, target, pairs)}
        assert {*map(tuple, consistent_phrases(links, 9, 9).tolist())} == wanted


def by_sets(forward, backward):
    """Koehn's grow-diag-final-and, with sets."""
    links, union = {*map(tuple, np.argwhere(forward & backward))}, {*map(tuple, np.argwhere(forward | backward))}
    steps = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]

    def is_free(j, i):
        return j not in {y for y, _ in links}, i not in {x for _, x in links}

    before = -1
    while before != len(links):
        before = len(links)
        for j in range(forward.shape[0]):
            for i in range(forward.shape[1]):
                if (j, i) in links:
                    for dj, di in steps:
                        new = (j + dj, i + di)
                        if new in union - links and any(is_free(*new)):
                            links.add(new)
    for direction in (forward, backward):
        for j, i in map(tuple, np.argwhere(direction)):
            if all(is_free(j, i)):
                links.add((j, i))
    return links


def test_directions_are_symmetrised_as_koehn_does():
    rng = np.random.default_rng(0)
    for _ in range(200):
        shape = tuple(rng.integers(1, 7, 2))
        forward, backward = rng.random(shape) < 0.3, rng.random(shape) < 0.3
        assert {*map(tuple, np.argwhere(grow_diag_final_and(forward, backward)))} == by_sets(forward, backward)


def test_links_of_both_directions_stay_and_links_of_none_stay_out():
    both, one = np.eye(3, dtype=bool), np.zeros((3, 3), bool)
    one[0, 2] = True
    np.testing.assert_array_equal(grow_diag_final_and(both, both | one), both)
    np.testing.assert_array_equal(grow_diag_final_and(one, np.zeros((3, 3), bool)), one)
