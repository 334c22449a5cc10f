"""A damaged journal changes no script, and can be repaired so that no words are lost."""

from __future__ import annotations

import random
import shutil

import pytest

from cinescribe.describe.editing.edit import edit_description
from cinescribe.describe.editing.revisions import PersonChange, Revision
from cinescribe.describe.editing.take_back import history, undo
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.describe.repair.repair_journal import Repaired, repair_journal
from cinescribe.describe.series.add_episodes import add_to_series
from cinescribe.describe.series.overview import series_overview
from cinescribe.describe.series.people_of_series import name_in_series
from cinescribe.errors import CastError, RecordError
from cinescribe.export.description import export_description
from cinescribe.export.folder import JOURNAL, KEPT_SCRIPT, SCRIPT
from cinescribe.schema import Script
from cinescribe.store import read_record, write_record
from tests.describe.editing.scripts import script
from tests.describe.repair.damage import KINDS, damaged, random_folder
from tests.describe.series.episodes import ANNA, BERT, CARL, write_episode
from tests.dummies import SteadyVoice


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch):
    monkeypatch.setattr("os.fsync", lambda number: None)


def words(folder):
    """The cues of the script by id, and what people are called."""
    found = read_record(folder / SCRIPT, Script)
    return {one.id: one for one in found.cues}, {one.id: one.called for one in found.people}


def put(path, content):
    path.unlink(missing_ok=True)
    if content is not None:
        path.write_bytes(content)


def test_no_damage_of_a_random_journal_changes_a_script_in_silence(tmp_path):
    n_named = n_repaired = 0
    for seed in range(22):
        rng, folder = random.Random(seed), tmp_path / f"{seed}.ad"
        workspace = random_folder(folder, rng, n_old=rng.choice([0, 0, 2, 9]))
        journal, before = (folder / JOURNAL).read_bytes(), (folder / SCRIPT).read_bytes()
        said = words(folder)
        for kind in KINDS:
            content = damaged(journal, kind, rng)
            if content == journal:
                continue
            put(folder / JOURNAL, content)
            with pytest.raises(RecordError, match=r"edits\.jsonl, line"):
                workspace.load(who="me")
            n_named += 1
            assert (folder / SCRIPT).read_bytes() == (folder / KEPT_SCRIPT).read_bytes() == before, (seed, kind)
            if rng.random() < 0.4:
                copy = tmp_path / "copy.ad"
                shutil.copytree(folder, copy)
                repaired = repair_journal(copy, who="Eve")
                assert repaired.faults
                assert words(copy) == said, (seed, kind)
                assert Workspace(copy).load(who="me").script == read_record(copy / SCRIPT, Script)
                assert words(copy) == said
                assert repair_journal(copy, who="Eve") == Repaired()
                n_repaired += 1
                shutil.rmtree(copy)
        put(folder / JOURNAL, journal)
        workspace.load(who="me")
        assert (folder / SCRIPT).read_bytes() == before
    assert n_named > 200
    assert n_repaired > 70


@pytest.fixture
def folder(tmp_path):
    """A description with three edits: of words, of words, and the undo of the first."""
    folder = tmp_path / "film.ad"
    Workspace(folder).save_draft(script())
    for words_, others in (("opens", "shuts"), ("waits", "sleeps")):
        path = export_description(folder, to="text", path=tmp_path / f"{others}.txt")
        path.write_text(path.read_text().replace(words_, others))
        edit_description(folder, path, voice=SteadyVoice(), who="Ann")
    workspace = Workspace(folder)
    workspace.commit(workspace.load(who="me"), Revision("2026-01-01T00:00:00+00:00", "Bo", "undo of 1", undoes=1))
    return folder


def lose(folder, *numbers):
    path = folder / JOURNAL
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for n, line in enumerate(lines, 1) if n not in numbers))


def test_lost_edits_keep_their_numbers_and_their_words(folder):
    said = words(folder)
    before = (folder / JOURNAL).read_bytes()
    lose(folder, 2)
    lost = (folder / JOURNAL).read_bytes()
    with pytest.raises(RecordError, match=r"line 2: edit 2 is missing before it\. .* `repair` go on"):
        history(folder)
    found = repair_journal(folder, who="Eve")
    assert found == Repaired(("line 2: edit 2 is missing before it",), (2,), 1, "edits.damaged.jsonl")
    assert words(folder) == said
    assert (folder / "edits.damaged.jsonl").read_bytes() == lost != before
    assert [(one.who, one.source, one.undoes) for one in history(folder)] == [
        ("Ann", "shuts.txt", None),
        ("Eve", "edit 2, which was lost", None),
        ("Bo", "undo of 1", 1),
        ("Eve", "repair of edits.jsonl", None),
    ]
    assert undo(folder, who="Ann").source == "repair of edits.jsonl"
    assert "sleeps" not in (folder / SCRIPT).read_text()


def test_a_lost_undo_does_not_bring_words_back(folder):
    said = words(folder)
    lose(folder, 3)
    with pytest.raises(RecordError, match=r"line 3: edit 3 is missing, the file ends before that"):
        Workspace(folder).load(who="me")
    assert repair_journal(folder, who="Eve").lost == (3,)
    assert words(folder) == said


