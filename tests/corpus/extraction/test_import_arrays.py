"""Published arrays of clips become features of a corpus of films."""

import json

import h5py
import numpy as np
import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, read_corpus, write_corpus
from cinescribe.corpus.extraction.film_features import check_features
from cinescribe.corpus.extraction.import_arrays import ImportedArrays, import_arrays
from cinescribe.errors import FeatureError, ParameterError
from cinescribe.features.clip_sets.clip_vectors import clip_vectors
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.commands import run_command

CLIPS = ("a_1", "a_2", "b_1")


@pytest.fixture
def corpus(tmp_path):
    """Two films without files; the clips of one overlap, as a few in LSMDC do."""
    clips = [
        Clip("a_1", "a", Span(0.0, 4.0), "P1 waves."),
        Clip("a_2", "a", Span(1.0, 5.0), "P1 sits."),
        Clip("b_1", "b", Span(0.0, 2.0), "P1 runs."),
    ]
    films = [CorpusFilm("a", "train"), CorpusFilm("b", "val")]
    write_corpus(tmp_path / "corpus", CorpusCard("ours", "here", "none"), films=films, clips=clips)
    return tmp_path / "corpus"


def arrays(path, width, *, clips=CLIPS, first=0, n=1):
    with h5py.File(path, "w") as file:
        for number, clip in enumerate(clips, first):
            file[clip] = np.full((n, width), number, np.float32)
    return path


def test_arrays_are_imported_once(corpus, tmp_path):
    path = arrays(tmp_path / "idt.h5", 5)
    shares = []
    found = import_arrays(path, corpus, stream="actions", progress=lambda _, share: shares.append(share))
    assert (found, shares) == (ImportedArrays(3, 2, 2, 5, (), 0), [0.5, 1.0])
    manifest = (corpus / "features/shards.jsonl").read_bytes()
    assert import_arrays(str(path), str(corpus), stream="actions").done == 0
    assert (corpus / "features/shards.jsonl").read_bytes() == manifest
    arrays(path, 5, first=1)
    assert import_arrays(path, corpus, stream="actions").done == 2


def test_a_damaged_film_is_imported_again(corpus, tmp_path):
    path = arrays(tmp_path / "idt.h5", 5)
    import_arrays(path, corpus, stream="actions")
    (corpus / "features/a.actions.safetensors").unlink()
    assert import_arrays(path, corpus, stream="actions").done == 1


def test_each_clip_has_its_own_vectors_of_all_sources(corpus, tmp_path):
    clip = arrays(tmp_path / "lsda.h5", 4), arrays(tmp_path / "places.h5", 2, first=10)
    assert import_arrays(clip, corpus, stream="clip", widths=(4, 2)).width == 6
    import_arrays(arrays(tmp_path / "idt.h5", 3), corpus, stream="actions")
    store = FeatureStore(corpus / "features")
    vectors = clip_vectors(store.features_without_faces, read_corpus(corpus).clips, streams=["clip", "actions"])
    assert vectors.tolist() == [[n] * 4 + [n + 10] * 2 + [n] * 3 for n in range(3)]
    assert check_features(corpus) == (4, ())


def test_missing_clips_are_named(corpus, tmp_path):
    path = arrays(tmp_path / "idt.h5", 5, clips=("a_2", "elsewhere"))
    with pytest.raises(FeatureError, match=r"2 of 3 clips have no vectors in idt.h5, the first 'a_1'; give all"):
        import_arrays(path, corpus, stream="actions")
    found = import_arrays(path, corpus, stream="actions", partial=True)
    assert found == ImportedArrays(1, 1, 1, 5, ("a_1", "b_1"), 1)
    with pytest.raises(FeatureError, match="3 of 3 clips have no vectors"):
        import_arrays(arrays(path, 5, clips=("elsewhere",)), corpus, stream="actions", partial=True)


def test_other_widths_are_refused_by_file(corpus, tmp_path):
    path = arrays(tmp_path / "places.h5", 204)
    with pytest.raises(FeatureError, match=r"'places.h5': clip 'a_1' has 204 numbers; expected 205"):
        import_arrays(path, corpus, stream="clip", widths=(205,))
    with h5py.File(path, "a") as file:
        del file["b_1"]
        file["b_1"] = np.zeros(203)
    with pytest.raises(FeatureError, match=r"'places.h5': clip 'b_1' has 203 numbers; expected 204"):
        import_arrays(path, corpus, stream="clip")


def test_sources_with_unequal_numbers_of_vectors_are_refused(corpus, tmp_path):
    paths = [arrays(tmp_path / f"{n}.h5", 2, n=n) for n in (1, 2)]
    with pytest.raises(FeatureError, match=r"clip 'a_1' has 1, 2 vectors in 1.h5, 2.h5, which cannot be joined"):
        import_arrays(paths, corpus, stream="clip")


def test_other_arguments_are_refused(corpus, tmp_path):
    path = arrays(tmp_path / "idt.h5", 5)
    with pytest.raises(ParameterError, match="'faces' cannot be imported; choose from clip, actions, imagenet"):
        import_arrays(path, corpus, stream="faces")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="2 widths came for 1 sources; give one for each source"):
        import_arrays(path, corpus, stream="clip", widths=(1, 2))


def test_command_imports_and_lists_missing_clips(corpus, tmp_path):
    path = arrays(tmp_path / "idt.h5", 5, clips=CLIPS[:2])
    options = ("--corpus", corpus, "--as", "actions", "--width", "5")
    refused = run_command("features", "import-arrays", path, *options, exit_code=1)
    assert "the first 'b_1'; give all sources, or import a part of the clips by --partial" in refused.output
    printed = run_command("features", "import-arrays", path, *options, "--partial", "-q").output
    assert printed.splitlines()[0].startswith("2 clips with 5 numbers: 1 of 1 films copied")
    assert printed.splitlines()[1:] == ["1 clips have no vectors:", "b_1"]
    printed = run_command("features", "import-arrays", path, *options, "--partial", "-q", "--json").output
    assert json.loads(printed) == {
        "clips": 2, "films": 1, "done": 0, "skipped": 1, "width": 5, "missing": ["b_1"], "others": 0,
    }  # fmt: skip
    bad = run_command("features", "import-arrays", path, *options[:-1], "5,x", exit_code=2).output
    assert "'5,x' is no list of widths" in bad
