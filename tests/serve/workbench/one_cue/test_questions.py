import json
import sys

import pytest

from tests.serve.workbench.desk import desk
from tests.serve.workbench.random_edits import write_folder

PATIENCE = 30
ANSWER = {
    "question": "Who is <b>there</b>?", "seen": False, "text": "", "by": "hub:x", "times": [1.0], "doubt": "",
    "words": "Not seen.",
}  # fmt: skip
MODEL = "server:http://localhost:1#x"


@pytest.fixture
def bench(tmp_path):
    program = (sys.executable, "-S", "-c", f"print({json.dumps(ANSWER)!r})")
    with desk(write_folder(tmp_path / "film.ad", n_cues=8), program=program) as made:
        yield made


def page(bench):
    return f"/films/film/cues/{bench.films.get('film').folder.current().script.cues[0].id}"


def test_a_question_is_asked_and_its_answer_shown(bench):
    sent = {"question": " --json Who? ", "model": MODEL, "from": "00:00:10", "to": "00:00:12"}
    answer = bench.post(f"{page(bench)}/ask", page=page(bench), **sent)
    assert answer.json()["focus"] == "job-1"
    job = bench.jobs.get(1)
    assert job.wait(PATIENCE)
    assert job.message == "Who is <b>there</b>? Not seen."
    assert {"--at=00:00:10.000", "--until=00:00:12.000", f"--model={MODEL}"} < {*job.task.arguments}
    assert job.task.arguments[-3::2] == ("--", "--json Who?")
    assert "Who is &lt;b&gt;there&lt;/b&gt;? Not seen." in bench.get(page(bench)).text


@pytest.mark.parametrize(
    ("sent", "field", "message"),
    [
        ({"question": "", "model": MODEL}, "question", "Write a question of at most 500"),
        ({"question": "Who?", "model": "observer"}, "model", "Name a model that answers"),
        ({"question": "Who?", "model": MODEL, "to": "later"}, "to", "'later' is no time"),
    ],
)
def test_a_form_that_cannot_be_used_names_its_field(bench, sent, field, message):
    answer = bench.post(f"{page(bench)}/ask", page=page(bench), **sent).json()
    assert answer["field"] == field
    assert answer["message"].startswith(message)
