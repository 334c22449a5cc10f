import importlib
from pathlib import Path
from typing import Any

import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.core.sentences import FilmSentence, Origin
from cinescribe.corpus.film_folder.anonymise import PEOPLE_FILE, FilmPerson
from cinescribe.corpus.film_folder.build_films import build_films, usual_shares
from cinescribe.corpus.film_folder.clip_cutting import SENTENCES, ClipSentence
from cinescribe.corpus.film_folder.film_annotation import FilmAnnotation
from cinescribe.corpus.film_folder.film_folder import FilmFiles
from cinescribe.corpus.splits.splits import FilmToSplit
from cinescribe.errors import CorpusError, FilmError, OutputError
from cinescribe.schema import Clip
from cinescribe.store import read_records
from cinescribe.timing import Span
from tests.dummies import write_film

build_films_module = importlib.import_module("cinescribe.corpus.film_folder.build_films")


def sentence(n: int, origin: Origin, start: float, text: str, **more) -> FilmSentence:
    return FilmSentence(f"{origin[0]}{n:04d}", origin, Span(start, start + 3.0), text, score=0.9, **more)


SCRIPT = (
    sentence(1, "script", 4.0, "Anna waves to Ben."),
    sentence(2, "script", 12.0, "Ben sits down."),
    sentence(3, "script", 20.0, "Nobody saw this.", left_out="not sure"),
)
NARRATOR = (
    sentence(1, "description", 5.0, "Ben sees Anna."),
    sentence(2, "description", 13.0, "A title reads: Later."),
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Four films: with a description, with a script, with both, and with neither."""
    annotations: dict[str, dict[str, Any]] = {
        "by_both": {"description": NARRATOR, "script": SCRIPT, "cast": ("ANNA", "BEN")},
        "by_narrator": {"description": NARRATOR},
        "by_nothing": {"faults": ("by_nothing.fountain: empty",), "shot_spans": (Span(0.0, 5.0), Span(5.0, 9.0))},
        "by_script": {"script": SCRIPT, "cast": ("ANNA", "BEN")},
        "by_script_2": {"script": SCRIPT, "cast": ("ANNA", "BEN")},
    }
    for id in list(annotations)[:4]:
        (tmp_path / f"{id}.mp4").write_bytes(id.encode())

    def annotate_film(files: FilmFiles, cache: Path, *, asr=None) -> FilmAnnotation:
        return FilmAnnotation(files.id, f"digest of {files.id}", (), 60.0, **annotations.get(files.id, {}))

    monkeypatch.setattr(build_films_module, "annotate_film", annotate_film)
    return tmp_path


def texts(corpus, film):
    return [clip.text for clip in corpus.clips if clip.film == film]


@pytest.mark.slow
def test_films_become_a_consistent_corpus(folder):
    built = build_films(folder)
    assert built.faults == ("by_nothing.fountain: empty",)
    assert built.corpus == read_corpus(folder)
    assert inspect_corpus(folder).faults == ()
    assert texts(built.corpus, "by_script") == ["P1 waves to P2.", "P2 sits down."]
    assert texts(built.corpus, "by_both") == ["P1 sees P2."]
    assert [clip for clip in built.corpus.clips if clip.film == "by_nothing"] == [
        Clip("by_nothing_0001", "by_nothing", Span(0.0, 5.0)),
        Clip("by_nothing_0002", "by_nothing", Span(5.0, 9.0)),
    ]
    assert [(film.id, film.path, film.duration) for film in built.corpus.films][:1] == [
        ("by_both", "by_both.mp4", 60.0)
    ]


def test_people_and_sentences_without_a_clip_are_written(folder):
    build_films(folder)
    people = read_records(folder / PEOPLE_FILE, FilmPerson)
    assert [(one.film, one.id, one.name) for one in people][:2] == [
        ("by_both", "P1", "Ben"),
        ("by_both", "P2", "Anna"),
    ]
    sentences = read_records(folder / SENTENCES, ClipSentence)
    left_out = {(one.film, one.sentence.id): one.sentence.left_out for one in sentences if one.clip is None}
    assert left_out == {
        ("by_both", "d0002"): "on-screen text",
        ("by_both", "s0001"): "the description tells this film",
        ("by_both", "s0002"): "the description tells this film",
        ("by_both", "s0003"): "not sure",
        ("by_narrator", "d0002"): "on-screen text",
        ("by_script", "s0003"): "not sure",
    }


def test_films_with_only_a_script_are_for_training_if_others_have_descriptions(folder):
    splits = {film.id: film.split for film in build_films(folder).corpus.films}
    assert splits["by_script"] == "train"
    assert splits["by_nothing"] == "undescribed"


def test_splits_get_keys_and_sources_of_films(folder, monkeypatch):
    calls = []

    def update_split_list(films, path, **options):
        calls.append((films, path, options))
        return {film.id: "train" for film in films}

    monkeypatch.setattr(build_films_module, "update_split_list", update_split_list)
    (folder / "genres.tsv").write_text("by_script\tdrama\n")
    build_films(folder, shares={"train": 1.0, "val": 1.0}, seed=7)
    to_split, path, options = calls[0]
    assert to_split == [
        FilmToSplit("by_both", n_clips=1, keys=("digest of by_both",)),
        FilmToSplit("by_narrator", n_clips=1, keys=("digest of by_narrator",)),
        FilmToSplit("by_script", n_clips=2, genres=("drama",), keys=("digest of by_script",), is_script_only=True),
    ]
    assert path == folder / "splits.tsv"
    assert options == {"shares": {"train": 1.0, "val": 1.0}, "seed": 7, "script_only": "train"}
    build_films(folder, shares={"one": 1.0})
    assert calls[1][2]["script_only"] is None


def test_films_with_only_a_script_are_held_out_if_there_is_no_other(folder):
    for id in ("by_both", "by_narrator"):
        (folder / f"{id}.mp4").unlink()
    (folder / "by_script_2.mp4").write_bytes(b"another")
    splits = {film.id: film.split for film in build_films(folder).corpus.films}
    assert {splits["by_script"], splits["by_script_2"]} == {"train", "val"}


def test_a_film_without_a_used_sentence_gets_no_split(folder, monkeypatch):
    unsure = tuple(one.replace(left_out="not sure") for one in SCRIPT)
    annotate = build_films_module.annotate_film
    monkeypatch.setattr(
        build_films_module,
        "annotate_film",
        lambda files, cache, **options: annotate(files, cache, **options).replace(
            **({"script": unsure} if files.id == "by_script" else {})
        ),
    )
    assert {film.id: film.split for film in build_films(folder).corpus.films}["by_script"] == "undescribed"


def test_splits_stay_when_films_are_added(folder):
    splits = {film.id: film.split for film in build_films(folder).corpus.films}
    (folder / "a_new_one.mp4").write_bytes(b"new")
    again = {film.id: film.split for film in build_films(folder, seed=7).corpus.films}
    assert {id: again[id] for id in splits} == splits
    assert "a_new_one" in again


def test_shares_name_the_splits(folder):
    films = build_films(folder, shares={"train": 1, "blind": 1}).corpus.films
    assert {film.split for film in films} == {"train", "blind", "undescribed"}


@pytest.mark.parametrize(("n_films", "held_out"), [(1, 1), (5, 1), (6, 2), (20, 2), (32, 3), (200, 20)])
def test_a_tenth_is_held_out_twice_and_at_least_two_films_from_six_on(n_films, held_out):
    assert usual_shares(n_films) == {"train": max(n_films - 2 * held_out, 1), "val": held_out, "test": held_out}


def test_corrections_and_genres_survive_building_again(folder):
    build_films(folder)
    path = folder / "corrections.tsv"
    path.write_text(path.read_text().replace("Ben sits down.", "Ben jumps up.", 1))
    (folder / "genres.tsv").write_text("by_script\tdrama, war\n")
    for _ in range(2):
        corpus = build_films(folder).corpus
        assert texts(corpus, "by_script") == ["P1 waves to P2.", "P2 jumps up."]
        assert {film.id: film.genres for film in corpus.films}["by_script"] == ("drama", "war")


def test_an_edit_without_its_sentence_is_reported(folder):
    build_films(folder)
    path = folder / "corrections.tsv"
    path.write_text(path.read_text().replace("Ben sits down.", "Ben jumps up.", 1))
    (folder / "by_script.mp4").unlink()
    (folder / "by_both.mp4").unlink()
    (fault,) = build_films(folder).faults[1:]
    assert "waits: the sentence is gone" in fault


def test_a_clip_ends_with_its_film_and_silent_people_are_found(folder, monkeypatch):
    annotation = FilmAnnotation(
        "by_script",
        "digest",
        (),
        60.0,
        script=(sentence(1, "script", 58.0, "Carl waves to Anna."), sentence(2, "script", 10.0, "Carl smiles.")),
        cast=("ANNA",),
    )
    monkeypatch.setattr(
        build_films_module, "annotate_film", lambda files, cache, *, asr=None: annotation.replace(film=files.id)
    )
    clips = {clip.text: clip.span for clip in build_films(folder).corpus.clips if clip.film == "by_script"}
    assert clips == {"P1 smiles.": Span(10.0, 13.0), "P1 waves to P2.": Span(58.0, 60.0)}


def test_a_list_of_names_replaces_the_cast(folder):
    (folder / "by_script.names.txt").write_text("Anna\n")
    assert texts(build_films(folder).corpus, "by_script") == ["P1 waves to Ben.", "Ben sits down."]


@pytest.mark.parametrize("name", ["films.jsonl", "clips.jsonl", "people.jsonl", "sentences.jsonl", "corpus.json"])
def test_a_file_of_another_program_is_not_overwritten(folder, name):
    (folder / name).write_text('{"title": "A"}\n')
    with pytest.raises(OutputError, match=rf"{name}' is there already, and Cinescribe did not write it .*; move it"):
        build_films(folder)
    assert (folder / name).read_text() == '{"title": "A"}\n'


def test_a_cache_that_is_a_link_is_refused(folder, tmp_path_factory):
    (folder / "film_annotations").symlink_to(tmp_path_factory.mktemp("mine"))
    with pytest.raises(OutputError, match=r"film_annotations' is a link"):
        build_films(folder)


def test_a_film_that_cannot_be_read_is_reported_and_left_out(folder, monkeypatch):
    annotate = build_films_module.annotate_film

    def annotate_film(files, cache, *, asr=None):
        if files.id == "by_nothing":
            raise FilmError("'by_nothing.mp4' cannot be read as a film")
        return annotate(files, cache, asr=asr).replace(recogniser="parrot")

    monkeypatch.setattr(build_films_module, "annotate_film", annotate_film)
    built = build_films(folder)
    assert [film.id for film in built.corpus.films] == ["by_both", "by_narrator", "by_script"]
    assert built.faults[0] == "'by_nothing.mp4' cannot be read as a film"
    assert built.faults[1].startswith("by_both: its narration was transcribed by parrot and not checked; correct it")
    for id in ("by_both", "by_narrator", "by_script"):
        (folder / f"{id}.mp4").unlink()
    with pytest.raises(CorpusError, match=r"no film in .* can be read: 'by_nothing.mp4' cannot be read as a film"):
        build_films(folder)


def test_a_truncated_film_without_description_is_left_out_too(tmp_path):
    write_film(tmp_path / "short.mkv")
    whole = (tmp_path / "short.mkv").read_bytes()
    (tmp_path / "short.mkv").write_bytes(whole[: len(whole) // 2])
    write_film(tmp_path / "whole.mp4")
    built = build_films(tmp_path)
    assert [film.id for film in built.corpus.films] == ["whole"]
    assert {film.split for film in built.corpus.films} == {"undescribed"}
    assert len(built.faults) == 1
    assert "it is truncated or damaged" in built.faults[0]


@pytest.mark.parametrize("name", ["corrections.tsv", "genres.tsv"])
def test_a_malformed_list_is_reported_before_any_film_is_read(folder, monkeypatch, name):
    monkeypatch.setattr(build_films_module, "annotate_film", lambda *files, **options: pytest.fail("a film was read"))
    (folder / name).write_text("nonsense\n")
    with pytest.raises(CorpusError, match=name):
        build_films(folder)


def test_progress_is_reported_for_each_film(folder):
    reports = []
    build_films(folder, progress=lambda stage, share: reports.append((stage, share)))
    assert reports == [("films", n / 4) for n in range(5)]
