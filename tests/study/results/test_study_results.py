"""Every kind of study: made, answered by simulated raters, exported, and printed beside the paper's figures."""

import csv
import json

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor, Commonsense
from cinescribe.metrics.human.ratings import read_ratings
from cinescribe.schema import Clip
from cinescribe.store import read_records
from cinescribe.timing import Span
from tests.commands import run_command
from tests.study.described import MODEL, described

ASPECTS = ("intention", "effect", "attribute")


@pytest.fixture
def corpus(tmp_path):
    clips = [Clip(f"c{n}", "film", Span(n, n + 1), f"Reference {n}.") for n in range(4)]
    write_corpus(tmp_path / "corpus", CorpusCard("x", "y", "z"), films=[CorpusFilm("film", "test")], clips=clips)
    for system in ("a", "b"):
        captions = {clip.id: "The same." if clip.id == "c0" else f"{system} {clip.id}." for clip in clips}
        (tmp_path / f"{system}.json").write_text(json.dumps(captions))
        lines = [
            json.dumps(
                {"clip": clip.id, "caption": "They wave.", **{of: [f"{system} 1", f"{system} 2"] for of in ASPECTS}}
            )
            for clip in clips
        ]
        (tmp_path / f"{system}.jsonl").write_text("\n".join(lines))
    phrases = [{"text": text, "event": "e", "similarity": 0.5} for text in ("to greet", "to go")]
    candidates = [{"clip": "c1", "caption": "P1 waves.", "event": "e", **dict.fromkeys(ASPECTS, phrases)}]
    (tmp_path / "candidates.jsonl").write_text("\n".join(map(json.dumps, candidates)))
    return tmp_path / "corpus"


def studied(corpus, kind, *options, truth, raters=3, careless=0, scores=()):
    """Make, simulate, export and print a study; return what it printed and its ratings."""
    folder = corpus.parent
    rows = [f"{system},{criterion},{value}" for system, criterion, value in truth]
    (folder / "truth.csv").write_text("\n".join(["system,criterion,value", *rows]))
    run_command("study", "make", kind, corpus, *options, "--judges", raters, "-o", folder / "study")
    command = ["study", "simulate", folder / "study", "--truth", folder / "truth.csv"]
    run_command(*command, "--raters", raters, "--careless", careless, "-q")
    run_command("study", "export", folder / "study", "-o", folder / "ratings.csv")
    given = [part for path in scores for part in ("--scores", path)]
    return run_command("study", "results", folder / "study", *given, "-o", folder / "out").stdout, folder


def systems(corpus, suffix):
    return [part for name in ("a", "b") for part in ("--systems", f"{name}={corpus.parent / name}.{suffix}")]


def test_simulated_trial_gives_results(tmp_path):
    described(tmp_path / "trial", "film")
    model = [(MODEL, "truth", 1.0), (MODEL, "worth", 0.0), ("", "needed", 1.0)]
    printed, folder = studied(tmp_path / "trial", "trial", truth=model)
    assert "worth" in printed
    with open(folder / "ratings.csv", encoding="utf-8") as ratings:
        rows = [(row["criterion"], float(row["rating"])) for row in csv.DictReader(ratings)]
    assert sorted(set(rows)) == [("needed", 1.0), ("worth", 0.0)]  # labels are no ratings
    assert rows.count(("worth", 0.0)) == 2 * 3  # sentences, raters


@pytest.mark.slow
def test_simulated_rank_study_gives_results(corpus):
    values = {"a": 2.0, "b": 0.0, "reference": 4.0}
    truth = [(system, of, value) for system, value in values.items() for of in ("correctness", "grammar", "relevance")]
    options = [*systems(corpus, "json"), "--reference", "--protocol", "mpii-md"]
    printed, folder = studied(corpus, "rank", *options, truth=truth)
    sheet = read_ratings(folder / "ratings.csv")
    assert sheet.is_ranking
    assert len(sheet.ratings) == 4 * 3 * 3 * 3  # clips, raters, systems, criteria
    assert "ties of equal texts, broken as drawn, 9" in printed  # one clip, 3 raters, 3 criteria
    assert "paper: Visual-Labels" in printed
    results = json.loads((folder / "out" / "results.json").read_text())
    assert [one["system"] for one in results["comparisons"][0]["means"]] == ["reference", "a", "b"]
    assert "unknown pseudonym" in run_command("study", "forget", folder / "study", "me", exit_code=1).stderr


@pytest.mark.slow
def test_simulated_pair_study_gives_results(corpus):
    truth = [("a", of, 50.0) for of in ("correctness", "relevance")] + [
        ("b", of, 0.0) for of in ("correctness", "relevance")
    ]
    (corpus.parent / "b.json").write_text(json.dumps({f"c{n}": f"b {n}" for n in range(4)}))
    printed, folder = studied(corpus, "pair", *systems(corpus, "json"), truth=truth)
    lines = printed.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("Chosen by the majority"))
    assert lines[start + 2].split() == ["a", "100.00", "100.00"]
    assert lines[start + 3].split() == ["b", "0.00", "0.00"]
    assert ["paper:", "description", "66.10", "66.60"] in [line.split() for line in lines]
    assert "never change places" in printed
    assert read_ratings(folder / "ratings.csv").is_ranking