def test_each_damaged_journal_is_kept(folder):
    for name in ("edits.damaged.jsonl", "edits.damaged-2.jsonl"):
        lose(folder, 1)
        assert repair_journal(folder, who="Eve").kept == name
    (folder / JOURNAL).unlink()
    assert repair_journal(folder, who="Eve").kept is None


def test_a_whole_journal_stays_as_it_is(folder):
    before = {path.name: path.read_bytes() for path in folder.glob("*.*")}
    assert repair_journal(folder, who="Eve") == Repaired()
    assert {path.name: path.read_bytes() for path in folder.glob("*.*")} == before


def test_the_kept_script_restores_words_when_the_script_is_lost_too(folder):
    said = words(folder)
    lose(folder, 2)
    with pytest.raises(RecordError):
        history(folder)
    (folder / SCRIPT).write_text("{")
    repair_journal(folder, who="Eve")
    assert words(folder) == said


def test_without_any_script_what_is_left_of_the_journal_counts(folder):
    lose(folder, 2)
    (folder / SCRIPT).unlink()
    found = repair_journal(folder, who="Eve")
    assert found.remarks == ("script.json cannot be read: it now says what is left of the journal; check all cues",)
    assert "sleeps" not in (folder / SCRIPT).read_text()


def test_what_a_person_changed_in_the_script_itself_counts_as_theirs(folder):
    lose(folder, 2)
    path = folder / SCRIPT
    path.write_text(path.read_text().replace("The rain stops.", "The snow stops."))
    with pytest.raises(RecordError):
        history(folder)
    assert not (folder / KEPT_SCRIPT).exists()
    assert repair_journal(folder, who="Eve").cues == 2
    cues, _ = words(folder)
    assert cues["c30000"].text.startswith("The snow stops.")
    assert cues["c30000"].hand_made


def test_a_lost_merge_is_reported(folder):
    workspace = Workspace(folder)
    people = (PersonChange("p2", into="p3"),)
    workspace.commit(workspace.load(who="me"), Revision("2026-01-01T00:00:01+00:00", "Bo", "page", people=people))
    lose(folder, 4)
    assert repair_journal(folder, who="Eve").remarks == ("a merge or split of people was lost: P2; check them",)


def test_a_folder_without_description_has_nothing_to_repair(tmp_path):
    with pytest.raises(RecordError, match=r"holds no description \(script\.json is missing\); describe a film first"):
        repair_journal(tmp_path, who="Eve")


def test_an_edit_killed_between_two_repairs_is_repaired_again(folder):
    said = words(folder)
    seal = (folder / ".edits.seal").read_bytes()
    lose(folder, 2)
    repair_journal(folder, who="Eve")
    (folder / ".edits.seal").write_bytes(seal)  # killed after the journal was written
    with pytest.raises(RecordError, match="is not the one that was saved"):
        history(folder)
    assert repair_journal(folder, who="Eve").lost == ()
    assert words(folder) == said


@pytest.fixture
def series(tmp_path):
    episodes = [write_episode(tmp_path / "e01.ad", ANNA, BERT), write_episode(tmp_path / "e02.ad", CARL, ANNA, seed=1)]
    add_to_series(tmp_path / "series", episodes, who="me")
    name_in_series(tmp_path / "series", "S1", "Anna", who="me")
    return tmp_path / "series"


def test_the_cast_of_a_series_outlasts_a_damaged_journal(series):
    cast = (series / "cast.toml").read_bytes()
    lose(series, 1, 3)
    with pytest.raises(RecordError, match=r"edits\.jsonl, line 1: edit 1 is missing before it"):
        series_overview(series, who="me")
    assert (series / "cast.toml").read_bytes() == cast
    found = repair_journal(series, who="Eve")
    assert found.lost == (1, 3)
    assert found.remarks == ("people of episodes that a lost edit matched are no longer known; add the episodes again",)
    assert (series / "cast.toml").read_bytes() == cast
    assert {one.person.id: one.person.name for one in series_overview(series, who="me").people} == {
        "S1": "Anna",
        "S2": None,
        "S3": None,
    }
    assert repair_journal(series, who="Eve") == Repaired()
    add_to_series(series, [series.parent / "e01.ad"], who="me")
    assert set(series_overview(series, who="me").episodes) == {"e01.ad", "e02.ad"}


def test_a_series_with_a_malformed_cast_is_not_repaired(series):
    lose(series, 1)
    before = (series / JOURNAL).read_bytes()
    (series / "cast.toml").write_text("[people.S1]\nname = 3\n")
    with pytest.raises(CastError, match="the name is 3"):
        repair_journal(series, who="Eve")
    assert (series / JOURNAL).read_bytes() == before


def test_a_description_of_an_older_version_without_draft_is_repaired(tmp_path):
    write_record(tmp_path / SCRIPT, script())
    (tmp_path / JOURNAL).write_text("\n")
    assert repair_journal(tmp_path, who="Eve").faults == ("line 1 is empty: edit 1 is lost",)
    assert words(tmp_path)[0] == {one.id: one for one in script().cues}
