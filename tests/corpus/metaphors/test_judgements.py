import pytest

from cinescribe.corpus.metaphors.judgements import (
    MetaphorJudgement,
    latest_judgements,
    read_judgements,
    version_of,
    write_judgements,
)
from cinescribe.errors import CorpusError, RecordError
from cinescribe.store import write_records
from tests.corpus.metaphors.judged import no, then, yes


def history():
    draft = yes()
    returned = then(draft, "returned")
    rewritten = then(returned, "rewritten", caption="A car is as fast as a cheetah")
    return [draft, no(by="p2"), returned, rewritten, then(rewritten, "accepted")]


def test_a_judgement_survives_json():
    for one in history():
        assert MetaphorJudgement.from_dict(one.to_dict()) == one


def test_all_versions_stay_and_the_latest_counts(tmp_path):
    write_judgements(tmp_path / "j.jsonl", history())
    read = read_judgements(tmp_path / "j.jsonl")
    assert list(read) == history()
    latest = latest_judgements(read)
    assert [version_of(one) for one in latest.values()] == ["2 accepted", "1 drafted"]
    assert latest["v0", "p1"].caption == "A car is as fast as a cheetah"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"caption": "The car beats a cheetah."},
            "has the sentence .*; expected 'primary is as property as secondary'",
        ),
        ({"primary": " "}, "nothing for d, its primary; fill it in"),
        ({"secondary": None}, "nothing for e, its secondary"),
        ({"property": ""}, "nothing for f, its property"),
        ({"caption": None}, "nothing for g, its caption"),
        ({"audio": None}, "nothing for b, whether audio is needed"),
        ({"spans": ()}, "nothing for c, where it is"),
        ({"secondary": "lion"}, "a sentence g with 'car', 'fast' and 'cheetah', but d, f and e are"),
        ({"is_metaphor": False}, "has no metaphor, but the primary 'the car'; leave d empty, or answer yes to a"),
        ({"by": ""}, "a judgement names clip 'v0' and annotator ''; name both"),
        ({"round": 0}, "rounds count from 1"),
        ({"replaces": "1 drafted"}, "a draft replaces nothing, every other version one"),
        ({"state": "returned", "replaces": "1 drafted"}, "returned ones have one, others none"),
    ],
)
def test_contradictions_are_refused(changes, words):
    with pytest.raises(RecordError, match=words):
        yes().replace(**changes)


def test_letter_case_and_articles_do_not_matter_in_g():
    assert yes(primary="CAR", secondary="a  Cheetah").primary == "CAR"


@pytest.mark.parametrize(
    ("versions", "words"),
    [
        (lambda: [yes(), yes()], "clip 'v0' by 'p1' is there twice; keep one"),
        (lambda: [then(yes(), "accepted")], "replaces '1 drafted', which does not come before it"),
        (lambda: [yes(), then(yes(), "returned"), then(yes(), "accepted")], "the latest version is '1 returned'"),
        (lambda: [yes(), then(yes(), "rewritten")], "is rewritten after it was drafted"),
        (lambda: [yes(), then(yes(), "accepted", description="Other.")], "only rewriting gives both"),
        (lambda: [yes(), no(by="p2"), yes(by="p3"), no(by="p4")], "expected 3 annotators, so leave .*'p4' out"),
    ],
)
def test_histories_that_cannot_be_are_refused(tmp_path, versions, words):
    write_records(tmp_path / "j.jsonl", versions())
    with pytest.raises(CorpusError, match=words):
        read_judgements(tmp_path / "j.jsonl")


def test_a_broken_line_is_named(tmp_path):
    values = yes().to_dict() | {"caption": "Fast."}
    (tmp_path / "j.jsonl").write_text(str(values).replace("'", '"').replace("True", "true").replace("False", "false"))
    with pytest.raises(RecordError, match=r"j.jsonl, line 1: the judgement of 'v0' by 'p1' has the sentence 'Fast.'"):
        read_judgements(tmp_path / "j.jsonl")


def test_a_file_of_something_else_is_no_file_of_judgements(tmp_path):
    (tmp_path / "metaphors.jsonl").write_text('{"clip": "v0", "by": "p1"}\n')
    with pytest.raises(RecordError, match=r"metaphors.jsonl' is no file of judgements: each line of one has clip, by"):
        read_judgements(tmp_path / "metaphors.jsonl")