@pytest.mark.slow
def test_simulated_rate_study_gives_results(corpus):
    truth = [(system, of, value) for system, value in (("a", 5.0), ("b", 1.0)) for of in ASPECTS]
    printed, folder = studied(corpus, "rate", *systems(corpus, "jsonl"), "--items", 2, truth=truth)
    sheet = read_ratings(folder / "ratings.csv")
    assert len(sheet.ratings) == 2 * 3 * 2 * 2 * 3  # clips, aspects, systems, texts, raters
    assert {(one.system, one.criterion) for one in sheet.ratings} == {(s, of) for s in "ab" for of in ASPECTS}
    for title in ("Valid, %", "Standard deviation", "IRAS, %", "Smooth IRAS, %", "Texts by standard deviation"):
        assert any(line.startswith(title) for line in printed.splitlines())
    assert "paper: V2C-Transformer" in printed


@pytest.mark.slow
def test_simulated_yes_no_study_gives_results(corpus):
    criteria = ("fluency", "primary-concept", "consistency", "creativity")
    truth = [(system, of, value) for system, value in (("a", 1.0), ("b", 0.5)) for of in criteria]
    (corpus.parent / "b.json").write_text(json.dumps({f"c{n}": f"b {n}" for n in range(4)}))
    printed, _ = studied(corpus, "yes-no", *systems(corpus, "json"), truth=truth)
    assert ["a", "100.00", "100.00", "100.00", "100.00"] in [line.split() for line in printed.splitlines()]
    assert ["paper:", "A", "and", "B", "0.64", "\N{EN DASH}"] in [line.split() for line in printed.splitlines()]


@pytest.mark.slow
def test_simulated_choose_study_gives_results(corpus):
    truth = [("atomic", of, value) for of, value in zip(ASPECTS, (1.0, 0.0, 1.0), strict=True)]
    candidates = f"atomic={corpus.parent / 'candidates.jsonl'}"
    _, folder = studied(corpus, "choose", "--systems", candidates, truth=truth)
    (chosen,) = read_records(folder / "out" / "commonsense.jsonl", Commonsense)
    assert (chosen.clip, chosen.caption, chosen.effects) == ("c1", "P1 waves.", ())
    assert {*chosen.intentions} == {*chosen.attributes} == {"to greet", "to go"}
    assert (folder / "out" / "commonsense-clean.jsonl").read_text().count("Somebody wants something.") == 3


@pytest.mark.slow
def test_simulated_metaphor_study_gives_results(corpus):
    printed, folder = studied(corpus, "metaphor", truth=[("", "present", 1.0), ("", "audio", 0.5)])
    found = read_records(folder / "out" / "metaphors.jsonl", AnnotatedMetaphor)
    assert len(found) == 4 * 3
    assert {one.caption for one in found} == {"The drink is as fresh as a waterfall."}
    assert all(one.spans == (Span(float(one.time or 0), float(one.time or 0) + 1),) for one in found)
    assert "Agreement, kappa" in printed


@pytest.mark.slow
def test_raters_who_fail_a_test_are_counted_and_get_no_items(corpus):
    (corpus.parent / "key.csv").write_text("test,clip,metaphor\n1,c0,yes\n2,c1,no\n")
    options = ["--screening", corpus.parent / "key.csv", "--pass-mark", 100]
    truth = [("", "present", 1.0), ("", "audio", 0.5)]
    printed, folder = studied(corpus, "metaphor", *options, truth=truth, raters=2, careless=4)
    line = next(line for line in printed.splitlines() if line.startswith("screening: of 6 people who were tested"))
    results = json.loads((folder / "out" / "results.json").read_text())
    counts = results["screening"]
    assert (counts["n_tested"], counts["n_passed"] + counts["n_failed"], counts["pass_mark"]) == (6, 6, 1.0)
    assert counts["n_failed"] >= 1
    assert f"{counts['n_failed']} failed and got no items" in line
    assert results["n_raters"] <= counts["n_passed"]
    with (folder / "ratings.csv").open(newline="") as file:
        assert {row["item"] for row in csv.DictReader(file)} == {"c2", "c3"}


