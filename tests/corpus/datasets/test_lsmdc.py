import pytest

from cinescribe.corpus.checks.check_corpus import check_corpus
from cinescribe.corpus.core.blanks import answers, with_local_ids
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.core.videosets import disjoint_sets
from cinescribe.corpus.datasets.lsmdc import SplitFiles, build_lsmdc, lsmdc_files
from cinescribe.errors import CorpusError


def name(film, second):
    return f"{film}_00.00.{second:02d}.000-00.00.{second + 2:02d}.000"


def write(path, film, sentences):
    """Write a clip every two seconds; a pair of sentences belongs to one clip."""
    lines = []
    for k, sentence in enumerate(sentences):
        times = f"00.00.{2 * k:02d}.000\t00.00.{2 * k + 2:02d}.000"
        lines += [
            f"{name(film, 2 * k)}\t{times}\t{times}\t{text}\n"
            for text in ((sentence,) if isinstance(sentence, str) else sentence)
        ]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def write_ids(path, film, people):
    path.write_text("".join(f"{name(film, 2 * k)}\t{person}\n" for k, person in people), encoding="utf-8")
    return path


@pytest.fixture
def release(tmp_path):
    """Write files of the fill-in task: blanks and ids of a film in train and in val; a test split."""
    folder = tmp_path / "task2"
    folder.mkdir()
    write(folder / "LSMDC16_annos_training_blank.csv", "0001_A", [("[...] waves.", "A dog sees [...]."), "[...] sits."])
    write_ids(
        folder / "LSMDC16_annos_training_onlyIDs_NEW.csv",
        "0001_A",
        [(0, "[0001_PERSON4]"), (0, "[0001_PERSON9]"), (1, "[0001_PERSON4]")],
    )
    write(folder / "LSMDC16_annos_val_blank.csv", "3009_B", ["[...] runs.", "Rain.", "[...] and [...]'s dog."])
    write_ids(
        folder / "LSMDC16_annos_val_onlyIDs_NEW.csv",
        "3009_B",
        [(0, "3009_PERSON8"), (1, "_"), (2, "3009_PERSON2,3009_PERSON8")],
    )
    write(folder / "LSMDC16_annos_test_someone.csv", "1010_C", ["SOMEONE waits."])
    return folder


def test_people_are_numbered_through_the_film_and_sentences_of_a_clip_joined(release, tmp_path):
    corpus = build_lsmdc(tmp_path / "corpus", lsmdc_files(release))
    assert [(film.id, film.split, film.path) for film in corpus.films] == [
        ("0001_A", "train", None), ("3009_B", "val", None), ("1010_C", "test", None),
    ]  # fmt: skip
    assert [(clip.text, clip.people) for clip in corpus.clips] == [
        ("P1 waves. A dog sees P2.", ("P1", "P2")),
        ("P1 sits.", ("P1",)),
        ("P1 runs.", ("P1",)),
        ("Rain.", ()),
        ("P2 and P1's dog.", ("P2", "P1")),
        ("[blank] waits.", ()),
    ]
    assert read_corpus(tmp_path / "corpus") == check_corpus(tmp_path / "corpus") == corpus


def test_sets_of_a_corpus_can_be_blanked_and_filled(release, tmp_path):
    corpus = build_lsmdc(tmp_path / "corpus", lsmdc_files(release))
    (one,) = disjoint_sets(corpus.clips_by_film("val")["3009_B"])
    assert answers(with_local_ids(one)) == (("P1",), (), ("P2", "P1"))


def test_files_with_blanks_and_ids_come_first(release):
    write(release / "LSMDC16_annos_val_someone.csv", "3009_B", ["SOMEONE runs."])
    write(release / "LSMDC16_annos_test.csv", "1010_C", ["Tom waits."])
    write_ids(release / "LSMDC16_annos_test_onlyIDs_NEW.csv", "1010_C", [(0, "P1")])  # belong to blanks alone
    found = lsmdc_files(release)
    assert found["val"].captions.name == "LSMDC16_annos_val_blank.csv"
    assert found["val"].people == release / "LSMDC16_annos_val_onlyIDs_NEW.csv"
    assert found["test"] == SplitFiles(release / "LSMDC16_annos_test_someone.csv")
    assert list(found) == ["train", "val", "test"]


def test_files_of_2016_come_before_those_of_2015(tmp_path):
    write(tmp_path / "LSMDC15_annos_training.csv", "0001_A", ["SOMEONE waves."])
    write(tmp_path / "LSMDC15_annos_test.csv", "0002_B", ["SOMEONE sits."])
    write(tmp_path / "LSMDC16_annos_test.csv", "0002_B", ["Tom sits."])
    write(tmp_path / "LSMDC16_annos_hard.csv", "0003_C", ["Rain."])
    write(tmp_path / "LSMDC16_annos_training_real.csv", "0001_A", ["Rain."])  # no file of the challenge
    assert {split: files.captions.name for split, files in lsmdc_files(tmp_path).items()} == {
        "train": "LSMDC15_annos_training.csv",
        "test": "LSMDC16_annos_test.csv",
        "hard": "LSMDC16_annos_hard.csv",
    }


def test_people_without_ids_stay_blanks(tmp_path):
    captions = write(tmp_path / "a.csv", "0001_A", ["[...] sees SOMEONE."])
    people = write_ids(tmp_path / "ids.csv", "0001_A", [(0, "[0001_PERSON4]")])
    (clip,) = build_lsmdc(tmp_path / "c", {"train": SplitFiles(captions, people)}).clips
    assert (clip.text, clip.people) == ("P1 sees [blank].", ("P1",))


def test_clips_are_in_order_of_time(tmp_path):
    path = write(tmp_path / "a.csv", "0001_A", ["One.", "Two.", "Three."])
    path.write_text("".join(reversed(path.read_text().splitlines(keepends=True))))
    corpus = build_lsmdc(tmp_path / "corpus", {"train": SplitFiles(path)})
    assert [clip.text for clip in corpus.clips] == ["One.", "Two.", "Three."]


def test_paraphrases_with_blanks_for_known_people_are_dropped(tmp_path):
    sentences = ["SOMEONE waves slowly.\tSOMEONE waves.", "PERSON1 sits down.\tSOMEONE sits.", "PERSON1 sits.\tSits."]
    corpus = build_lsmdc(tmp_path / "c", {"train": SplitFiles(write(tmp_path / "a.csv", "0001_A", sentences))})
    assert [clip.paraphrases for clip in corpus.clips] == [("[blank] waves.",), (), ("Sits.",)]


def test_clips_of_the_blind_test_have_no_captions(tmp_path):
    write(tmp_path / "LSMDC16_annos_blindtest.csv", "1051_D", ["", ""])
    corpus = build_lsmdc(tmp_path / "corpus", lsmdc_files(tmp_path))
    assert [(clip.film, clip.text) for clip in corpus.clips] == [("1051_D", None)] * 2
    assert corpus.films_of("blind")


def test_a_film_is_in_one_split(tmp_path):
    path = write(tmp_path / "a.csv", "0001_A", ["One."])
    with pytest.raises(CorpusError, match=r"a.csv, line 1: film '0001_A' is of 'train' already; keep it in one split"):
        build_lsmdc(tmp_path / "corpus", {"train": SplitFiles(path), "val": SplitFiles(path)})


def test_a_folder_without_annotations_is_named(tmp_path):
    with pytest.raises(CorpusError, match="holds no annotations of LSMDC; expected LSMDC16_annos_training"):
        lsmdc_files(tmp_path)
