import json
from collections import Counter
from pathlib import Path

import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor, read_annotated, write_annotated
from cinescribe.corpus.metaphors.judgements import write_judgements
from cinescribe.corpus.metaphors.unanimous import ExcludedVideo
from cinescribe.corpus.metaphors.unite_judgements import AnnotatorPair, unite_judgements, united_judgements
from cinescribe.errors import CorpusError, OutputError
from cinescribe.metrics.metaphors.annotated_metaphors import read_annotated_metaphors
from cinescribe.store import read_records
from cinescribe.timing import Span
from tests.commands import run_command
from tests.corpus.metaphors.judged import accepted, no, then, videos, yes
from tests.dummies import write_film
from tests.study.sheets.filled import fill

SPLIT = {"train": 2, "val": 1, "test": 1}
ANSWERS_TO_METAPHORS = ("primary", "secondary", "property", "caption", "description")


def judgements():
    """Four videos that stay, v4 without metaphor for one, v5 without a third annotator."""
    kept = [one for n in range(4) for one in accepted(f"v{n}")]
    return [*kept, yes("v4"), yes("v4", "p2", audio=True), no("v4", "p3"), no("v5"), yes("v5", "p2")]


def test_a_corpus_is_made_of_unanimous_videos(tmp_path):
    write_annotated(tmp_path / "videos", videos(6))
    write_judgements(tmp_path / "j.jsonl", judgements())
    united = unite_judgements(tmp_path / "out", tmp_path / "j.jsonl", tmp_path / "videos", split=SPLIT, seed=3)
    read = read_annotated(tmp_path / "out")
    assert [clip.id for clip in read.corpus.clips] == ["v0", "v1", "v2", "v3"]
    assert read.corpus.clips[0].text == "The car is as fast as a cheetah."
    assert len(read.corpus.clips[0].paraphrases) == 2
    assert read.metaphors[1] == AnnotatedMetaphor(
        "v0",
        "the car",
        "fast",
        "cheetah",
        "The car is as fast as a cheetah.",
        "A car races.",
        "2-5",
        audio=False,
        by="p2",
        spans=(Span(2.0, 5.0),),
    )
    assert Counter(film.split for film in read.corpus.films) == SPLIT
    assert inspect_corpus(tmp_path / "out").faults == ()
    assert read_records(tmp_path / "out" / "excluded.jsonl", ExcludedVideo) == [
        ExcludedVideo("v4", "a metaphor for all", "2 of 3 annotators see a metaphor"),
        ExcludedVideo("v5", "judged by all annotators", "2 of 3 annotators judged it"),
    ]
    assert json.loads((tmp_path / "out" / "agreement.json").read_text()) == json.loads(
        json.dumps(united.report.to_dict())
    )
    unite_judgements(tmp_path / "out", tmp_path / "j.jsonl", tmp_path / "videos", split=SPLIT)  # it is ours


def test_scores_see_when_a_united_metaphor_is(tmp_path):
    write_annotated(tmp_path / "videos", videos(1))
    write_judgements(tmp_path / "j.jsonl", accepted("v0", time="whole video", spans=(Span(0.0, 30.0),)))
    unite_judgements(tmp_path / "out", tmp_path / "j.jsonl", tmp_path / "videos", split={"train": 1})
    found = read_annotated_metaphors(tmp_path / "out" / "metaphors.jsonl")
    assert [one.spans for one in found["v0"]] == [(Span(0.0, 30.0),)] * 3


def test_report_counts_attrition_and_agreement():
    report = united_judgements(videos(6), judgements(), split=SPLIT).report
    assert [(row.step, row.clips, row.judgements) for row in report.attrition] == [
        ("videos", 6, 17),
        ("judged by all annotators", 5, 15),
        ("a metaphor for all", 4, 12),
        ("all sentences accepted", 4, 12),
    ]
    a, b = report.agreement
    assert (a.clips, a.same, b.clips, b.same) == (6, 4 / 6, 5, 4 / 5)
    # Fleiss over the five clips with three answers: agreement (4 + 1/3) / 5, expected (14**2 + 1) / 15**2.
    assert a.fleiss == pytest.approx(((4 + 1 / 3) / 5 - 197 / 225) / (1 - 197 / 225))
    # Krippendorff: 15 yes and 2 no, disagreeing pairs 2 (v5) and 4/2 (v4), so 4/17 against 2*15*2 / (17*16).
    assert a.alpha == pytest.approx(1 - (4 / 17) / (60 / 272))
    assert a.pairs[2] == AnnotatorPair("p2", "p3", 5, 0.0)
    assert [(one.split, one.clips) for one in report.splits] == [("train", 2), ("val", 1), ("test", 1)]


