import json
import wave

import numpy as np
import pytest

from cinescribe.describe.editing.open_folder import Edit, OpenFolder
from cinescribe.describe.editing.revisions import PersonChange
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.schema import Script
from cinescribe.store import read_record
from tests.commands import run_command as run
from tests.describe.editing.scripts import script


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "film.ad"
    Workspace(made).save_draft(script())
    return made


@pytest.fixture
def text(folder):
    run("export", folder, "--to", "text")
    return folder / "descriptions.txt"


def cues(folder):
    return read_record(folder / "script.json", Script).cues


def change(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_edited_text_is_imported_and_undone(folder, text):
    change(text, "Anna opens the door.", "Anna shuts it.")
    value = json.loads(run("edit", folder, text, "--who", "Kim", "--json").output)
    assert value == {"changed": 1, "added": 0, "moved": 0, "removed": 0, "remarks": []}
    assert cues(folder)[0].text == "Anna shuts it."
    (entry,) = json.loads(run("history", folder, "--json").output)
    assert (entry["who"], entry["source"], entry["holds"]) == ("Kim", "descriptions.txt", True)
    assert entry["changes"][0]["after"]["text"] == "Anna shuts it."
    assert "taken back: descriptions.txt, by Kim" in run("undo", folder).output
    assert cues(folder)[0].text == "Anna opens the door."
    assert "done again: descriptions.txt" in run("undo", folder, "--redo").output
    assert "Kim  descriptions.txt\n" in run("history", folder).output
    assert cues(folder)[0].text == "Anna shuts it."


def test_importing_a_file_twice_changes_nothing(folder, text):
    change(text, "Anna opens the door.", "Anna shuts it.")
    with open(text, "a", encoding="utf-8") as opened:
        opened.write("\n0:15\nA dog barks.\n")
    counts = [json.loads(run("edit", folder, text, "--json").output) for _ in range(2)]
    assert [(each["changed"], each["added"]) for each in counts] == [(1, 1), (0, 0)]
    change(text, "A dog barks.", "A dog howls.")
    assert json.loads(run("edit", folder, text, "--json").output)["changed"] == 1
    assert [cue.text for cue in cues(folder)][1] == "A dog howls."


def test_a_dry_run_shows_the_difference_and_writes_nothing(folder, text):
    before = (folder / "script.json").read_bytes()
    change(text, "Person 2 waits.", "Person 2 sits.")
    out = run("edit", folder, text, "--dry-run").output
    assert "- c20000 'Person 2 waits.'\n+ c20000 'Person 2 sits.'" in out
    assert "1 changed, 0 added, 0 moved, 0 removed; nothing was written" in out
    assert (folder / "script.json").read_bytes() == before
    assert run("history", folder).output == "no edits\n"


def test_a_cue_that_no_longer_fits_is_remarked(folder, text):
    change(text, "Person 2 waits.", "Person 2 " + "waits and waits " * 12 + "there.")
    (remark,) = json.loads(run("edit", folder, text, "--json").output)["remarks"]
    assert remark["cue"] == "c20000"
    assert "room for" in remark["text"]


def test_partial_file_removes_no_cue(tmp_path, folder, text):
    part = tmp_path / "part.txt"
    part.write_text("00:00:10 c10000\nAnna shuts it.\n", encoding="utf-8")
    value = json.loads(run("edit", folder, part, "--json").output)
    assert (value["changed"], value["removed"]) == (1, 0)
    assert "2 cues are not in the file" in value["remarks"][0]["text"]


def test_a_recording_is_heard_in_place_of_the_voice(tmp_path, folder):
    take = tmp_path / "take.wav"
    beep = np.zeros(48_000 * 2)
    beep[24_000:72_000] = np.sin(np.arange(48_000) / 20) * np.hanning(480)[np.arange(48_000) % 480] * 0.5
    with wave.open(str(take), "wb") as out:
        out.setparams((1, 2, 48_000, 0, "NONE", ""))
        out.writeframes((beep * 32767).astype("<i2").tobytes())
    run("edit", folder, "--voice-file", "c20000", take)
    cue = cues(folder)[1]
    assert cue.hand_made
    assert cue.span.duration == pytest.approx(1.0, abs=0.2)
    assert (folder / cue.recording).is_file()
    run("edit", folder, "--voice-file", "c20000", "-")
    assert cues(folder)[1].recording is None
    run("undo", folder)
    assert cues(folder)[1].recording == cue.recording


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "name an edited FILE, or give --voice-file CUE FILE"),
        (["--voice-file", "c20000", "-", "--dry-run"], 2, "--dry-run is for an edited FILE"),
        (["--voice-file", "c1", "-"], 1, "no cue has the id 'c1'; an export to text lists all ids"),
        (["missing.txt"], 1, "missing.txt"),
    ],
)
def test_invalid_calls_are_refused_in_one_line(folder, arguments, code, message):
    result = run("edit", folder, *arguments, exit_code=code)
    assert message in result.stderr


def test_undo_without_an_edit_is_refused(folder):
    assert "has no edit to take back; `history` lists all" in run("undo", folder, exit_code=1).stderr
    assert "has nothing to do again" in run("undo", folder, "--redo", exit_code=1).stderr


def test_folder_without_description_is_refused(tmp_path):
    assert "holds no description" in run("history", tmp_path, exit_code=1).stderr


def test_history_lists_edits_of_people(folder):
    OpenFolder(folder, who="Kim").edit(
        lambda script: Edit(people=(PersonChange("p2", name="Bert"),)), who="Kim", source="workbench"
    )
    assert run("history", folder).output.splitlines()[1] == "   P2 is named Bert."
