import numpy as np
import pytest

from cinescribe.errors import FeatureError, FilmError
from cinescribe.features import extract as extracting
from cinescribe.features.extract import Extracted, Extractor, FilmTask
from cinescribe.features.faces import FaceFinder
from cinescribe.features.film_store import FeatureStore
from cinescribe.features.timed import TimedRows
from cinescribe.media.read import Picture
from cinescribe.store import digest
from tests.dummies import NoFaces, write_film
from tests.media import films as media_films


class Brightness:
    """A row a picture: its mean brightness. Counts how many films it was asked about."""

    films = 0

    def __init__(self, rate_hz=5.0):
        type(self).films += 1
        self.wants = Picture("rgb24", rate_hz=rate_hz, width=32)
        self.times, self.means = [], []

    def take(self, time, image):
        self.times.append(time)
        self.means.append([image.mean()])

    def rows(self):
        return TimedRows(np.array(self.times), np.array(self.means, np.float32).reshape(-1, 1))


def extractors(version="1"):
    return [
        Extractor("clip", "bright", version, Brightness),
        Extractor("actions", "slow", "1", lambda: Brightness(2.0)),
        Extractor("faces", "nobody", "1", lambda: FaceFinder(NoFaces(), rate_hz=1.5, side=64)),
    ]


def extract(films, store, *, extractors, **options):
    tasks = [FilmTask(name, path, tuple(extractors)) for name, path in films.items()]
    return extracting.extract(tasks, store, **options)


@pytest.fixture(scope="module")
def films(tmp_path_factory):
    folder = tmp_path_factory.mktemp("films")
    return {name: write_film(folder / f"{name}.mp4", seconds=3.0, cut_at=1.5, sound=False) for name in ("a", "b")}


@pytest.fixture(autouse=True)
def _uncounted():
    Brightness.films = 0


def test_all_features_of_all_films_are_there_after_one_pass(films, tmp_path, monkeypatch):
    passes = []
    whole = extracting.read_through
    monkeypatch.setattr(extracting, "read_through", lambda film, **kw: passes.append(film) or whole(film, **kw))
    store = FeatureStore(tmp_path)
    assert extract(films, store, extractors=extractors()) == Extracted(6, 6, 0)
    assert len(passes) == 2
    found = store.features("b")
    assert len(found.clip.times) == 15
    assert len(found.actions.times) == 6
    assert found.faces.embeddings.shape == (0, 4)
    bright = found.clip.rows[:, 0]
    assert bright[found.clip.times < 1.4].max() < bright[found.clip.times > 1.6].min()


def test_shards_say_what_they_were_made_from(films, tmp_path):
    extract(films, FeatureStore(tmp_path), extractors=extractors("7"))
    made = {shard.made for shard in FeatureStore(tmp_path).shards() if shard.stream == "clip"}
    assert {(one.extractor, one.version) for one in made} == {("bright", "7")}
    assert {one.film for one in made} == {digest(path) for path in films.values()}
    assert FeatureStore(tmp_path).check(films) == ()


def test_what_is_there_is_not_made_again(films, tmp_path):
    store = FeatureStore(tmp_path)
    extract({"a": films["a"]}, store, extractors=extractors()[:1])
    Brightness.films = 0
    assert extract(films, store, extractors=extractors()) == Extracted(6, 5, 1)
    assert Brightness.films == 3  # actions of a, clip and actions of b
    assert extract(films, store, extractors=extractors()) == Extracted(6, 0, 6)
    assert Brightness.films == 3


def test_another_version_or_another_film_is_made_anew(films, tmp_path):
    store = FeatureStore(tmp_path)
    extract({"a": films["a"]}, store, extractors=extractors())
    assert extract({"a": films["a"]}, store, extractors=extractors("2")) == Extracted(3, 1, 2)
    other = write_film(tmp_path / "a.mp4", seconds=2.0, sound=False)
    assert extract({"a": other}, store, extractors=extractors("2")).done == 3


def test_an_interrupted_run_keeps_the_films_that_are_whole(films, tmp_path):
    class Stops(Brightness):
        def take(self, time, image):
            if self.films == 2 and time > 1:
                raise KeyboardInterrupt
            super().take(time, image)

    store = FeatureStore(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        extract(films, store, extractors=[Extractor("clip", "bright", "1", Stops)])
    assert [shard.film for shard in store.shards()] == ["a"]
    assert extract(films, store, extractors=extractors()[:1]) == Extracted(2, 1, 1)


def test_progress_reaches_the_end_of_each_film(films, tmp_path):
    told = []
    extract(
        films, FeatureStore(tmp_path), extractors=extractors(), progress=lambda name, share: told.append((name, share))
    )
    assert [item for item in told if item[1] == 1.0] == [("a", 1.0), ("b", 1.0)]
    assert all(0 <= share <= 1 for _, share in told)
    assert len(told) > 6


def test_a_missing_film_is_named(tmp_path):
    with pytest.raises(FeatureError, match=r"the file of film 'x' is missing: .*none.mp4'; put it there"):
        extract({"x": tmp_path / "none.mp4"}, FeatureStore(tmp_path), extractors=extractors())


def test_a_file_that_is_no_film_is_refused(tmp_path):
    (tmp_path / "x.mp4").write_text("no film")
    with pytest.raises(FilmError):
        extract({"x": tmp_path / "x.mp4"}, FeatureStore(tmp_path), extractors=extractors())


def test_a_film_without_pictures_is_named(tmp_path):
    sound = media_films.write_film(tmp_path / "sound.mkv", sounds=[(0.0, media_films.tone(1.0), "mono")])
    with pytest.raises(FeatureError, match=r"film 'x' has no pictures: .*leave it out"):
        extract({"x": sound}, FeatureStore(tmp_path), extractors=extractors())


def test_one_extractor_a_stream(films, tmp_path):
    with pytest.raises(FeatureError, match="two extractors came for 'clip', 'bright' one of them"):
        extract(films, FeatureStore(tmp_path), extractors=[*extractors(), extractors()[0]])