def test_agreement_is_that_of_the_drafts():
    asked = yes("v0", "p3", audio=True)
    returned = then(asked, "returned")
    after = then(returned, "rewritten", audio=False)
    others = [one for one in accepted("v0") if one.by != "p3"]
    versions = [*others, asked, returned, after, then(after, "accepted")]
    united = united_judgements(videos(1), versions, split={"train": 1})
    a, b = united.report.agreement
    assert (a.same, b.same) == (1.0, 0.0)
    assert {one.audio for one in united.annotated.metaphors} == {False}
    dropped = [*others, yes("v0", "p3"), then(yes("v0", "p3"), "returned")]
    dropped.append(then(dropped[-1], "rewritten", is_metaphor=False, **dict.fromkeys(ANSWERS_TO_METAPHORS)))
    a, _ = united_judgements(videos(2), [*dropped, *accepted("v1")], split={"train": 1}).report.agreement
    assert a.same == 1.0  # p3 saw a metaphor in v0, and was talked out of it


def test_agreement_is_undefined_where_nothing_varies():
    a, _ = united_judgements(videos(1), accepted("v0"), split={"train": 1}).report.agreement
    assert (a.same, a.fleiss, a.alpha, {pair.kappa for pair in a.pairs}) == (1.0, None, None, {None})
    _, b = united_judgements(videos(2), [*accepted("v0"), no("v1")], split={"train": 1}).report.agreement
    assert b.clips == 1


def test_the_seed_chooses_the_splits():
    versions = [one for n in range(12) for one in accepted(f"v{n}")]

    def splits(seed):
        united = united_judgements(videos(12), versions, split={"train": 8, "val": 2, "test": 2}, seed=seed)
        return [film.split for film in united.annotated.corpus.films]

    assert splits(1) == splits(1) != splits(2)
    assert Counter(splits(1)) == {"train": 8, "val": 2, "test": 2}


def test_an_empty_split_is_named():
    few = united_judgements(videos(2), [*accepted("v0"), *accepted("v1")], split=SPLIT).report
    assert [one.clips for one in few.splits] == [1, 1, 0]
    assert few.empty_splits() == (
        "no clip is left for test: 2 clips do not fill 3 splits; judge more videos before you train or score on it"
    )
    assert united_judgements(videos(6), judgements(), split=SPLIT).report.empty_splits() is None


def test_equal_concepts_may_be_kept_together():
    versions = []
    for n in range(12):
        animal = ("lion", "eagle", "snail", "cheetah")[n % 4]
        caption = f"The car is as fast as a {animal}"
        versions += accepted(f"v{n}", secondary=animal.upper() if n % 3 else animal, caption=caption)
    found = united_judgements(
        videos(12), versions, split={"train": 6, "val": 3, "test": 3}, seed=1, concepts_apart=True
    )
    splits = [film.split for film in found.annotated.corpus.films]
    assert all(len({splits[n], splits[n + 4], splits[n + 8]}) == 1 for n in range(4))
    assert Counter(splits) == {"train": 6, "val": 3, "test": 3}


@pytest.mark.parametrize(
    ("versions", "words"),
    [
        ([yes("v9")], "clip 'v9' is judged by 'p1', but is none of the videos"),
        ([yes(spans=(Span(25, 31),))], "from 25 to 31 s, outside the film, which lasts 30.00 s; correct the time"),
        ([yes()], "no video is left of 3; clip 'v2': 0 of 3 annotators judged it"),
        (
            accepted("v0")[:5],
            r"left of 3; sentences that wait for the expert: 1 \(videos: 1\); let an expert decide .*`study sheets`",
        ),
        (
            [*accepted("v0")[:5], then(accepted("v0")[4], "returned")],
            r"left of 3; sentences that were returned to their annotators: 1 \(videos: 1\); let them .*`study sheets`",
        ),
        ([no(by=f"p{n}") for n in range(4)], "expected 3 annotators, so leave .*'p3' out"),
    ],
)
def test_inconsistent_judgements_are_refused(versions, words):
    with pytest.raises(CorpusError, match=words):
        united_judgements(videos(), versions)


def test_videos_are_not_written_over(tmp_path):
    write_annotated(tmp_path, videos())
    with pytest.raises(OutputError, match="is read and would be written"):
        unite_judgements(tmp_path, tmp_path / "j.jsonl", tmp_path)


