import importlib
import threading

from cinescribe.describe.editing.open_folder import Edit, OpenFolder
from cinescribe.describe.editing.revisions import CueChange
from cinescribe.errors import RecordError
from cinescribe.serve.workbench.remarks.film_check import FilmCheck
from tests.serve.workbench.random_edits import write_folder

module = importlib.import_module("cinescribe.serve.workbench.remarks.film_check")


def found(check):
    checked = check.found(60)
    assert checked is not None
    return checked


def test_a_check_is_kept_until_the_film_changes(tmp_path, monkeypatch):
    runs = []

    def counted(*values, **options):
        runs.append(values)
        return ()

    monkeypatch.setattr(module, "lint_folder", counted)
    opened = OpenFolder(write_folder(tmp_path, n_cues=2), who="me")
    check = FilmCheck(opened, "dcmp")
    assert check.found(60) is check.found(60)
    cue = opened.current().script.cues[0]
    opened.edit(lambda script: Edit((CueChange(cue.id, cue, cue.replace(accepted=True)),)), who="me", source="test")
    assert found(check).number == 1
    assert len(runs) == 2


def test_long_check_continues_in_the_background(tmp_path, monkeypatch):
    goes_on = threading.Event()

    def slow(*values, progress, **options):
        progress("checks", 0.5)
        goes_on.wait()
        return ()

    monkeypatch.setattr(module, "lint_folder", slow)
    check = FilmCheck(OpenFolder(write_folder(tmp_path, n_cues=2), who="me"), "dcmp")
    assert check.found(0.05) is None
    assert check.found(0.0) is None
    assert check.share == 0.5
    goes_on.set()
    assert found(check).findings == ()


def test_a_check_that_fails_says_why(tmp_path, monkeypatch):
    def failing(*values, **options):
        raise RecordError("a cue has too many letters")

    monkeypatch.setattr(module, "lint_folder", failing)
    check = FilmCheck(OpenFolder(write_folder(tmp_path, n_cues=2), who="me"), "dcmp")
    assert found(check).fault == "a cue has too many letters"


def test_single_cue_is_checked_without_the_voice(tmp_path):
    opened = OpenFolder(write_folder(tmp_path, n_cues=2), who="me")
    script = opened.current().script
    cues = (script.cues[0].replace(text="Anna opened it."), script.cues[1])
    found = FilmCheck(opened, "dcmp").of_cue(script.replace(cues=cues), cues[0].id)
    assert "tense" in {one.rule for one in found}


def test_cues_that_changed_since_the_check_are_checked_again(tmp_path):
    opened = OpenFolder(write_folder(tmp_path, n_cues=3), who="me")
    check = FilmCheck(opened, "dcmp")
    assert check.known(opened.current().script) == {}
    check.found(60)
    script = opened.current().script
    before = check.known(script)
    cues = (script.cues[0].replace(text="Anna opened it."), *script.cues[1:])
    after = check.known(script.replace(cues=cues))
    assert "tense" in {one.rule for one in after[cues[0].id]}
    assert after[cues[1].id] == before[cues[1].id]
    assert check.known(script.replace(cues=cues)) == after
