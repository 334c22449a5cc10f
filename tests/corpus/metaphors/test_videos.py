import pytest

from cinescribe.corpus.datasets.sidecar_annotations import write_annotated
from cinescribe.corpus.metaphors.videos import read_videos
from cinescribe.errors import CorpusError
from tests.corpus.annotated import same
from tests.corpus.metaphors.judged import videos
from tests.dummies import write_film


def test_videos_are_the_clips_of_a_corpus(tmp_path):
    write_annotated(tmp_path, videos())
    assert same(read_videos(tmp_path), videos())


def test_videos_are_the_files_of_a_folder(tmp_path):
    write_film(tmp_path / "ad.mp4", seconds=1.0)
    found = read_videos(tmp_path).corpus
    assert (found.folder / str(found.films[0].path)).is_file()
    assert [clip.id for clip in found.clips] == ["ad"]
    assert found.clips[0].span.end == pytest.approx(1.0, abs=0.1)


def test_missing_or_repeated_videos_are_refused(tmp_path):
    with pytest.raises(CorpusError, match=r"has no corpus.json and no video; name a corpus or a folder of videos"):
        read_videos(tmp_path)
    with pytest.raises(CorpusError, match=r"there is no folder '.*nodir'; name a corpus or a folder of videos"):
        read_videos(tmp_path / "nodir")
    (tmp_path / "a.mp4").touch()
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.mkv").touch()
    with pytest.raises(CorpusError, match="has two videos called 'a'; give each its own name"):
        read_videos(tmp_path)