def test_the_films_of_a_united_corpus_are_found(tmp_path):
    (tmp_path / "videos" / "deep").mkdir(parents=True)
    write_film(tmp_path / "videos" / "deep" / "v0.mp4", seconds=6.0, sound=False, rate=4)
    write_judgements(tmp_path / "j.jsonl", accepted("v0"))
    unite_judgements(tmp_path / "out", tmp_path / "j.jsonl", tmp_path / "videos", split={"train": 1})
    assert [film.path for film in read_annotated(tmp_path / "out").corpus.films] == ["films/deep/v0.mp4"]
    assert inspect_corpus(tmp_path / "out").faults == ()
    # From the corpus of an import, whose films are linked, too.
    unite_judgements(tmp_path / "again", tmp_path / "j.jsonl", tmp_path / "out", split={"train": 1})
    assert inspect_corpus(tmp_path / "again").faults == ()
    (film,) = read_annotated(tmp_path / "again").corpus.films
    assert (tmp_path / "again" / film.path).is_file()


@pytest.mark.slow
def test_commands_turn_sheets_into_a_corpus(tmp_path):
    write_annotated(tmp_path / "videos", videos(2))
    given = {
        "a metaphor": "yes",
        "b audio needed": "no",
        "c time": "whole video",
        "d primary concept": "car",
        "e secondary concept": "cheetah",
        "f property": "fast",
        "g sentence": "The car is as fast as a cheetah",
    }
    run = ("corpus", "metaphors")
    for by in ("p1", "p2", "p3"):
        run_command(*run, "sheet", tmp_path / "videos", "-o", tmp_path / f"{by}.csv", "--annotator", by)
        fill(tmp_path / f"{by}.csv", {0: given, 1: {"a metaphor": "no"}})
    sheets = [tmp_path / f"{by}.csv" for by in ("p1", "p2", "p3")]
    here = {name: tmp_path / f"{name}.jsonl" for name in ("1", "2", "3", "4")}
    films = ("--videos", tmp_path / "videos")
    shown = run_command(*run, "collect", sheets[0], *films, "-o", here["1"], "--json")
    assert json.loads(shown.stdout) == {"new": 2, "blank": 0, "versions": 2}
    run_command(*run, "collect", *sheets[1:], *films, "--judgements", here["1"], "-o", here["2"])
    assert run_command(*run, "lint", here["2"]).stdout == "no fault found\n"
    run_command(*run, "validation-sheet", here["2"], "-o", tmp_path / "v.csv")
    answers = {n: {"decision": "accept"} for n in range(2)} | {2: {"decision": "return", "remark": "say more"}}
    fill(tmp_path / "v.csv", answers)
    shown = run_command(*run, "validate", tmp_path / "v.csv", "--judgements", here["2"], "-o", here["3"], "--json")
    assert json.loads(shown.stdout) == {"accepted": 2, "returned": 1, "open": 0}
    unite = (*run, "unite", *films, "--split", "1,1,1", "-o")
    left = run_command(*unite, tmp_path / "early", here["3"], exit_code=1).stderr
    assert "no video is left of 2" in left
    run_command(*run, "rewrite-sheet", here["3"], "--annotator", "p3", "-o", tmp_path / "r.csv")
    fill(tmp_path / "r.csv", {0: {"g sentence": "The car is as fast as a cheetah."}})
    rewrite = (*run, "rewrite", tmp_path / "r.csv", *films, "--judgements", here["3"], "-o", here["4"])
    assert run_command(*rewrite).stdout == "new: 1\nunchanged: 0\n"
    run_command(*run, "validation-sheet", here["4"], "-o", tmp_path / "v2.csv")
    fill(tmp_path / "v2.csv", {0: {"decision": "accept"}})
    final: Path = tmp_path / "final.jsonl"
    run_command(*run, "validate", tmp_path / "v2.csv", "--judgements", here["4"], "-o", final)
    shown = run_command(*unite, tmp_path / "corpus", final)
    assert "a metaphor for all: 1 clips, 3 judgements" in shown.stdout
    assert "no clip is left for val and test: 1 clips do not fill 3 splits" in shown.stderr
    assert "agreement on a: 100.0% the same in 2 clips, Fleiss 1.000, Krippendorff 1.000" in shown.stdout
    assert len(read_annotated(tmp_path / "corpus").metaphors) == 3
    assert run_command(*unite[:-3], "--split", "1,2", "-o", tmp_path / "c2", final, exit_code=2).stderr


def test_the_commands_brief_and_screen(tmp_path):
    (tmp_path / "key.csv").write_text("test,clip,metaphor\n1,a,yes\n2,b,no\n")
    assert "primary concept" in run_command("corpus", "metaphors", "briefing").stdout
    made = ("corpus", "metaphors", "screening-sheet", tmp_path / "key.csv", "--annotator", "p1", "-o")
    run_command(*made, tmp_path / "p1.csv")
    fill(tmp_path / "p1.csv", {0: {"metaphor": "yes"}, 1: {"metaphor": "yes"}})
    shown = run_command("corpus", "metaphors", "screen", tmp_path / "p1.csv", "--key", tmp_path / "key.csv")
    assert shown.stdout == "p1: test 1 100%, test 2 0%, not passed\n"
