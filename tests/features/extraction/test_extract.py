import importlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from cinescribe.errors import FeatureError, FilmError
from cinescribe.features.extraction.extract import ExtractionResult, Extractor
from cinescribe.features.faces.faces import FaceFinder
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.input_files import digest
from tests.dummies import NoFaces, write_film
from tests.features.extraction.slow_films import SLOW, TWO, Brightness, extract, extract_folder, named
from tests.media import films as media_films

pytestmark = pytest.mark.slow

extracting = importlib.import_module("cinescribe.features.extraction.extract")


def extractors(version="1"):
    return [
        Extractor("clip", "bright", version, Brightness),
        Extractor("actions", "slow", "1", lambda: Brightness(2.0)),
        Extractor("faces", "nobody", "1", lambda: FaceFinder(NoFaces(), rate_hz=1.5, side=64)),
    ]


@pytest.fixture(scope="module")
def films(tmp_path_factory):
    folder = tmp_path_factory.mktemp("films")
    return {name: write_film(folder / f"{name}.mp4", seconds=3.0, cut_at=1.5, sound=False) for name in ("a", "b")}


@pytest.fixture(autouse=True)
def _uncounted():
    Brightness.films = 0


def test_single_pass_extracts_all_features_of_a_film(films, tmp_path, monkeypatch):
    passes = []
    whole = extracting.read_through

    def recorded(film, **options):
        passes.append(film)
        whole(film, **options)

    monkeypatch.setattr(extracting, "read_through", recorded)
    store = FeatureStore(tmp_path)
    assert extract(films, store, extractors=extractors()) == ExtractionResult(6, 6, 0)
    assert len(passes) == 2
    found = store.features("b")
    assert len(found.clip.times) == 15
    assert len(found.actions.times) == 6
    assert found.faces.embeddings.shape == (0, 4)
    bright = found.clip.rows[:, 0]
    assert bright[found.clip.times < 1.4].max() < bright[found.clip.times > 1.6].min()


def test_shards_have_their_provenance(films, tmp_path):
    extract(films, FeatureStore(tmp_path), extractors=extractors("7"))
    made = {shard.made for shard in FeatureStore(tmp_path).shards() if shard.stream == "clip"}
    assert {(one.extractor, one.version) for one in made} == {("bright", "7")}
    assert {one.film for one in made} == {digest(path) for path in films.values()}
    assert FeatureStore(tmp_path).check(films) == ()


def test_current_shards_are_not_extracted_again(films, tmp_path):
    store = FeatureStore(tmp_path)
    extract({"a": films["a"]}, store, extractors=extractors()[:1])
    Brightness.films = 0
    assert extract(films, store, extractors=extractors()) == ExtractionResult(6, 5, 1)
    assert Brightness.films == 3  # actions of a, clip and actions of b
    assert extract(films, store, extractors=extractors()) == ExtractionResult(6, 0, 6)
    assert Brightness.films == 3


def test_another_version_or_another_film_is_extracted_again(films, tmp_path):
    store = FeatureStore(tmp_path)
    extract({"a": films["a"]}, store, extractors=extractors())
    assert extract({"a": films["a"]}, store, extractors=extractors("2")) == ExtractionResult(3, 1, 2)
    other = write_film(tmp_path / "a.mp4", seconds=2.0, sound=False)
    assert extract({"a": other}, store, extractors=extractors("2")).done == 3


@pytest.fixture(scope="module")
def four(films, tmp_path_factory):
    """A folder of four films, and the store of an undisturbed run."""
    folder, store = (tmp_path_factory.mktemp(name) for name in ("four", "undisturbed"))
    for name in "abcd":
        shutil.copy(films["a" if name in "ac" else "b"], folder / f"{name}.mp4")
    extract_folder(folder, store)
    return folder, contents(store)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def process(call, *paths):
    """Start a process, in its own group, that calls a function of this file."""
    code = f"""
import sys
from pathlib import Path
from tests.features.extraction.slow_films import {call}
if __name__ == "__main__":
    {call}(*map(Path, sys.argv[1:]))
"""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, paths)],
        cwd=Path(__file__).parents[3],
        start_new_session=True,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_parallel_extraction_equals_a_single_process(four, tmp_path):
    films, undisturbed = four
    reports = []
    done = extract(
        named(films),
        FeatureStore(tmp_path),
        extractors=SLOW,
        progress=lambda name, share: reports.append((name, share)),
    )
    assert done == ExtractionResult(8, 8, 0)
    assert contents(tmp_path) == undisturbed
    assert sorted(undisturbed)[-1] == "shards.jsonl"
    assert extract(named(films), FeatureStore(tmp_path), extractors=SLOW) == ExtractionResult(8, 0, 8)


