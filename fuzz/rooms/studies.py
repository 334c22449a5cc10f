"""Studies: their folders, the files that people edit, the truths of simulated raters, and scores of metrics."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from cinescribe.corpus.metaphors.screening import read_screening_key
from cinescribe.export.folder import LOG, SCRIPT
from cinescribe.schema import Clip
from cinescribe.store import write_record
from cinescribe.study.crowd.payment_file import read_workers
from cinescribe.study.design.crowd import read_crowd_rules
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.design.screening import read_screening
from cinescribe.study.design.training import read_training
from cinescribe.study.folders.make_study import make_study, protocol_questions
from cinescribe.study.folders.open_study import CARD, DATABASE, open_study
from cinescribe.study.kinds.gold import read_gold_items
from cinescribe.study.kinds.items import StudyItem, StudyText
from cinescribe.study.kinds.questions import read_questions, write_questions
from cinescribe.study.kinds.study_kind import Sources
from cinescribe.study.kinds.table import KINDS
from cinescribe.study.results.judgements import read_judgements
from cinescribe.study.results.metric_correlations import read_metric_scores
from cinescribe.study.simulation.truth import read_truth
from cinescribe.study.trial.costs import film_cost
from cinescribe.study.trial.joined import join_results, results_table
from cinescribe.study.trial.results import read_results
from cinescribe.study.trial.trial_folder import TRIAL, Trial, read_trial, write_trial
from cinescribe.timing import Span
from fuzz.reader import Reader, Seed, file_reader, files_below
from fuzz.samples.scripts import small_script

_TRUTH = b"system,criterion,value\na,correctness,0.5\nb,correctness,-1e-3\n,present,1\n"
_CLIPS = {id: Clip(id, "film", Span(0.0, 2.0)) for id in ("c1", "c2")}
_GOLD = (
    b'{"clip": "c1", "texts": [{"text": "P1 runs."}, {"text": "Xyz."}], '
    b'"answers": [{"question": "grammar", "values": [1, 2]}]}\n'
)
_CROWD = b'platform = "mturk"\npages = 9\nminutes = 30\n[payment]\nseconds = 1.5\n[finished]\ncode = "C1"\n'
_TRAINING = (
    b'{"clip": "c1", "texts": [{"text": "P1 runs."}, {"text": "Xyz."}], '
    b'"answers": [{"question": "grammar", "values": [1, 2], "why": "Xyz is no sentence."}]}\n'
)

_DESCRIBED = "film.ad"
_REQUESTS = (
    b'{"at": "2026-01-01", "event": "requests", "views": 4, "second_views": 1, "drafts": 4, "checks": 3, "looks": 0, '
    b'"pictures": 40, "seconds": 30.5, "own_seconds": 2.25, "pauses": 4}\n'
)
_SHARES = ("true", "partly true", "false", "cannot tell", "worth hearing", "silence that needed words")
_SHARE = '{"name": "%s", "n_yes": 3, "n": 4, "value": 0.75, "low": 0.3, "high": 0.95}'
_RESULTS = (
    '{"model": "qwen3-vl:4b", "served_by": "server", "software": [{"name": "python", "version": "3.11.7"}], '
    '"machine": {"cores": 2, "memory_gib": 8.0, "system": "Linux x86_64"}, "films": [{"minutes": 10.0, '
    '"sentences": 40, "silent_pauses": 3, "pauses": 50, "requests": 180, "pictures": 400, "seconds": 900.0, '
    '"own_seconds": 10.0}], '
    '"sentences_a_minute": {"n": 40, "minutes": 10.0, "value": 4.0, "low": 2.8577, "high": 5.4469}, "shares": ['
    + ", ".join(_SHARE % name for name in _SHARES)
    + '], "n_judges": 1, "n_blind": 0, "texts": [{"sentence": "Anna waves.", "truth": "yes", "worth": true}]}'
).encode()


def _trials() -> list[Seed]:
    with TemporaryDirectory() as folder:
        write_trial(Path(folder), Trial("server:http://localhost:1#m", ("film",), effort="quick"))
        write_record(Path(folder) / _DESCRIBED / SCRIPT, small_script())
        (Path(folder) / _DESCRIBED / LOG).write_bytes(_REQUESTS)
        files = files_below(Path(folder))
    return [Seed(files, (name,)) for name in (TRIAL, f"{_DESCRIBED}/{SCRIPT}", f"{_DESCRIBED}/{LOG}")]


def _trial(folder: Path) -> None:
    read_trial(folder)
    film_cost(folder / _DESCRIBED)
    KINDS["trial"].items(Sources(folder), None, Random(0))


def _studies() -> list[Seed]:
    texts = StudyText("a", "P1 runs.", "c1"), StudyText("b", "P1 waves.", "c1")
    item = StudyItem("c1", "film", Span(0.0, 2.0), texts)
    design = StudyDesign("s", "rank", protocol_questions(KINDS["rank"], None), 2, "corpus", "lsmdc")
    with TemporaryDirectory() as folder:
        make_study(Path(folder) / "study", design, [item])
        files = files_below(Path(folder) / "study")
    return [Seed(files, (name,)) for name in (CARD, DATABASE)]


def _open(folder: Path) -> None:
    with open_study(folder) as (database, study):
        read_judgements(database, study)


def _questions() -> list[bytes]:
    contents = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "questions.jsonl"
        for kind in KINDS.values():
            write_questions(path, protocol_questions(kind, None))
            contents.append(path.read_bytes())
    return contents


READERS = (
    Reader("study.open_study", _open, _studies, (open_study,), share=0.2),
    file_reader(read_questions, "questions.jsonl", _questions),
    Reader("study.read_trial", _trial, _trials, (read_trial,), share=0.5),
    file_reader(
        lambda path: results_table(join_results([path])),
        "trial-results.json",
        [_RESULTS],
        label="study.read_results",
        covers=[read_results],
    ),
    file_reader(read_truth, "truth.csv", [_TRUTH]),
    file_reader(
        lambda path: read_gold_items(path, clips=_CLIPS, questions=protocol_questions(KINDS["rank"], None)),
        "gold.jsonl",
        [_GOLD],
        label="study.read_gold_items",
        covers=[read_gold_items],
    ),
    file_reader(read_crowd_rules, "crowd.toml", [_CROWD]),
    file_reader(read_workers, "workers.csv", [b"Participant id,Submission id\nw1,s1\nw2,s2\n"]),
    file_reader(
        lambda path: read_training(path, clips=_CLIPS, questions=protocol_questions(KINDS["rank"], None)),
        "training.jsonl",
        [_TRAINING],
        label="study.read_training",
        covers=[read_training],
    ),
    file_reader(
        lambda path: read_screening(path, clips=_CLIPS),
        "key.csv",
        [b"test,clip,metaphor\n1,c1,yes\n2,c2,no\n"],
        label="study.read_screening",
        covers=[read_screening, read_screening_key],
    ),
    file_reader(
        lambda path: read_metric_scores([path]),
        "a.csv",
        [b"id,system,CIDEr,METEOR\nc1,a,0.5,0.25\nc2,a,0.125,1e-3\n"],
        label="study.read_metric_scores",
        covers=[read_metric_scores],
    ),
)
