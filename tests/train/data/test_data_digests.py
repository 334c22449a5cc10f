from cinescribe.input_files import digest
from cinescribe.train.data.data_digests import data_digests


def test_digests_are_named_by_files_in_corpus(tmp_path):
    (tmp_path / "features").mkdir()
    for name in ("films.jsonl", "features/shards.jsonl"):
        (tmp_path / name).write_text(name)
    found = data_digests(tmp_path, ("films.jsonl", tmp_path / "features" / "shards.jsonl"))
    assert list(found) == ["films.jsonl", "features/shards.jsonl"]
    assert found["films.jsonl"] == digest(tmp_path / "films.jsonl")


def test_initial_weights_are_part_of_data(tmp_path):
    (tmp_path / "weights.safetensors").write_bytes(b"w")
    assert data_digests(tmp_path, (), init_checkpoint=str(tmp_path)) == {
        "start": digest(tmp_path / "weights.safetensors")
    }
    assert data_digests(tmp_path, ()) == {}
