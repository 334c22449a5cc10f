from pathlib import Path

from cinescribe.describe.guidelines.guidelines import SHIPPED_GUIDELINES, read_guidelines
from cinescribe.describe.guidelines.rules import RULES

ENGLISH = ("dcmp", "netflix", "ofcom")
BASE = "netflix"  # of the others
PAGE = (Path(__file__).resolve().parents[3] / "docs" / "guidelines.md").read_text(encoding="utf-8")


def row(rule):
    (line,) = [line for line in PAGE.split("\n") if line.startswith(f"| `{rule}` | {RULES[rule].asks} |")]
    return line


def test_the_page_has_a_row_for_each_rule_with_its_severities():
    settings = {name: read_guidelines(name) for name in ENGLISH}
    for rule in RULES:
        found = [settings[name].setting(rule) for name in ENGLISH]
        cells = [setting.severity if setting else "-" for setting in found]
        assert row(rule).endswith(f"| {' | '.join(cells)} |"), rule


def test_page_gives_citations_and_limits_of_each_rule():
    for rule in RULES:
        assert PAGE.count(f"\n### `{rule}`\n") == 1, rule
        section = PAGE.split(f"\n### `{rule}`\n")[1].split("\n##")[0]
        assert "Misses: " in section, rule
        for name in SHIPPED_GUIDELINES:
            setting = read_guidelines(name).setting(rule)
            if name not in ENGLISH and setting == read_guidelines(BASE).setting(rule):
                continue  # the page says whose settings they share
            assert setting is None or f"`{name}`" in section, (rule, name)
            assert setting is None or f"{setting.source}." in " ".join(section.split()), (rule, name)


def test_the_page_names_each_set_of_guidelines():
    assert not [name for name in SHIPPED_GUIDELINES if f"| `{name}` | " not in PAGE]


def test_each_rule_states_its_requirement():
    assert all(rule.asks.endswith(".") for rule in RULES.values())
