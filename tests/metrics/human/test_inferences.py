import json

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.human.inferences import RatedText, read_inferences


def write(path, *records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_inferences_are_read_with_captions_that_a_system_wrote(tmp_path):
    line = {"clip": "c1", "caption": "true", "written": "A man eats.", "intention": ["a", "b"], "attributes": ["kind"]}
    assert read_inferences(write(tmp_path / "i.jsonl", line), system="ours", n_samples=1) == [
        RatedText("c1", "", "ours", "caption", "A man eats."),
        RatedText("c1", "A man eats.", "ours", "intention", "a"),
        RatedText("c1", "A man eats.", "ours", "attribute", "kind"),
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"caption": "x", "effect": ["y"]}, "line 1 has no clip; expected what a system infers: a clip, its caption"),
        ({"c1": "A man eats."}, "line 1 has no clip and no caption; expected what a system infers"),
        ({"clip": None, "caption": "x"}, "line 1 has None under 'clip'; expected a text"),
        ({"clip": "c", "caption": "x", "effect": "y"}, "line 1 has 'y' under 'effect'; expected a list of texts"),
        ({"clip": "c", "caption": "x", "effect": [1]}, "line 1 has 1 under 'effect'; expected a text"),
        ({"clip": "c", "caption": "x"}, "has no intention, effect or attribute; give what a system infers"),
    ],
)
def test_malformed_inference_is_named(tmp_path, line, words):
    with pytest.raises(ScoreError, match=words):
        read_inferences(write(tmp_path / "i.jsonl", line), system="ours")


def test_a_system_has_a_sample(tmp_path):
    with pytest.raises(ScoreError, match="`n_samples` is 0; expected 1 or more"):
        read_inferences(tmp_path / "i.jsonl", system="ours", n_samples=0)
