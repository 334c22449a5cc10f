"""The seeded faults of the lint benchmark in other languages, by code and words that are not the rules'."""

import ast
import random
import re
from pathlib import Path

import pytest

from benchmarks.describer.language_seeds import seeds
from benchmarks.describer.language_seeds.seeds import N, clean_script, forms, seeded, worded, words
from benchmarks.describer.lint_languages import LANGUAGES, judgements
from cinescribe.describe.guidelines.languages.language_words import WORD_LANGUAGES, language_words
from cinescribe.describe.guidelines.rules import RULES

SENTENCES = [f"Satz Nummer {n} hat genug verschiedene Worte für die Probe {n * 7} und {n * 13}." for n in range(300)]


def test_seeds_do_not_import_the_rules():
    tree = ast.parse(Path(seeds.__file__).read_text(encoding="utf-8"))
    modules = [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not [module for module in modules if "guidelines" in module]


def test_every_language_has_sentences_and_forms():
    assert set(words()) == set(LANGUAGES) == set(WORD_LANGUAGES)
    assert set(forms()) == set(LANGUAGES) - {"en"}


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_seeded_forms_are_not_in_the_word_lists(language):
    known = language_words(language)
    assert known is not None
    listed = {
        word.lower()
        for lists in known.lists.values()
        for one in lists
        for phrase in (*one.words, *one.forms)
        for word in re.findall(r"\w+", phrase)
    }
    used = {form.lower() for each in forms()[language].values() for form in each.split()}
    assert not used & listed
    assert {rule for rule, _ in worded(language)} <= set(RULES)


def test_each_kind_of_fault_changes_only_its_cues():
    script = clean_script("de", SENTENCES)
    before = {cue.id: cue.text for cue in script.cues}
    kinds = dict(seeded("de", script, random.Random(1)))
    assert {kind.partition(":")[0] for kind in kinds} <= set(RULES)
    for kind in ("raw-label", "leftovers: talk", "unfinished", "name-before-introduction", "repetition"):
        found = kinds[kind]
        changed = {cue.id for cue in found.script.cues if cue.text != before[cue.id]}
        assert changed == set(found.cues), kind
        assert 0 < len(changed) <= N


def test_judgements_name_known_rules():
    assert {rule for each in judgements().values() for _, rule in each} <= set(RULES)
