"""VMCD as its authors have it; the files are ours, in the layout that their code reads."""

import csv
import json

import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor, read_annotated
from cinescribe.corpus.datasets.web.vmcd import build_vmcd
from cinescribe.corpus.datasets.web.vmcd_release import split_captions
from cinescribe.errors import CorpusError, RecordError
from tests.dummies import write_film

CAPTIONS = {
    "v_1-a": ("Tea is as warm as a coat.", "The tea, hot, is as soft as wool.", "Tea warms."),
    "v_2-b": ("The lamp is as bright as day.", "A lamp is as red as a rose.", ""),
}


def write_table(folder):
    with open(folder / "VMCD_v2.csv", "w", newline="") as opened:
        table = csv.writer(opened)
        table.writerow(["unique_id", "annotator_1", "annotator_2", "annotator_3"])
        table.writerows([id, *captions] for id, captions in CAPTIONS.items())


def trained(id, caption):
    turns = [{"from": "human", "value": "<image>\nWhat is it like?"}, {"from": "gpt", "value": caption}]
    return {"id": f"{id}_0", "video": f"/data/videos/{id}.mp4", "conversations": turns}


def write_splits(folder, train=("v_1-a",), test=("v_2-b",)):
    entries = [trained(id, caption) for id in train for caption in CAPTIONS[id] if caption]
    (folder / "train.json").write_text(json.dumps(entries))
    (folder / "val.json").write_text("[]")
    lines = [
        json.dumps({"question_id": n, "video": f"videos/{id}.mp4", "text": "What is it like?", "true_answer": caption})
        for id in test
        for n, caption in enumerate(CAPTIONS[id])
        if caption
    ]
    (folder / "test_questions.jsonl").write_text("\n".join(lines))


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "release"
    folder.mkdir()
    for id in CAPTIONS:
        write_film(folder / f"{id}.mp4", seconds=1.0, sound=False)
    return folder


def captions_of(corpus):
    return {clip.id: (clip.text, *clip.paraphrases) for clip in corpus.clips}


WITHOUT_EMPTY = {id: tuple(filter(None, captions)) for id, captions in CAPTIONS.items()}


@pytest.mark.parametrize("with_table", [True, False])
def test_splits_are_those_of_training_and_test(release, tmp_path, with_table):
    write_splits(release)
    if with_table:
        write_table(release)
    corpus = build_vmcd(tmp_path / "corpus", release)
    assert [(film.id, film.split, film.duration) for film in corpus.films] == [
        ("v_1-a", "train", 1), ("v_2-b", "test", 1),
    ]  # fmt: skip
    assert captions_of(corpus) == WITHOUT_EMPTY
    assert inspect_corpus(tmp_path / "corpus").faults == ()


def test_captions_side_by_side_know_their_annotators(release, tmp_path):
    write_table(release)
    corpus = build_vmcd(tmp_path / "corpus", release / "VMCD_v2.csv")
    assert {film.split for film in corpus.films} == {"all"}
    assert captions_of(corpus) == WITHOUT_EMPTY
    found = read_annotated(tmp_path / "corpus").metaphors
    assert [(one.clip, one.by) for one in found] == [
        ("v_1-a", "annotator_1"), ("v_1-a", "annotator_2"), ("v_2-b", "annotator_1"), ("v_2-b", "annotator_2"),
    ]  # fmt: skip
    assert found[0] == AnnotatedMetaphor("v_1-a", "Tea", "warm", "coat", CAPTIONS["v_1-a"][0], by="annotator_1")


def test_a_table_in_a_folder_is_a_split_if_it_is_called_so(release, tmp_path):
    write_table(release)
    assert {film.split for film in build_vmcd(tmp_path / "a", release).films} == {"all"}
    (release / "VMCD_v2.csv").rename(release / "val.csv")
    assert {film.split for film in build_vmcd(tmp_path / "b", release).films} == {"val"}


def test_a_video_is_in_one_split(release, tmp_path):
    write_splits(release, train=("v_1-a", "v_2-b"))
    with pytest.raises(CorpusError, match=r"questions.jsonl, line 1 has video 'v_2-b', which .*train.json, caption 4 "):
        split_captions(release)
    write_splits(release, test=())
    write_table(release)
    with pytest.raises(CorpusError, match=r"line 3 has video 'v_2-b', which none of train has; give the files of all"):
        build_vmcd(tmp_path / "corpus", release)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("train.json", '[{"video": "a.mp4"}]', r"train.json' is not a list of VMCD's captions, each with its video"),
        ("train.json", '[{"video": "a.mp4", "conversations": []}]', r"train.json' is not a list of VMCD's captions"),
        ("test_questions.jsonl", '{"video": 3}', r"questions.jsonl' is not VMCD's questions, each with its video and"),
    ],
)
def test_another_layout_is_refused(tmp_path, name, text, words):
    (tmp_path / name).write_text(text)
    with pytest.raises(CorpusError, match=words):
        split_captions(tmp_path)


def test_lines_that_are_not_json_are_named(tmp_path):
    (tmp_path / "test_questions.jsonl").write_text("\n{")
    with pytest.raises(RecordError, match=r"test_questions.jsonl, line 2 is not JSON"):
        split_captions(tmp_path)
