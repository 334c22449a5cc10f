import json

from cinescribe.describe.editing.workspace import Workspace
from tests.commands import run_command as run
from tests.describe.editing.scripts import script


def test_a_damaged_history_is_named_and_repaired(tmp_path):
    folder = tmp_path / "film.ad"
    Workspace(folder).save_draft(script())
    assert run("repair", folder).output == "the journal is whole: nothing was changed\n"
    text = folder / "descriptions.txt"
    run("export", folder, "--to", "text")
    for before, after in (("opens", "shuts"), ("waits", "sleeps")):
        text.write_text(text.read_text().replace(before, after))
        run("edit", folder, text, "--who", "Kim")
    journal = folder / "edits.jsonl"
    journal.write_text(journal.read_text().splitlines(keepends=True)[1])
    said = run("history", folder, exit_code=1).stderr
    assert "edits.jsonl, line 1: edit 1 is missing before it" in said
    assert "let `repair` go on without what is lost" in said
    assert run("repair", folder, "--who", "Ann").output.splitlines() == [
        "line 1: edit 1 is missing before it",
        "lost from the history: 1",
        "restored from the script: 1 cue",
        "the damaged journal is kept as edits.damaged.jsonl",
    ]
    assert [one["who"] for one in json.loads(run("history", folder, "--json").output)] == ["Ann", "Kim", "Ann"]
    assert json.loads(run("repair", folder, "--json").output) == {"cues": 0}
