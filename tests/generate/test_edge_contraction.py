import random

from cinescribe.generate.edge_contraction import contract_edges


def test_pairs_with_positive_evidence_are_joined():
    groups = contract_edges(
        {("a", "b"): 1.0, ("c", "b"): 0.5, ("c", "d"): -1.0}, kinds={"a": 1, "b": 2, "c": 3, "d": 4}
    )
    assert groups == [["a", "b", "c"], ["d"]]


def test_evidence_is_summed_over_the_members_of_groups():
    kinds = dict(zip("abcd", range(4), strict=True))
    for_it = {("a", "b"): 2.0, ("a", "c"): -1.0, ("b", "c"): 1.5}
    assert contract_edges(for_it, kinds=kinds) == [["a", "b", "c"], ["d"]]
    against = {("a", "b"): 2.0, ("a", "c"): -2.0, ("b", "c"): 1.5}
    assert contract_edges(against, kinds=kinds) == [["a", "b"], ["c"], ["d"]]


def test_nodes_of_one_kind_are_never_joined():
    assert contract_edges({("a", "b"): 9.0}, kinds={"a": 1, "b": 1}) == [["a"], ["b"]]
    through = contract_edges({("a", "c"): 3.0, ("b", "c"): 2.0}, kinds={"a": 1, "b": 1, "c": 2})
    assert through == [["a", "c"], ["b"]]


def test_pair_counts_in_both_orders():
    assert contract_edges({("a", "b"): -1.0, ("b", "a"): 1.5}, kinds={"a": 1, "b": 2}) == [["a", "b"]]


def test_nodes_without_evidence_stay_separate():
    assert contract_edges({}, kinds={"a": 1, "b": 2}) == [["a"], ["b"]]
    assert contract_edges({("a", "b"): 0.0}, kinds={"a": 1, "b": 2}) == [["a"], ["b"]]
    assert contract_edges({}, kinds={}) == []


def test_the_order_of_evidence_does_not_matter():
    rng = random.Random(0)
    kinds = {n: n % 7 for n in range(40)}
    pairs = [(rng.randrange(40), rng.randrange(40), rng.uniform(-1, 1.2)) for _ in range(300)]
    weights = {(one, other): weight for one, other, weight in pairs if one < other}
    shuffled = dict(rng.sample(sorted(weights.items()), len(weights)))
    groups = contract_edges(weights, kinds=kinds)
    assert groups == contract_edges(shuffled, kinds=kinds)
    assert sorted(node for group in groups for node in group) == list(range(40))
    assert all(len({kinds[node] for node in group}) == len(group) for group in groups)
    assert len(groups) < 40
