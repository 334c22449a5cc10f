"""`score ad` scores predictions against annotations, and asks a language model where a score needs one."""

import json

import pytest

from tests.commands import run_command
from tests.corpus.description.annotations import CMD_AD
from tests.models.vlm.scripted_server import Reply, scripted_server

TEXTS = {"0": "Dix looks up.", "1": "Doll nods.", "2": "Doll waves."}


@pytest.fixture
def files(tmp_path):
    (tmp_path / "refs.csv").write_text(CMD_AD)
    lines = (json.dumps({"id": key, "caption": text}) + "\n" for key, text in TEXTS.items())
    (tmp_path / "predictions.jsonl").write_text("".join(lines))
    (tmp_path / "cast.json").write_text('{"tt0042208": ["Dix Handley", "Doll Conovan"]}')
    return tmp_path


def run(folder, *arguments):
    names = ("predictions.jsonl", "refs.csv")
    return run_command("score", "ad", *(folder / name for name in names), *arguments, exit_code=None)


@pytest.mark.slow
def test_people_are_scored_with_a_cast(files):
    result = run(files, "--metrics", "critic", "--cast", files / "cast.json", "--json", "--confidence")
    assert result.exit_code == 0, result.output
    critic = json.loads(result.stdout)["CRITIC"]
    assert critic["value"] == pytest.approx(2 / 3)  # He is Dix, not Doll
    assert "|cast:given|" in critic["signature"]
    assert critic["confidence"]["level"] == 0.95


def test_a_language_model_grades(files, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(files / "cache"))
    (files / "facts.txt").write_text("Dix looks up.\nDoll dies.\n")

    def reply(request, _):
        text = request["messages"][0]["content"]
        if not isinstance(text, str):
            return Reply("I see nothing.")
        if "Statement:" in text:
            return Reply("Yes." if "Statement: Dix" in text else "No.")
        return Reply("I refuse." if "Doll nods." in text else '```json\n{"score": 4}\n```')

    with scripted_server(reply) as running:
        grader = f"server:{running.url}#tiny"
        arguments = ("--metrics", "llm-ad-eval,storyrecall", "--grader", grader, "--facts", files / "facts.txt")
        result = run(files, *arguments, "--json", "--per-item", files / "items.csv")
        assert result.exit_code == 0, result.output
        n_asked = len(running.requests)
        assert run(files, *arguments, "--json").exit_code == 0
        assert len(running.requests) == n_asked  # answers are kept
    values = json.loads(result.stdout)
    assert values["LLM-AD-Eval"]["value"] == 4
    assert values["LLM-AD-Eval-unreadable"]["value"] == pytest.approx(1 / 3)
    assert values["StoryRecall"]["value"] == 0.5
    assert f"|model:{grader.replace('#', '/v1#')}|" in values["LLM-AD-Eval"]["signature"]
    rows = (files / "items.csv").read_text().splitlines()
    assert rows[0] == "id,LLM-AD-Eval,LLM-AD-Eval-unreadable,StoryRecall,StoryRecall-unreadable"
    assert [row.split(",")[0] for row in rows[1:]] == ["0", "2", "1", "#1", "#2"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--metrics", "llm-ad-eval"), "LLM-AD-Eval and StoryRecall of texts need a language model"),
        (("--metrics", "storyrecall"), "StoryRecall needs facts of the films' stories"),
        (("--grader", "tiny"), "the language model is 'tiny'; name server:<URL>#<model> or hub:<id>"),
        (("--cast", "none.json"), "none.json"),
        (("--per-item", "items.txt"), "name it .jsonl or .csv"),
    ],
)
def test_bad_input_is_refused_in_one_line(files, arguments, words):
    result = run(files, *arguments)
    assert result.exit_code == 1, result.output
    assert len(result.stderr.strip().splitlines()) == 1
    assert words in result.stderr
