"""`cinescribe trial`: from a server and films to a table, and what it refuses."""

import base64
import io
import json
import os
import re
import signal
import subprocess
import sys

import httpx
import numpy as np
import pytest
from PIL import Image

from tests.commands import run_command
from tests.dummies import write_film
from tests.models.vlm.scripted_server import Reply, scripted_server
from tests.serve.sites import hidden
from tests.study.described import a_trial
from tests.study.trial.test_results import judge

_COMMAND = "from cinescribe.cli.main import main; main()"
SENTENCE = "A wall stands in front of a blue sky."


def answer(body, _):
    """A model that sees one thing in every shot and says one sentence."""
    content = body["messages"][-1]["content"]
    text = content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
    if "What colour" in text:
        return Reply("Red" if _is_red(content) else "Blue")
    if "red? Answer" in text:
        return Reply("Yes" if _is_red(content) else "No")
    if text.startswith("You write"):
        return Reply(json.dumps({"sentences": [{"text": SENTENCE, "notes": [1]}]}))
    shot = re.search(r'"shot": (\d+)', text)
    if shot is not None:
        fact = {"who": "somebody", "does": "stands in front of a wall", "to_whom": "", "shot": int(shot[1])}
        return Reply(json.dumps({"actions": [fact], "detail": ""}))
    return Reply('{"n": 1}')


def _is_red(content):
    url = next(part["image_url"]["url"] for part in content if part["type"] == "image_url")
    red, _, blue = np.asarray(Image.open(io.BytesIO(base64.b64decode(url.split(",")[1]))).convert("RGB"))[0, 0]
    return red > blue


class Running:
    """A trial in a process of its own, until it is killed."""

    def __init__(self, *arguments):
        command = [sys.executable, "-c", _COMMAND, "trial", *map(str, arguments)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        line = self.process.stdout.readline()
        found = re.match(r"judge at (http://127\.0\.0\.1:\d+)(/enter/\S+)", line)
        assert found, line + self.process.stderr.read()
        self.own = httpx.Client(base_url=found[1], headers={"origin": found[1]}, follow_redirects=True)
        self.first = self.own.get(found[2])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()
        self.own.close()


def test_resuming_a_folder_without_a_trial_is_refused(tmp_path):
    error = run_command("trial", tmp_path, exit_code=1).stderr
    assert "has no trial (trial.json is missing); name the folder of one, or films with a --captioner" in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--captioner", "server:http://localhost:9#m"],
            "--captioner needs a folder for the trial; give one with -o",
        ),
        (["other"], "several paths need --captioner"),
        (["--join"], "--join writes a table; name it with -o, such as table.md or table.json"),
        (["--join", "-o", "table.txt"], "--join writes a table"),
    ],
)
def test_options_that_do_not_fit_are_refused(arguments, message):
    assert message in run_command("trial", "films", *arguments, exit_code=2).stderr


def test_results_are_written_and_joined(tmp_path):
    for name, truth in (("one", "yes"), ("two", "no")):
        judge(a_trial(tmp_path / name), truth=truth)
        said = run_command("trial", tmp_path / name, "--results").stdout
        assert "trial-results.json: qwen3-vl:4b, 1 film" in said
    files = [tmp_path / name / "trial-results.json" for name in ("one", "two")]
    assert "1 row" in run_command("trial", "--join", *files, "-o", tmp_path / "table.md").stdout
    assert "| qwen3-vl:4b | normal | 2 | 2 | 4 | 50% (15% to 85%) |" in (tmp_path / "table.md").read_text()
    run_command("trial", "--join", *files, "-o", tmp_path / "table.json")
    assert json.loads((tmp_path / "table.json").read_text())["rows"][0]["n_trials"] == 2
    error = run_command("trial", "--join", *files, "-o", tmp_path / "table.md", exit_code=1).stderr
    assert "table.md' exists; name another file to write" in error


def test_texts_are_in_the_results_only_on_request(tmp_path):
    judge(a_trial(tmp_path), missing="A hat.")
    for options, n_texts in (([], 0), (["--with-texts"], 6)):
        found = json.loads(run_command("trial", tmp_path, "--results", *options, "--json").stdout)
        assert len(found.get("texts", ())) == n_texts


@pytest.mark.slow
def test_a_server_and_a_film_become_results_though_the_trial_is_killed(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "films").mkdir()
    write_film(tmp_path / "films" / "secret.mp4")
    with scripted_server(answer) as server:
        model = f"server:{server.url}#tiny"
        running = Running(tmp_path / "films", "--captioner", model, "--unchecked", "-o", tmp_path / "trial")
        try:
            shown = running.own.get("/studies/1/next")
            text = re.findall("<blockquote[^>]*>(.*?)</blockquote>", shown.text)
            address = str(shown.url.path)
            data = {**hidden(shown), "q0-t0": "partly", "q1-t0": "yes", "q2": "A hat.", "q0": "no"}
            assert running.own.post(address, data=data).status_code == 200
            assert running.own.get(f"{address[:-2]}/clip").headers["content-type"] == "video/mp4"
        finally:
            running.kill()
        n_requests = len(server.requests)
        assert text in ([SENTENCE], [])
    again = Running(tmp_path / "trial")
    try:
        assert "1 of " in again.first.text
    finally:
        again.kill()
    assert n_requests == len(server.requests)
    found = json.loads(run_command("trial", tmp_path / "trial", "--results", "--json").stdout)
    assert (found["model"], found["unchecked"], found["n_judges"]) == ("tiny", True, 1)
    assert found["films"][0]["requests"] > 0
    written = (tmp_path / "trial" / "trial-results.json").read_text()
    assert not any(
        secret in written for secret in ("secret", SENTENCE, "A hat.", server.url, str(tmp_path), os.sep + "home")
    )
