"""Trees fitted to known tuples: single changes, on captions parsed by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.language.fitted_trees import fit_tree, fitted_treebank, write_treebank
from cinescribe.errors import OutputError
from cinescribe.language.parser.treebank import read_treebank
from cinescribe.language.scene_graph.scene_graph import scene_tuples
from cinescribe.language.tokens.parsed_sentence import Sentence
from tests.language.parses import parsed

HIGH = (
    "a/DET/det>2 man/NOUN+Sing/nsubj>3 sits:sit/VERB+Fin/root on/ADP/case>6 a/DET/det>6 bench/NOUN+Sing/obl>3 "
    "with/ADP/case>9 a/DET/det>9 dog/NOUN+Sing/obl>3"
)
LOW = [("man",), ("bench",), ("dog",), ("man", "bench", "sit on"), ("bench", "dog", "with")]


class FixedParser:
    """A parser that always returns the same parse."""

    name = "by-hand"

    def __init__(self, *sentences: Sentence) -> None:
        self.sentences = list(sentences)

    def parse(self, texts: Sequence[str]) -> list[list[Sentence]]:
        return [self.sentences for _ in texts]


def test_phrase_is_attached_according_to_the_tuples() -> None:
    fit = fit_tree(parsed(HIGH), LOW)
    assert fit.f1 == 1
    assert fit.n_changes == 1
    assert set(scene_tuples([fit.words])) == set(LOW)
    assert (fit.words[8].head, fit.words[8].dep) == (5, "nmod")


def test_a_tree_that_fits_is_unchanged() -> None:
    words = parsed(HIGH)
    fit = fit_tree(words, scene_tuples([words]))
    assert fit.words == words
    assert fit.n_changes == 0


def test_a_modifier_becomes_part_of_a_compound() -> None:
    words = parsed("a/DET/det>3 tennis/ADJ/amod>3 court/NOUN+Sing/root")
    fit = fit_tree(words, [("court", "tennis")])
    assert (fit.words[1].dep, fit.words[1].pos) == ("compound", "NOUN")


def test_a_noun_after_a_noun_can_be_a_verb() -> None:
    words = parsed("a/DET/det>2 dog/NOUN+Sing/nsubj>3 barks:bark/NOUN+Plur/root")
    fit = fit_tree(words, [("dog",), ("dog", "bark")])
    assert (fit.words[2].pos, fit.words[2].lemma) == ("VERB", "bark")


def test_a_verb_in_ing_never_becomes_a_noun() -> None:
    words = parsed("a/DET/det>2 man/NOUN+Sing/nsubj>3 holding:hold/VERB+Ing/root a/DET/det>5 bat/NOUN+Sing/obj>3")
    fit = fit_tree(words, [("holding", "man"), ("holding",), ("bat",)])
    assert fit.words[2].pos == "VERB"


def test_a_verb_that_agrees_with_a_plural_never_becomes_a_noun() -> None:
    words = parsed("two/NUM/nummod>2 towers:tower/NOUN+Plur/nsubj>3 rise/VERB+Fin/root")
    assert fit_tree(words, [("tower",), ("rise",)]).words[2].pos == "VERB"


def test_a_lemma_can_become_a_noun() -> None:
    words = parsed(
        "a/DET/det>2 dog/NOUN+Sing/nsubj>3 jump/VERB+Fin/root over/ADP/case>6 a/DET/det>6 log/NOUN+Sing/obl>3"
    )
    fit = fit_tree(words, [("dog",), ("jump",), ("log",), ("jump", "log", "over")])
    assert (fit.words[2].pos, fit.f1) == ("NOUN", 1)


def test_the_root_can_change() -> None:
    words = parsed("a/DET/det>2 dog/NOUN+Sing/root near/ADP/case>4 trees:tree/NOUN+Plur/nmod>2 runs:run/VERB+Fin/acl>2")
    fit = fit_tree(words, [("dog",), ("tree",), ("dog", "tree", "near"), ("dog", "run")])
    assert fit.f1 == 1
    assert [at for at, word in enumerate(fit.words) if word.head == at] == [4]


def test_fitted_trees_are_projective() -> None:
    fit = fit_tree(parsed(HIGH), [("dog", "man", "with"), ("bench", "sit")])
    for at, word in enumerate(fit.words):
        low, high = sorted((at, word.head))
        assert all(low <= fit.words[inside].head <= high for inside in range(low + 1, high))


def test_captions_that_no_tree_explains_are_left_out() -> None:
    parser = FixedParser(parsed(HIGH))
    found = fitted_treebank(["one", "other"], [LOW, [("zebra",)]], parser=parser)
    assert [tree.words for tree in found] == [fit_tree(parsed(HIGH), LOW).words]


def test_sentences_of_a_caption_are_joined() -> None:
    parser = FixedParser(parsed("a/DET/det>2 man/NOUN+Sing/root"), parsed("a/DET/det>2 dog/NOUN+Sing/root"))
    (tree,) = fitted_treebank(["a man a dog"], [[("man",), ("dog",)]], parser=parser)
    assert [word.text for word in tree.words] == ["a", "man", "a", "dog"]
    assert [(word.head, word.dep) for word in tree.words][1::2] == [(1, "root"), (1, "parataxis")]


def test_an_empty_caption_has_no_tree() -> None:
    assert fitted_treebank([""], [[]], parser=FixedParser()) == []


def test_a_treebank_round_trip(tmp_path: Path) -> None:
    trees = fitted_treebank(["one"], [LOW], parser=FixedParser(parsed(HIGH)))
    write_treebank(trees, tmp_path / "fitted.conllu")
    assert read_treebank(tmp_path / "fitted.conllu") == trees


def test_a_treebank_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="file"):
        write_treebank([], tmp_path / "file" / "fitted.conllu")
