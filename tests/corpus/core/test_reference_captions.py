"""References of a corpus folder, and the metrics that it shows by default."""

import json
from dataclasses import replace

import pytest

from cinescribe.corpus.core.reference_captions import METAPHORS, read_reference_captions
from cinescribe.corpus.datasets.sidecar_annotations import SIDECAR_FILES, AnnotatedMetaphor, write_annotated
from cinescribe.metrics.scoring.score_captions import COCO_METRICS
from tests.commands import run_command
from tests.corpus.annotated import example_corpus


@pytest.fixture
def folder(tmp_path):
    example = example_corpus()
    clip = example.corpus.clips[1]
    metaphor = AnnotatedMetaphor(clip.id, "Rain", "loud", "a drum", "The rain is as loud as a drum.")
    return write_annotated(tmp_path / "corpus", replace(example, metaphors=(metaphor,))), tmp_path / "corpus"


def test_the_file_of_metaphors_has_its_name():
    assert SIDECAR_FILES[AnnotatedMetaphor] == METAPHORS


def test_caption_file_has_no_metaphors(tmp_path):
    (tmp_path / "refs.json").write_text(json.dumps({"a": ["x", "y"]}))
    found = read_reference_captions(tmp_path / "refs.json")
    assert (found.captions, found.metaphors) == ({"a": ("x", "y")}, None)
    assert found.default_metrics({"a"}) == COCO_METRICS


def test_a_corpus_has_its_captions_and_metaphors(folder):
    written, path = folder
    found = read_reference_captions(path)
    clip = next(clip for clip in written.corpus.clips if clip.text)
    assert found.captions[clip.id] == (clip.text, *clip.paraphrases)
    assert found.metaphors == path / METAPHORS
    seen = {item.clip for item in written.metaphors}
    plain = {clip.id for clip in written.corpus.clips} - seen
    assert found.default_metrics(seen) == (*COCO_METRICS, "Metaphor")
    assert found.default_metrics(plain) == COCO_METRICS
    assert found.default_metrics(seen | plain) == (*COCO_METRICS, "Metaphor", "Metaphor-detection")
    (path / METAPHORS).unlink()
    assert read_reference_captions(path).metaphors is None


@pytest.mark.slow
def test_the_command_scores_a_corpus(folder, tmp_path):
    written, path = folder
    texts = {clip.id: clip.text for clip in written.corpus.clips if clip.text}
    texts |= {item.clip: item.caption for item in written.metaphors}
    (tmp_path / "captions.json").write_text(json.dumps(texts))
    printed = json.loads(run_command("score", tmp_path / "captions.json", path, "--json", "--subset").stdout)
    assert printed["Metaphor-primary"]["value"] == 1
    assert printed["Metaphor-F1"]["value"] == 1
    assert printed["Metaphor-false"]["value"] == 0
