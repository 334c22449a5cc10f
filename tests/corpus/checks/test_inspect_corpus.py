import pytest

from cinescribe.corpus.checks.check_corpus import check_corpus
from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.core.stills import write_stills
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor, Commonsense, FilmSource, write_annotated
from cinescribe.corpus.film_folder.anonymise import FilmPerson
from cinescribe.corpus.film_folder.clip_cutting import ClipSentence
from cinescribe.errors import CorpusError, RecordError
from cinescribe.store import write_record, write_records
from cinescribe.timing import Span
from tests.corpus.annotated import CARD, annotated
from tests.corpus.clips import clip

FILM = CorpusFilm("f", "train", duration=10.0)
GOOD = (clip(0, "P1 waves.", people=("P1",)), clip(1, "Rain."))


def written(folder, films=(FILM,), clips=GOOD):
    """Write a corpus without checks."""
    write_records(folder / "films.jsonl", films)
    write_records(folder / "clips.jsonl", clips)
    write_record(folder / "corpus.json", CARD)
    return folder


def faults(folder, **parts):
    return inspect_corpus(written(folder, **parts)).faults


def test_a_good_corpus_has_no_faults(tmp_path):
    inspected = inspect_corpus(written(tmp_path))
    assert (inspected.faults, inspected.corpus.clips) == ((), GOOD)


def test_every_fault_is_listed_with_its_record(tmp_path):
    clips = (
        clip(2, "Rain."),
        clip(0, ""),
        clip(0, " \u00a0").replace(id="f_b", span=Span(1, 1)),
        clip(4, "P2 sits.", people=("P1",)),
        clip(9, "Snow."),
        clip(0, "x", film="g"),
        clip(5, "Sun."),
        clip(6, "Sun.").replace(span=Span(10, 12), id="f_c"),
    )
    assert faults(tmp_path, clips=clips) == (
        "clip 'f_c0' comes after 'f_c2', but begins before it; put clips in order of time",
        "clip 'f_c0' has an empty text; write one, or leave it out",
        "clip 'f_b' is from 1 to 1 s; expected one that lasts, from 0 s on".replace("from 1 to 1", "from 1.0 to 1.0"),
        "clip 'f_b' has an empty text; write one, or leave it out",
        "clip 'f_c4' mentions P2, who is not among its people P1; add them",
        "clip 'f_c9' ends at 20.00 s, but its film lasts 10.00 s; shorten it",
        "clip 'g_c0' is of the film 'g', but films.jsonl has none; add it, or leave its clips out",
        "clip 'f_c5' is separated from the other clips of 'f' in clips.jsonl; put them together",
        "clip 'f_c5' ends at 12.00 s, but its film lasts 10.00 s; shorten it",
        "clip 'f_c' ends at 12.00 s, but its film lasts 10.00 s; shorten it",
        "clip 'f_c' has the times and the text of 'f_c5'; keep one of them",
    )


def test_repeated_ids_and_films_in_two_splits(tmp_path):
    (tmp_path / "a.mp4").touch()
    films = (
        FILM,
        FILM.replace(split="val"),
        CorpusFilm("g", "train", "a.mp4"),
        CorpusFilm("h", "test", "a.mp4"),
        CorpusFilm("i", "train", "a.mp4"),
        CorpusFilm("j", "train", "b.mp4"),
    )
    assert faults(tmp_path, films=films, clips=(GOOD[0], GOOD[0])) == (
        "2 films are called 'f'; give each its own id",
        "film 'f' is in 'val', and in 'train' too as 'f', with one id; keep it in one split",
        "film 'h' is in 'test', and in 'train' too as 'g', with one path; keep it in one split",
        "film 'j' has no file 'b.mp4'; put it there, or leave its path out",
        "2 clips are called 'f_c0'; give each its own id",
    )


def test_unreadable_lines_are_faults_and_the_others_are_read(tmp_path):
    written(tmp_path)
    lines = (tmp_path / "clips.jsonl").read_text() + '{"id": "x"}\n{\n\n'
    (tmp_path / "clips.jsonl").write_text(lines)
    inspected = inspect_corpus(tmp_path)
    assert inspected.corpus.clips == GOOD
    assert [fault.partition(": ")[0].partition(" (")[0] for fault in inspected.faults] == [
        "clips.jsonl, line 3", "clips.jsonl, line 4 is not JSON",
    ]  # fmt: skip


