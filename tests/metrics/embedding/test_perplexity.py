import json

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.significance import confidence
from cinescribe.metrics.embedding.perplexity import perplexity, read_log_probabilities


def test_the_mean_is_over_tokens():
    score = perplexity({"a": np.log([0.5, 0.5, 0.5]).tolist(), "b": [np.log(1 / 32)]}, model="coin")
    assert score.value == pytest.approx((2**3 * 32) ** (1 / 4), abs=1e-12)  # 4; the mean of items would be 17
    assert score.per_item == pytest.approx({"a": 2, "b": 32})
    assert score.name == "Perplexity"
    assert score.signature.startswith("Perplexity|model:coin|log:e|over:tokens|v:")


def test_a_uniform_model_has_its_vocabulary_size():
    assert perplexity({str(n): [-np.log(50)] * (n + 1) for n in range(9)}, model="flat").value == pytest.approx(50)


def test_a_certain_model_has_one():
    assert perplexity({"a": [0, 0.0]}, model="sure").value == 1


def test_order_does_not_matter_and_sums_give_the_value():
    items = {str(n): (-np.random.default_rng(n).exponential(size=n + 1)).tolist() for n in range(12)}
    score = perplexity(items, model="m")
    assert perplexity(dict(reversed(items.items())), model="m").value == pytest.approx(score.value, rel=1e-14)
    assert score.rule(score.sums.sum(axis=0)) == score.value
    found = confidence(score)
    assert 1 < found.low < score.value < found.high


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([], "item 'b' has no tokens; give the log-probability of each"),
        ([-1.0, 0.5], "token 2 of item 'b' has the log-probability 0.5; expected a finite natural logarithm"),
        ([float("nan")], "token 1 of item 'b' has the log-probability nan"),
        ([-np.inf], "token 1 of item 'b' has the log-probability -inf"),
        (["-1"], "token 1 of item 'b' has '-1'; expected a number"),
        ([None], "token 1 of item 'b' has None; expected a number"),
        ([False], "token 1 of item 'b' has False; expected a number"),
        ([-(10**400)], "token 1 of item 'b' has the log-probability -1000000.*0000; expected a finite"),
        ([-1.5e308, -1.5e308], r"item 'b' has a mean log-probability of -1\.5e\+308, which is too low"),
        ([-1000.0, -500.0], "item 'b' has a mean log-probability of -750, which is too low"),
    ],
)
def test_invalid_log_probabilities_are_named(values, words):
    with pytest.raises(ScoreError, match=words):
        perplexity({"a": [-1.0], "b": values}, model="m")


def test_no_item_is_an_error():
    with pytest.raises(ScoreError, match="there is no item to score"):
        perplexity({}, model="m")


def write(path, *records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def test_log_probabilities_are_read(tmp_path):
    records = [{"id": "a", "log_probabilities": [-0.5, -1.5]}, {"id": 7, "log_probabilities": [-1]}]
    assert read_log_probabilities(write(tmp_path / "p.jsonl", *records)) == {"a": [-0.5, -1.5], "7": [-1]}


def test_malformed_files_are_errors(tmp_path):
    with pytest.raises(ScoreError, match=r"p\.jsonl, line 2 has None under log_probabilities; expected a list"):
        read_log_probabilities(write(tmp_path / "p.jsonl", {"id": "a", "log_probabilities": [-1]}, {"id": "b"}))
    twice = [{"id": "a", "log_probabilities": [-1]}] * 2
    with pytest.raises(ScoreError, match=r"line 2 has item 'a' again; keep one line per item"):
        read_log_probabilities(write(tmp_path / "p.jsonl", *twice))