def test_a_killed_run_continues_to_the_same_bytes(four, tmp_path):
    films, undisturbed = four
    running = process("extract_folder", films, tmp_path)
    while not (tmp_path / "shards.jsonl").exists():
        assert running.poll() is None, running.stderr.read()
        sleep(0.02)
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    assert 1 <= len(FeatureStore(tmp_path).shards()) < 8
    # The worst case of a kill: a partial line, partial files and a file that is not in the manifest.
    with open(tmp_path / "shards.jsonl", "a") as manifest:
        manifest.write('{"film": "c", "stream": "cl')
    (tmp_path / ".c.clip.7.part.safetensors").write_bytes(b"half")
    (tmp_path / ".shards.7.part.jsonl").write_bytes(b"half")
    (tmp_path / "d.clip.safetensors").write_bytes(b"half")
    assert FeatureStore(tmp_path).check() == ()
    extract(named(films), FeatureStore(tmp_path), extractors=SLOW)
    assert contents(tmp_path) == undisturbed


def test_shards_with_wrong_bytes_are_extracted_again(four, tmp_path):
    films, undisturbed = four
    for name, data in undisturbed.items():
        (tmp_path / name).write_bytes(data)
    with open(tmp_path / "a.clip.safetensors", "r+b") as opened:
        opened.seek(-1, os.SEEK_END)
        opened.write(b"\x55")
    os.truncate(tmp_path / "b.actions.safetensors", 100)
    (tmp_path / "c.clip.safetensors").unlink()
    assert [fault.partition(":")[0] for fault in FeatureStore(tmp_path).check()] == [
        "'clip' of film 'a' is damaged",
        "'actions' of film 'b' is damaged",
        "'clip' of film 'c' is missing",
    ]
    assert extract(named(films), FeatureStore(tmp_path), extractors=SLOW) == ExtractionResult(8, 3, 5)
    assert contents(tmp_path) == undisturbed


def test_partial_files_of_others_are_not_removed(films, tmp_path):
    others = tmp_path / ".MiniLM.blanks.7.part.safetensors"
    others.write_bytes(b"half")
    extract({"a": films["a"]}, FeatureStore(tmp_path), extractors=extractors()[:1])
    assert others.exists()


def test_a_full_disk_is_reported_and_partial_files_do_not_count(four, tmp_path):
    films, undisturbed = four
    full = process("extract_on_a_full_disk", films, tmp_path)
    _, errors = full.communicate()
    assert full.returncode == 0, errors
    assert FeatureStore(tmp_path).shards() == ()
    assert all(undisturbed[name] == data for name, data in contents(tmp_path).items())  # those that fit
    extract(named(films), FeatureStore(tmp_path), extractors=SLOW)
    assert contents(tmp_path) == undisturbed


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
    assert extract(films, store, extractors=extractors()[:1]) == ExtractionResult(2, 1, 1)


def test_progress_reaches_the_end_of_each_film(films, tmp_path):
    reports = []
    extract(
        films,
        FeatureStore(tmp_path),
        extractors=extractors(),
        progress=lambda name, share: reports.append((name, share)),
    )
    assert [item for item in reports if item[1] == 1.0] == [("a", 1.0), ("b", 1.0)]
    assert all(0 <= share <= 1 for _, share in reports)
    assert len(reports) > 6


@pytest.mark.slow
def test_several_processes_report_the_share_of_films_that_are_done(films, tmp_path):
    reports = []
    extract(
        films,
        FeatureStore(tmp_path),
        extractors=extractors()[:1],
        workforce=TWO,
        progress=lambda name, share: reports.append((name, share)),
    )
    assert reports == [("films", 0.0), ("films", 0.5), ("films", 1.0)]


def test_a_missing_film_is_named(tmp_path):
    with pytest.raises(FeatureError, match=r"the file of film 'x' is missing: .*none.mp4'; put it there"):
        extract({"x": tmp_path / "none.mp4"}, FeatureStore(tmp_path), extractors=extractors())


def test_unreadable_film_is_refused(tmp_path):
    (tmp_path / "x.mp4").write_text("no film")
    with pytest.raises(FilmError):
        extract({"x": tmp_path / "x.mp4"}, FeatureStore(tmp_path), extractors=extractors())


def test_a_film_without_pictures_is_named(tmp_path):
    sound = media_films.write_film(tmp_path / "sound.mkv", sounds=[(0.0, media_films.tone(1.0), "mono")])
    with pytest.raises(FeatureError, match=r"film 'x' has no pictures: .*leave it out"):
        extract({"x": sound}, FeatureStore(tmp_path), extractors=extractors())


def test_two_extractors_of_one_stream_are_refused(films, tmp_path):
    with pytest.raises(FeatureError, match="`extractors` has two for 'clip', 'bright' one of them"):
        extract(films, FeatureStore(tmp_path), extractors=[*extractors(), extractors()[0]])
