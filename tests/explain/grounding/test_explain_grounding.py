import importlib
import json

import pytest
import torch

from cinescribe.corpus.core.stills import read_stills, write_stills
from cinescribe.corpus.datasets.coco import SOURCE
from cinescribe.errors import CorpusError, ModelError, OutputError, ScoreError
from cinescribe.explain.attribution.methods import METHODS
from cinescribe.explain.grounding.explain_grounding import explain_grounding
from cinescribe.features.regions.region_batch import RegionSizes
from cinescribe.features.regions.region_store import RegionProvenance, RegionStore
from cinescribe.metrics.embedding.grounding import read_grounded
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from tests.commands import run_command
from tests.explain.attention.test_explain_attention import checkpoint as micap_checkpoint
from tests.explain.attention.test_explain_attention import corpus as film_corpus
from tests.explain.small_captioner import trained_captioner
from tests.train import still_world as world

module = importlib.import_module("cinescribe.explain.grounding.explain_grounding")

pytestmark = pytest.mark.usefixtures("one_thread")
STILLS, REGIONS = world.world()
TOKENS = world.vocabulary(STILLS)
TEST = STILLS[-4:]


def relabelled(still, called):
    regions = tuple(region.replace(label=called.get(region.label, region.label)) for region in still.regions)
    return still.replace(regions=regions)


def corpus(folder, change=lambda still: still, *, source="test"):
    """The world with its last four stills changed and called `test`; the first of them has no boxes."""
    base = read_stills(world.corpus(folder))
    stills = [change(still) if still in TEST else still for still in base.stills]
    stills = [still.replace(regions=()) if still.id == TEST[0].id else still for still in stills]
    splits = [split.replace(name="test") if split.name == "val" else split for split in base.splits]
    write_stills(folder, base.card.replace(source=source), stills=stills, splits=splits)
    return folder


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trained") / "captions"
    card = CheckpointCard("transformer", pictures=RegionSizes(n_tokens=world.N_TOKENS), features="regions")
    write_checkpoint(folder, trained_captioner(world.reader(REGIONS, TOKENS), STILLS), tokens=TOKENS, card=card)
    return folder


def run(*args):
    result = run_command(*args, exit_code=None)
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.slow
def test_a_split_is_captioned_and_evaluated(trained, tmp_path):
    found = explain_grounding(trained, corpus(tmp_path / "corpus"), method="saliency")
    assert [caption.id for caption in found.captions] == [still.id for still in TEST]
    assert (found.n_boxless, found.n_silent) == (1, 0)
    assert found.captions[0].words == ()
    assert found.captions[1:] == found.evaluation.captions
    assert found.evaluation.method == "saliency"
    assert found.evaluation.n_nouns >= found.evaluation.n_present > 0
    assert found.evaluation.pointing is not None
    assert set(found.evaluation.pointing.per_item) <= {still.id for still in TEST[1:]}


def test_stills_with_an_empty_caption_are_counted(trained, tmp_path, monkeypatch):
    real = module.caption_stills
    monkeypatch.setattr(module, "caption_stills", lambda *args, **options: real(*args, **options)[1:])
    found = explain_grounding(trained, corpus(tmp_path / "corpus"), method="saliency")
    assert (found.n_boxless, found.n_silent) == (1, 1)
    assert [caption.words == () for caption in found.captions[:3]] == [True, True, False]


def test_a_limit_and_a_report_of_progress(trained, tmp_path):
    reports = []
    folder = corpus(tmp_path / "corpus")
    found = explain_grounding(
        trained, folder, method="saliency", at_most=3, progress=lambda stage, share: reports.append((stage, share))
    )
    assert [caption.id for caption in found.captions] == [still.id for still in TEST[:3]]
    assert reports == [("explained", 0.5), ("explained", 1.0)]


@pytest.mark.slow
def test_nouns_name_coco_s_classes_by_its_table(trained, tmp_path):
    def n_present(name, called, *, source):
        folder = corpus(tmp_path / name, lambda still: relabelled(still, called), source=source)
        return explain_grounding(trained, folder, method="saliency").evaluation.n_present

    called = {"dog": "hot dog"}
    as_written = n_present("dogs", {}, source="test")
    assert n_present("coco", called, source=SOURCE) == as_written
    assert n_present("another", called, source="test") < as_written


@pytest.mark.slow
def test_captions_without_a_present_noun_are_refused(trained, tmp_path):
    meters = dict.fromkeys(world.THINGS, "parking meter")
    folder = corpus(tmp_path / "corpus", lambda still: relabelled(still, meters))
    with pytest.raises(ScoreError, match="none of the 3 captions has a noun whose class is in its picture"):
        explain_grounding(trained, folder, method="saliency")


@pytest.mark.slow
def test_the_command_prints_one_value(trained, tmp_path):
    path = tmp_path / "looked.jsonl"
    folder = corpus(tmp_path / "corpus")
    code, out, err = run(
        "explain", "grounding", trained, folder, "--method", "saliency", "-o", path, "--json", "--quiet"
    )
    assert (code, err) == (0, "")
    value = json.loads(out)
    evaluation = explain_grounding(trained, folder, method="saliency").evaluation
    assert evaluation.pointing is not None
    margins = ["0", "1", "3", "5", "inf"]
    assert list(value["scores"]) == [*(f"GroundingScore({margin})" for margin in margins), "Pointing"]
    assert value["scores"]["Pointing"] == {
        "value": evaluation.pointing.value,
        "signature": evaluation.pointing.signature,
    }
    assert list(value["auc"]) == margins
    assert value["grounded"] == str(path)
    assert {name: value[name] for name in ("method", "stills", "boxless", "silent", "nouns", "pointed", "no_box")} == {
        "method": "saliency",
        "stills": 4,
        "boxless": 1,
        "silent": 0,
        "nouns": evaluation.n_nouns,
        "pointed": evaluation.n_present,
        "no_box": evaluation.hallucinated,
    }