def test_sidecar_files_name_existing_clips_films_and_captions(tmp_path):
    write_annotated(
        tmp_path,
        annotated(
            [FILM],
            list(GOOD),
            people=(FilmPerson("f", "P1", "Anna", ("Anna",)), FilmPerson("g", "P1", "Tom", ("Tom",))),
            sentences=(
                ClipSentence("f", FilmSentence("1", "script", Span(0, 1), "Anna waves."), "f_c0"),
                ClipSentence("f", FilmSentence("2", "script", Span(0, 1), "Rain."), "s_7"),
                ClipSentence("f", FilmSentence("3", "script", Span(0, 1), "x", left_out="credits")),
            ),
            commonsense=(Commonsense("f_c1", "Rain.", ("x",)), Commonsense("f_c1", "Sun."), Commonsense("c", "Sun.")),
            metaphors=(AnnotatedMetaphor("f_c0", "a", "b", "c", "Rain."),),
            sources=(FilmSource("h", "https://example.org"),),
        ),
    )
    (tmp_path / "notes.jsonl").write_text('{"clip": "somebody else\'s"}\n{\n')  # no sidecar file
    assert inspect_corpus(tmp_path).faults == (
        "people.jsonl, line 2 is about the film 'g', which films.jsonl lacks; add it there, or leave the line out",
        "sentences.jsonl, line 2 is about the clip 's_7', which clips.jsonl lacks; add it there, or leave the line out",
        "commonsense.jsonl, line 2 is about 'Sun.', no caption of clip 'f_c1'; make both alike",
        "commonsense.jsonl, line 3 is about the clip 'c', which clips.jsonl lacks; add it there, or leave the line out",
        "metaphors.jsonl, line 1 is about 'Rain.', no caption of clip 'f_c0'; make both alike",
        "sources.jsonl, line 1 is about the film 'h', which films.jsonl lacks; add it there, or leave the line out",
    )


def test_malformed_sidecar_files_are_named(tmp_path):
    written(tmp_path)
    (tmp_path / "commonsense.jsonl").write_text('{"clip": "f_c0", "text": "x"}\n{"clip": ["f"]}\n{\n')
    unknown_field, other, no_json = inspect_corpus(tmp_path).faults
    assert other.startswith("commonsense.jsonl, line 2: ")
    assert no_json.startswith("commonsense.jsonl, line 3 is not JSON (")
    assert unknown_field.startswith("commonsense.jsonl, line 1: a Commonsense has 'text'; its fields are clip, caption")


def test_a_person_has_a_valid_id_and_one_line(tmp_path):
    anna = FilmPerson("f", "P1", "Anna", ("Anna",))
    write_annotated(tmp_path, annotated([FILM], list(GOOD), people=(anna, anna.replace(id="p2"), anna)))
    assert inspect_corpus(tmp_path).faults == (
        "people.jsonl, line 2 has the person 'p2'; people are P1, P2 and so on",
        "people.jsonl, line 3 repeats people.jsonl, line 1; keep one of them",
    )


def test_other_folders_are_refused(tmp_path):
    with pytest.raises(RecordError, match=r"corpus.json' cannot be read"):
        inspect_corpus(tmp_path)
    write_stills(tmp_path, CARD, stills=(), splits=())
    with pytest.raises(CorpusError, match="is a corpus of stills; expected one of films: name another folder"):
        inspect_corpus(tmp_path)


def test_checking_raises_the_first_fault_and_counts_the_others(tmp_path):
    write_corpus(tmp_path, CorpusCard("a", "b", "c"), films=[FILM], clips=[clip(0, ""), clip(8, "Rain."), clip(9, "")])
    with pytest.raises(
        CorpusError, match=r"clip 'f_c0' has an empty text; write one, or leave it out \(3 more faults\)"
    ):
        check_corpus(tmp_path)
