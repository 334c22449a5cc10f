import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.videosets import disjoint_sets
from cinescribe.corpus.datasets.lsmdc import build_lsmdc, lsmdc_files
from cinescribe.corpus.datasets.lsmdc_write import write_lsmdc
from cinescribe.corpus.datasets.sidecar_annotations import read_annotated
from cinescribe.errors import CorpusError, OutputError
from cinescribe.metrics.identity.fitb_files import read_people, read_sets
from tests.corpus.annotated import FILMS, annotated, example_corpus, named, same, words_in

TIMES = "00.00.01.500\t00.00.03.250"


def test_a_written_corpus_is_read_back(tmp_path):
    write_lsmdc(example_corpus(), tmp_path / "out")
    build_lsmdc(tmp_path / "corpus", lsmdc_files(tmp_path / "out"))
    assert same(read_annotated(tmp_path / "corpus"), example_corpus())
    assert inspect_corpus(tmp_path / "corpus").faults == ()


def test_people_are_blanks_in_one_file_and_ids_in_the_next(tmp_path):
    write_lsmdc(example_corpus(), tmp_path)
    name = "0001_A_Film_00.00.01.500-00.00.03.250"
    lines = {path.name: path.read_text().splitlines() for path in tmp_path.iterdir()}
    assert lines["LSMDC16_annos_training_someone.csv"][0] == f"{name}\t{TIMES}\t{TIMES}\tSOMEONE sees SOMEONE's dog."
    assert lines["LSMDC16_annos_training_blank.csv"][0] == f"{name}\t{TIMES}\t{TIMES}\t[...] sees SOMEONE's dog."
    assert [line.split("\t")[1] for line in lines["LSMDC16_annos_training_onlyIDs_NEW.csv"]] == [
        "[0001_PERSON1]", "_", "[0001_PERSON2],[0001_PERSON1],[0001_PERSON2]",
    ]  # fmt: skip
    assert "LSMDC16_annos_hard_blank.csv" not in lines
    assert lines["LSMDC16_annos_hard_someone.csv"][0].endswith("\tSOMEONE waits.")
    assert [line.count("\t") for line in lines["LSMDC16_annos_test.csv"]] == [4, 4]
    people = read_people(tmp_path / "LSMDC16_annos_val_onlyIDs_NEW.csv")
    assert [blanks.people for blanks in people.values()] == [("3009_PERSON1", "3009_PERSON2")]


def test_sets_overlap_only_in_training(tmp_path):
    clips = [named(film.id, 2 * k, 2 * k + 2, "Rain.") for film in FILMS[:2] for k in range(7)]
    corpus = annotated(list(FILMS[:2]), clips)
    write_lsmdc(corpus, tmp_path)
    assert [len(one) for one in read_sets(tmp_path / "trainSets.csv")] == [5, 5, 5]
    sets = [[clip.id for clip in one.clips] for one in disjoint_sets(clips[7:])]
    assert [list(names) for names in read_sets(tmp_path / "valSets.csv")] == sets


def test_only_one_paraphrase_without_ids_is_written(tmp_path):
    clips = [
        named("3009_B", 0, 2, "[blank] waves slowly.", "[blank] waves.", "A hand."),
        named("3009_B", 2, 4, "It rains.", "Rain."),
    ]
    write_lsmdc(annotated([FILMS[1]], clips), tmp_path / "out")
    again = build_lsmdc(tmp_path / "corpus", lsmdc_files(tmp_path / "out")).clips
    assert [clip.paraphrases for clip in again] == [("[blank] waves.",), ("Rain.",)]


def test_other_ids_become_names_with_times(tmp_path):
    clip = named("3009_B", 0, 2, "Rain.")
    write_lsmdc(annotated([FILMS[1]], [clip.replace(id="b_0001")]), tmp_path / "out")
    assert build_lsmdc(tmp_path / "corpus", lsmdc_files(tmp_path / "out")).clips == (clip,)


def test_an_id_in_lsmdc_form_is_used_even_with_other_times(tmp_path):
    clip = named("3009_B", 0, 2, "Rain.").replace(id="3009_B_00.00.00.250-00.00.01.500")
    write_lsmdc(annotated([FILMS[1]], [clip]), tmp_path / "out")
    assert build_lsmdc(tmp_path / "corpus", lsmdc_files(tmp_path / "out")).clips == (clip,)


def test_a_blind_export_has_no_words(tmp_path):
    write_lsmdc(example_corpus().without_captions(), tmp_path)
    assert not set(words_in(tmp_path).lower().replace("\t", " ").split()) & {"sees", "rains.", "someone", "sit.", "_"}
    assert "PERSON" not in words_in(tmp_path)
    assert [len(build_lsmdc(tmp_path / "c", lsmdc_files(tmp_path)).clips)] == [len(example_corpus().corpus.clips)]


def test_a_corpus_that_lsmdc_cannot_hold_is_refused(tmp_path):
    clip = named("3009_B", 0, 2, "Rain.")
    with pytest.raises(CorpusError, match=r"clips 'a' and 'b' would both be called '3009_B_00.00.00.000-00.00.02.000'"):
        write_lsmdc(annotated([FILMS[1]], [clip.replace(id="a"), clip.replace(id="b")]), tmp_path)
    with pytest.raises(OutputError, match=r"cannot hold the line of '3009_B_.*', since 'Rain.\\tSun.' has a tab or a"):
        write_lsmdc(annotated([FILMS[1]], [clip.replace(text="Rain.\tSun.")]), tmp_path)
