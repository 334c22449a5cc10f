import numpy as np
import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, read_corpus, write_corpus
from cinescribe.corpus.extraction.film_features import check_features, extract_corpus
from cinescribe.errors import CorpusError, RecordError
from cinescribe.features.extraction.clip_extractors import ClipExtractor
from cinescribe.features.extraction.extract import ExtractionResult, Extractor, Workforce
from cinescribe.features.store.clip_level_features import join_clip_features
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.media.film.frame_scaling import PictureFormat
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.dummies import write_film


class Times:
    """One feature for each picture: its time."""

    wants = PictureFormat("gray", rate_hz=4.0, width=32)

    def __init__(self):
        self.times = []

    def take(self, time, image):
        self.times.append(time)

    def features(self):
        return TimedFeatures(np.array(self.times), np.array(self.times, np.float32).reshape(-1, 1))


CLIP = Extractor("clip", "times", "1", Times)
ACTIONS = Extractor("actions", "times", "1", Times)


def corpus(folder, *, path="films/{}.mp4"):
    films = [CorpusFilm(name, "train", path and path.format(name)) for name in ("a", "b")]
    for film in films:
        (folder / "films").mkdir(parents=True, exist_ok=True)
        write_film(folder / f"films/{film.id}.mp4", seconds=2.0, sound=False)
    clips = [Clip(f"{film.id}_1", film.id, Span(0, 2), "P1 waves.") for film in films]
    write_corpus(folder, CorpusCard("ours", "here", "none"), films=films, clips=clips)
    return folder


def test_features_are_in_the_corpus_and_extracted_once(tmp_path):
    folder = corpus(tmp_path)
    assert extract_corpus(folder, [CLIP, ACTIONS]) == ExtractionResult(4, 4, 0)
    assert extract_corpus(folder, [CLIP, ACTIONS]) == ExtractionResult(4, 0, 4)
    assert [shard.film for shard in FeatureStore(tmp_path / "features").shards()] == ["a", "a", "b", "b"]
    assert check_features(folder) == (4, ())


def test_the_check_finds_damaged_stale_and_missing_features(tmp_path):
    folder = corpus(tmp_path)
    extract_corpus(folder, [CLIP])
    (tmp_path / "features" / "a.clip.safetensors").write_bytes(b"")
    write_film(tmp_path / "films/b.mp4", seconds=1.0, sound=False)
    n_shards, faults = check_features(folder)
    assert n_shards == 2
    assert [fault.split(":")[0] for fault in faults] == ["'clip' of film 'a' is damaged", "'clip' of film 'b' is stale"]
    FeatureStore(tmp_path / "features").write(
        "a", "actions", TimedFeatures(np.zeros(1), np.zeros((1, 1), np.float32)), made=CLIP.provenance("")
    )
    assert check_features(folder)[1][-1] == "film 'b' has no 'actions', others have; extract it"


class Lengths:
    """One feature for each clip: its duration."""

    def __init__(self, clips):
        self.clips = clips

    def features(self):
        lengths = np.array([[clip.span.duration] for clip in self.clips], np.float32)
        return join_clip_features([clip.id for clip in self.clips], lengths, counts=[1] * len(self.clips))


def test_clip_streams_are_stale_when_the_clips_of_their_film_change(tmp_path):
    folder = corpus(tmp_path)
    lengths = ClipExtractor("uniform", "lengths", "1", Lengths)
    assert extract_corpus(folder, [CLIP, lengths]) == ExtractionResult(4, 4, 0)
    store = FeatureStore(tmp_path / "features")
    assert store.clip_features("b", "uniform").of("b_1").tolist() == [[2.0]]
    assert check_features(folder) == (4, ())
    found = read_corpus(folder)
    clips = [clip.replace(span=Span(0, 1)) if clip.film == "b" else clip for clip in found.clips]
    write_corpus(folder, found.card, films=found.films, clips=clips)
    assert check_features(folder)[1] == (
        "'uniform' of film 'b' is stale: the film's clips have changed; extract it again",
    )
    assert extract_corpus(folder, [CLIP, lengths]) == ExtractionResult(4, 1, 3)
    assert check_features(folder) == (4, ())


@pytest.mark.slow
def test_several_workers_extract_a_corpus(tmp_path):
    folder = corpus(tmp_path)
    assert extract_corpus(folder, [CLIP], workforce=Workforce(2)) == ExtractionResult(2, 2, 0)
    assert check_features(folder) == (2, ())


def test_a_corpus_without_features_has_a_fault_for_each(tmp_path):
    n_shards, faults = check_features(corpus(tmp_path))
    assert (n_shards, len(faults)) == (0, 6)


def test_films_without_files_are_named(tmp_path):
    with pytest.raises(CorpusError, match=r"film 'a' of 'ours' has no file to extract features from; .*--films FOLDER"):
        extract_corpus(corpus(tmp_path, path=None), [CLIP])


def test_a_folder_without_a_corpus_is_named(tmp_path):
    with pytest.raises(RecordError, match=r"corpus\.json"):
        extract_corpus(tmp_path, [CLIP])
