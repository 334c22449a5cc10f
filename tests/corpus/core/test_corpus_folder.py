import pytest

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.corpus_folder import claim_corpus, claim_corpus_files, claim_still_corpus
from cinescribe.errors import OutputError
from cinescribe.output_folder import MARKER, FolderMarker, read_marker
from cinescribe.store import write_record


def mark_older(folder, name="vmcd", source="b"):
    """Make a corpus as older versions did, whose marker does not say of what it is."""
    write_record(folder / MARKER, FolderMarker(("corpus",)))
    write_record(folder / "corpus.json", CorpusCard(name, source, "c"))
    (folder / "clips.jsonl").write_text("")


@pytest.mark.parametrize("card", [("vmcd", "b"), ("mine", "vmcd, by hand")])
def test_a_corpus_that_an_older_version_made_of_the_same_is_replaced(tmp_path, card):
    mark_older(tmp_path, *card)
    claim_corpus(tmp_path, of="vmcd")
    claim_corpus_files(tmp_path, ["clips.jsonl"], of="vmcd")
    assert read_marker(tmp_path).kinds == ("corpus", "corpus of vmcd")


def test_corpus_begun_by_an_older_version_is_continued(tmp_path):
    write_record(tmp_path / MARKER, FolderMarker(("corpus",)))
    (tmp_path / "train").mkdir()
    claim_corpus(tmp_path, of="backlot")


def test_a_corpus_that_an_older_version_made_of_something_else_stays(tmp_path):
    mark_older(tmp_path)
    with pytest.raises(OutputError, match=r"is a corpus by Cinescribe and holds 'clips.jsonl', which is no part of a"):
        claim_corpus(tmp_path, of="judgements")
    with pytest.raises(OutputError, match=r"clips.jsonl' is there already"):
        claim_corpus_files(tmp_path, ["clips.jsonl"], of="judgements")


def test_corpus_of_another_source_is_kept(tmp_path):
    claim_corpus(tmp_path, of="judgements")
    (tmp_path / "agreement.json").write_text("{}")
    with pytest.raises(
        OutputError,
        match=r"is a corpus of judgements by Cinescribe and holds 'agreement.json', which is no part of a corpus of "
        r"vmcd by Cinescribe; name a new or empty folder",
    ):
        claim_corpus(tmp_path, of="vmcd")
    claim_corpus(tmp_path, of="judgements")


def test_an_empty_folder_may_become_another_corpus(tmp_path):
    claim_corpus(tmp_path, of="judgements")
    claim_corpus(tmp_path, of="vmcd")
    assert read_marker(tmp_path).kinds == ("corpus of vmcd",)


def test_a_corpus_without_our_mark_stays(tmp_path):
    write_record(tmp_path / "corpus.json", CorpusCard("vmcd", "b", "c"))
    with pytest.raises(OutputError, match=r"holds 'corpus.json', which is no part of a corpus of vmcd by Cinescribe"):
        claim_corpus(tmp_path, of="vmcd")


def test_pictures_may_lie_in_the_folder_of_their_corpus(tmp_path):
    (tmp_path / "pictures").mkdir()
    claim_still_corpus(tmp_path, tmp_path / "pictures", of="coco")
    assert (tmp_path / MARKER).is_file()


def test_corpus_with_external_pictures_requires_its_own_folder(tmp_path, tmp_path_factory):
    (tmp_path / "pictures").mkdir()
    with pytest.raises(OutputError, match=r"holds 'pictures', which is no part"):
        claim_still_corpus(tmp_path, tmp_path_factory.mktemp("elsewhere"), of="coco")


def test_a_list_that_is_there_is_not_overwritten(tmp_path):
    (tmp_path / "stills.jsonl").write_text("mine")
    with pytest.raises(OutputError, match=r"stills.jsonl' is there already"):
        claim_still_corpus(tmp_path, tmp_path, of="coco")
