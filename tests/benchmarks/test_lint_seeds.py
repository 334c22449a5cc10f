"""The seeded faults of the lint benchmark: one kind for each rule, by code that is not the rules'."""

import ast
import random
from pathlib import Path

import pytest

from benchmarks.describer import lint_seeds
from benchmarks.describer.lint import backlot_script, judgements
from benchmarks.describer.lint_seeds import SEEDS
from cinescribe.describe.guidelines.rules import RULES

# By a voice, by sound files, in other languages, by what a transfer found.
MEASURED_APART = {"room", "loudness", "true-peak", "unchecked", "other-cut"}


def test_each_rule_has_a_seed():
    assert SEEDS.keys() | MEASURED_APART == RULES.keys()


def test_seeds_do_not_import_the_rules():
    tree = ast.parse(Path(lint_seeds.__file__).read_text(encoding="utf-8"))
    modules = [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not [module for module in modules if "guidelines" in module]


@pytest.mark.slow
@pytest.mark.parametrize("rule", SEEDS)
def test_seed_changes_only_its_own_cues(rule):
    script = backlot_script(7)
    for seed in SEEDS[rule]:
        seeded = seed(script, random.Random(1))
        assert seeded.cues or seeded.spans
        if seeded.cues:
            before = {cue.id: cue for cue in script.cues}
            changed = {cue.id for cue in seeded.script.cues if cue != before[cue.id]}
            assert changed <= set(seeded.cues)


def test_judgements_name_known_rules():
    for findings in judgements().values():
        assert {rule for _, rule, _ in findings} <= RULES.keys()