def test_results_refuse_folder_with_other_files(corpus):
    folder = corpus.parent
    run_command("study", "make", "metaphor", corpus, "-o", folder / "study")
    error = run_command("study", "results", folder / "study", "-o", folder / "out", exit_code=1).stderr
    assert "the study 'study' has no answers" in error
    (folder / "truth.csv").write_text("system,criterion,value\n,present,0\n")
    run_command("study", "simulate", folder / "study", "--truth", folder / "truth.csv", "--raters", 1, "-q")
    (folder / "out").mkdir()
    (folder / "out" / "results.json").write_text("mine")
    error = run_command("study", "results", folder / "study", "-o", folder / "out", exit_code=1).stderr
    assert "by Cinescribe; name a new or empty folder" in error
    assert (folder / "out" / "results.json").read_text() == "mine"


@pytest.mark.slow
def test_results_are_shown_with_and_without_careless_raters(corpus):
    folder = corpus.parent
    answer = {"question": "correctness", "values": [1, 2, 3]}
    texts = [{"text": "A man waves."}, {"text": "A man."}, {"text": "Xyz."}]
    gold = [json.dumps({"clip": f"c{n % 4}", "texts": texts, "answers": [answer]}) for n in range(6)]
    (folder / "gold.jsonl").write_text("\n".join(gold))
    values = {"a": 8.0, "b": 0.0, "reference": 16.0}
    criteria = ("correctness", "grammar", "relevance", "helpful")
    options = [*systems(corpus, "json"), "--reference", "--gold", folder / "gold.jsonl", "--repeats", 2]
    printed, _ = studied(
        corpus,
        "rank",
        *options,
        truth=[(system, of, value) for system, value in values.items() for of in criteria],
        raters=2,
        careless=1,
    )
    assert "1 of 3 raters are suspect; the results above have all of them" in printed
    suspect = next(line for line in printed.splitlines() if "known answers right" in line)
    assert "gold" in suspect
    assert "time" in suspect
    assert "\nWithout 1 suspect raters:\n" in printed
    results = json.loads((folder / "out" / "results.json").read_text())
    assert (results["n_raters"], results["without_suspects"]["n_raters"]) == (3, 2)
    assert len(read_ratings(folder / "ratings.csv").ratings) == 4 * 2 * 3 * 4  # nobody is dropped, no gold item rated


@pytest.mark.slow
def test_metrics_are_correlated_with_every_criterion(corpus):
    folder = corpus.parent
    (folder / "b.json").write_text(json.dumps({f"c{n}": f"b {n}" for n in range(4)}))
    (folder / "a.csv").write_text("id,Fit\nc0,1\nc1,1\nc2,1\nc3,1\n")
    (folder / "b.csv").write_text("id,Fit\nc0,0\nc1,0\nc2,0\nc3,0\n")
    truth = [("a", of, value) for of, value in (("correctness", 50.0), ("relevance", 0.0))]
    truth += [("b", of, value) for of, value in (("correctness", 0.0), ("relevance", 50.0))]
    scores = [folder / "a.csv", folder / "b.csv"]
    printed, _ = studied(corpus, "pair", *systems(corpus, "json"), truth=truth, scores=scores)
    lines = [line.split() for line in printed.splitlines()]
    assert ["Fit", "1.00", "-1.00"] in lines
    results = json.loads((folder / "out" / "results.json").read_text())
    assert [(one["criterion"], one["overall"]["items"]) for one in results["metrics"]] == [
        ("correctness", 8),
        ("relevance", 8),
    ]
    assert "metrics_absent" not in results
    (folder / "flat.csv").write_text("id,system,Flat\n" + "".join(f"c{n},{of},2\n" for n in range(4) for of in "ab"))
    again = ["study", "results", folder / "study", "-o", folder / "out", "--scores"]
    printed = run_command(*again, scores[0], "--scores", scores[1], "--scores", folder / "flat.csv").stdout
    absent = [
        f"no Pearson's r of Flat with {of} (ranks turned round): all values of Flat are 2; a correlation needs values "
        "that vary"
        for of in ("correctness", "relevance")
    ]
    assert ["Fit", "1.00", "-1.00"] in [line.split() for line in printed.splitlines()]
    assert set(absent) < set(printed.splitlines())
    results = json.loads((folder / "out" / "results.json").read_text())
    assert ([one["metric"] for one in results["metrics"]], results["metrics_absent"]) == (["Fit", "Fit"], absent)
    assert set(absent) < set((folder / "out" / "tables.txt").read_text().splitlines())
    run_command(*again, folder / "flat.csv")
    assert json.loads((folder / "out" / "results.json").read_text())["metrics_absent"] == absent
    (folder / "x.csv").write_text("id,Fit\nc0,1\n")
    assert (
        "the scores have Fit of x, and the study has a, b" in run_command(*again, folder / "x.csv", exit_code=1).stderr
    )
    twice = run_command(*again, scores[0], "--scores", scores[0], exit_code=1).stderr
    assert "has Fit of 'c0' by 'a' again; give each system once" in twice
    (folder / "x.csv").write_text("id,text\nc0,one\n")
    assert (
        "has no metric; give what `score --per-item` writes"
        in run_command(*again, folder / "x.csv", exit_code=1).stderr
    )
