from collections.abc import Sequence
from pathlib import Path

import pytest

from cinescribe.describe.cast import read_cast, with_cast, write_cast
from cinescribe.describe.editing.open_folder import Edit, OpenFolder
from cinescribe.describe.editing.people.cast_follows import followed_cast
from cinescribe.describe.editing.people_edits import described_faces, described_people
from cinescribe.describe.editing.replay import replay
from cinescribe.describe.editing.revisions import PersonChange, Revision, called_now
from cinescribe.describe.editing.take_back import undo
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.errors import CastError
from cinescribe.schema import Face, Script
from cinescribe.timing import Span
from tests.describe.editing.scripts import script

DRAFT = script(p2="Bert")
FACES = tuple(Face(float(n), (0.1, 0.1, 0.2, 0.3), 1.0, n, person=f"p{n % 3 + 1}") for n in range(12))
NAMED = PersonChange("p1", name="Anna")
MERGED = PersonChange("p3", into="p1")
SPLIT = PersonChange("p1", split=Span(5.0, 9.5))


def revision(*people, undoes=None):
    return Revision(
        "2026-01-01T00:00:00+00:00", "me", "test", called=called_now(DRAFT.people), undoes=undoes, people=people
    )


def follow(folder: Path, revisions: Sequence[Revision], script: Script) -> None:
    text = followed_cast(folder, revisions, script)
    if text is not None:
        (folder / "cast.toml").write_text(text, encoding="utf-8")


def followed(folder: Path, *revisions: Revision) -> str:
    for n in range(1, len(revisions) + 1):
        follow(folder, revisions[:n], replay(DRAFT, revisions[:n]))
    return (folder / "cast.toml").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path):
    write_cast(tmp_path / "cast.toml", DRAFT.people, FACES)
    return tmp_path


@pytest.mark.parametrize(
    "changes",
    [
        [NAMED],
        [PersonChange("p2", name="")],
        [MERGED, NAMED],
        [PersonChange("p2", into="p1")],
        [SPLIT, PersonChange("p1b", name="Eve")],
        [PersonChange("p1", introduced="e01"), NAMED],
        [PersonChange("p1", introduced="e01"), PersonChange("p2", introduced="e01"), PersonChange("p1", introduced="")],
        [MERGED, SPLIT],
        [SPLIT, MERGED],
        [MERGED, SPLIT, PersonChange("p1b", into="p2")],
        [PersonChange("p1", into="p2"), PersonChange("p3", into="p2"), PersonChange("p2", name="Zoe")],
    ],
)
def test_the_film_described_again_has_the_people_of_the_journal(folder, changes):
    before = (folder / "cast.toml").read_text()
    journal = [revision(change) for change in changes]
    followed(folder, *journal)
    found = tuple(person.replace(name=None) for person in DRAFT.people)  # whom the cast has named Bert
    people, faces = with_cast(found, FACES, read_cast(folder / "cast.toml"))
    assert people == described_people(DRAFT.people, (), changes)[0]
    assert list(faces) == described_faces(DRAFT.people, FACES, changes)
    undone = [revision(undoes=number) for number in range(len(journal), 0, -1)]
    assert _said(followed(folder, *journal, *undone)) == _said(before)


def _said(text: str) -> list[str]:
    return sorted(
        line for line in text.splitlines() if line and not line.startswith(("#", "[people.P1b]", "[people.P3b]"))
    )


def test_handwritten_lines_of_the_cast_file_are_kept(folder):
    path = folder / "cast.toml"
    path.write_text(
        '# mine\n[people.P1]  # the baker\nmerge = ["P9"]  # sure\n\n[people.P2]\nname = "Zoe"  # by hand\n'
    )
    text = followed(folder, revision(NAMED), revision(MERGED))
    assert text == (
        '# mine\n[people.P1]  # the baker\nmerge = ["P9", "P3"]  # sure\nname = "Anna"\n\n'
        '[people.P2]\nname = "Zoe"  # by hand\n'
    )
    journal = [revision(PersonChange("p2", name="Eve")), revision(NAMED)]
    assert 'name = "Eve"  # by hand' in followed(folder, *journal)
    path.write_text(path.read_text().replace("Eve", "Zoe"))
    journal.append(revision(MERGED))
    follow(folder, journal, replay(DRAFT, journal))
    assert 'name = "Zoe"' in path.read_text()


def test_an_undo_and_its_undo(folder):
    once = followed(folder, revision(NAMED), revision(SPLIT))
    journal = [revision(NAMED), revision(SPLIT), revision(undoes=2)]
    assert "split = [[5" not in followed(folder, *journal)
    assert followed(folder, *journal, revision(undoes=3)) == once


def test_a_missing_file_is_written_and_one_without_changes_stays(folder):
    path = folder / "cast.toml"
    head = path.read_text().partition("[people")[0]
    assert followed_cast(folder, [revision()], DRAFT) is None
    path.unlink()
    assert followed(folder, revision(NAMED)).startswith(head)
    assert read_cast(path).entries["P1"].name == "Anna"


@pytest.mark.parametrize(
    ("text", "changes", "words"),
    [
        ("[people.P1\n", [NAMED], "not TOML"),
        ('[people.P3]\nmerge = ["P1"]\n', [MERGED], "merges in a circle: P1 into P3 into P1"),
        ('[people.P2]\nmerge = ["P3"]\n', [MERGED], "merges P3 into .* keep one"),
        ('[people.P3]\nname = "Anna"\n', [NAMED], "names P1 and P3 'Anna'|names P3 and P1 'Anna'"),
    ],
)
def test_inconsistent_cast_file_is_kept(folder, text, changes, words):
    (folder / "cast.toml").write_text(text)
    with pytest.raises(CastError, match=words):
        follow(folder, [revision(*changes)], DRAFT)
    assert (folder / "cast.toml").read_text() == text


def test_a_folder_that_is_edited_keeps_its_cast_file_in_step(folder):
    Workspace(folder).save_draft(DRAFT)
    opened = OpenFolder(folder, who="me")
    before = (folder / "cast.toml").read_text()
    opened.edit(lambda script: Edit(people=(NAMED,)), who="me", source="workbench")
    assert 'name = "Anna"' in (folder / "cast.toml").read_text()
    undo(folder, who="me")
    assert (folder / "cast.toml").read_text() == before
    opened.redo(who="me")
    assert 'name = "Anna"' in (folder / "cast.toml").read_text()


def test_damaged_cast_file_is_reported_before_saving(folder):
    Workspace(folder).save_draft(DRAFT)
    opened = OpenFolder(folder, who="me")
    (folder / "cast.toml").write_text("[people.P1\n")
    with pytest.raises(CastError, match="not TOML"):
        opened.edit(lambda script: Edit(people=(NAMED,)), who="me", source="workbench")
    assert opened.current().number == 0
    assert opened.current().script.people == DRAFT.people
