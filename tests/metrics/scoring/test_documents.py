"""The examples in docs/metrics.md run."""

import re
from pathlib import Path

import pytest

from cinescribe.metrics.scoring.metric_table import METRIC_FAMILIES

PAGE = Path(__file__).resolve().parents[3] / "docs" / "metrics.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("n", range(len(EXAMPLES)))
def test_examples_in_the_docs_run(n):
    exec(compile(EXAMPLES[n], f"{PAGE.name}, example {n + 1}", "exec"), {})


def test_every_metric_is_documented():
    text = PAGE.read_text(encoding="utf-8")
    assert len(EXAMPLES) == 6
    assert all(family in text for family in METRIC_FAMILIES)
