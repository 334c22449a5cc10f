import pytest

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.corpus_folder import claim_corpus, claim_corpus_files, claim_still_corpus
from cinescribe.errors import OutputError
from cinescribe.output_folder import MARKER
from cinescribe.store import write_record


def test_a_corpus_of_an_older_version_is_taken_over(tmp_path):
    write_record(tmp_path / "corpus.json", CorpusCard("a", "b", "c"))
    (tmp_path / "clips.jsonl").write_text("")
    claim_corpus(tmp_path)
    claim_corpus_files(tmp_path, ["clips.jsonl"])
    assert (tmp_path / MARKER).is_file()


@pytest.mark.parametrize("card", ["", '{"name": "a web site"}'])
def test_another_corpus_json_is_no_sign_of_ours(tmp_path, card):
    (tmp_path / "corpus.json").write_text(card)
    with pytest.raises(OutputError, match=r"holds 'corpus.json', which is no part of a corpus by Cinescribe"):
        claim_corpus(tmp_path)


def test_pictures_may_lie_in_the_folder_of_their_corpus(tmp_path):
    (tmp_path / "pictures").mkdir()
    claim_still_corpus(tmp_path, tmp_path / "pictures")
    assert (tmp_path / MARKER).is_file()


def test_pictures_elsewhere_want_a_folder_of_its_own(tmp_path, tmp_path_factory):
    (tmp_path / "pictures").mkdir()
    with pytest.raises(OutputError, match=r"holds 'pictures', which is no part"):
        claim_still_corpus(tmp_path, tmp_path_factory.mktemp("elsewhere"))


def test_a_list_that_is_there_is_not_overwritten(tmp_path):
    (tmp_path / "stills.jsonl").write_text("mine")
    with pytest.raises(OutputError, match=r"stills.jsonl' is there already"):
        claim_still_corpus(tmp_path, tmp_path)