def test_the_command_prints_the_same_as_text(trained, tmp_path):
    folder = corpus(tmp_path / "corpus")
    code, out, _ = run("explain", "grounding", trained, folder, "--method", "even", "--limit", "2", "--split", "test")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].startswith("even order: ")
    assert lines[0].endswith("nouns of 1 captions (1 stills without boxes, 0 without a word)")
    starts = ("GroundingScore(0)", "GroundingScore(inf)", "Pointing", "asked of", "no box", "AUC(0)", "AUC(inf)")
    for start in starts:
        assert sum(line.startswith(start) for line in lines) == 1


@pytest.mark.slow
def test_score_reads_the_file_and_returns_the_same_scores(trained, tmp_path):
    folder, path = corpus(tmp_path / "corpus"), tmp_path / "looked.jsonl"
    code, out, _ = run("explain", "grounding", trained, folder, "--method", "occlusion", "-o", path, "--json")
    assert code == 0
    found = json.loads(out)["scores"]
    assert [caption.id for caption in read_grounded(path)] == [still.id for still in TEST]
    code, captions, _ = run("caption", trained, folder, "--json")
    assert code == 0
    (tmp_path / "captions.jsonl").write_text(captions)
    references = [json.dumps({"id": still.id, "captions": still.captions}) for still in TEST]
    (tmp_path / "references.jsonl").write_text("\n".join(references))
    args = ("score", tmp_path / "captions.jsonl", tmp_path / "references.jsonl", "--metrics", "groundingscore")
    code, out, err = run(*args, "--grounded", path, "--json")
    assert (code, err) == (0, "")
    scored = json.loads(out)
    assert len(scored) == 5
    for name, score in scored.items():
        assert score["value"] == pytest.approx(found[name]["value"], abs=1e-9)
        assert score["signature"] == found[name]["signature"]


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_every_method_works(trained, tmp_path, method):
    evaluation = explain_grounding(trained, corpus(tmp_path / "corpus"), method=method).evaluation
    assert evaluation.n_nouns > 0


@pytest.mark.slow
def test_cells_of_a_grid_work(trained, tmp_path):
    folder = corpus(tmp_path / "corpus")
    plain = {id: type(one)(one.rows, one.boxes, ("",) * len(one)) for id, one in REGIONS.items()}
    store = RegionStore(folder / "features" / "regions")
    store.write(plain, made=RegionProvenance("cells", "1"), sources=dict.fromkeys(plain, "other"))
    assert explain_grounding(trained, folder, method="saliency").evaluation.n_present > 0


def test_a_model_that_reads_no_pictures(tmp_path):
    folder = micap_checkpoint(tmp_path / "model")
    with pytest.raises(ModelError, match="holds a micap, which does not read pictures; name the checkpoint of a trans"):
        explain_grounding(folder, corpus(tmp_path / "corpus"))


def test_a_corpus_without_boxes(trained, tmp_path):
    bare = corpus(tmp_path / "corpus", lambda still: still.replace(regions=()))
    with pytest.raises(CorpusError, match="none of 4 stills of 'test' of still world has a box with a class, which"):
        explain_grounding(trained, bare)
    nameless = corpus(tmp_path / "nameless", lambda still: relabelled(still, dict.fromkeys(world.THINGS, "")))
    with pytest.raises(CorpusError, match="build the corpus with its boxes"):
        explain_grounding(trained, nameless)


def test_errors_are_one_line(trained, tmp_path):
    folder = corpus(tmp_path / "corpus")
    films = film_corpus(tmp_path / "films")
    for args, message in (
        ((trained, folder, "--split", "val"), "still world has no split 'val'; it has train, test"),
        ((trained, films), "is a corpus of films; expected one of stills"),
        ((tmp_path, folder), "holds no checkpoint"),
        ((trained, folder, "-o", tmp_path), "is a folder; name a file in it"),
        ((trained, folder, "-o", folder / "stills.jsonl"), "is a file of CORPUS, which is read; name another"),
    ):
        code, out, err = run("explain", "grounding", *args)
        assert (code, out, len(err.splitlines())) == (1, "", 1), err
        assert message in err
    assert run("explain", "grounding", trained, folder, "--method", "lime")[0] == 2


def test_an_unknown_method_is_named(trained, tmp_path):
    with pytest.raises(ModelError, match="the attribution method 'lime' is not known; known are saliency, guided"):
        explain_grounding(trained, tmp_path, method="lime")


def test_files_that_are_read_are_not_overwritten(trained, tmp_path):
    folder = corpus(tmp_path / "corpus")
    with pytest.raises(OutputError, match=r"is a folder; name a file in it"):
        explain_grounding(trained, folder, output=tmp_path)
    before = (folder / "stills.jsonl").read_bytes()
    with pytest.raises(OutputError, match=r"stills.jsonl' is one of the files that are read; name another file"):
        explain_grounding(trained, folder, output=folder / "stills.jsonl")
    assert (folder / "stills.jsonl").read_bytes() == before


def test_model_with_empty_captions_is_refused(trained, tmp_path):
    silent = read_checkpoint(trained)
    with torch.no_grad():
        for parameter in silent.model.parameters():
            parameter.zero_()
    write_checkpoint(tmp_path / "silent", silent.model, tokens=TOKENS, card=silent.card)
    with pytest.raises(ScoreError, match="there is no caption to evaluate: the model wrote no word of any still"):
        explain_grounding(tmp_path / "silent", corpus(tmp_path / "corpus"))
