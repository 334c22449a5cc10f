from cinescribe.describe.editing.people.seen_people import people_face_times, times_seen
from cinescribe.describe.editing.revisions import PersonChange, Revision
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.schema import Face
from cinescribe.store import write_records
from cinescribe.timing import Span
from tests.describe.editing.scripts import script


def test_seen_times_follow_edits_of_people(tmp_path):
    Workspace(tmp_path).save_draft(script())
    assert people_face_times(tmp_path, ()) == {}
    ids = ("p2", "p1", None, "p1")
    faces = [Face(float(n), (0.0, 0.0, 0.1, 0.1), 1.0, n, person=person) for n, person in enumerate(ids)]
    write_records(tmp_path / "faces.jsonl", faces)
    assert people_face_times(tmp_path, ()) == {"p1": (1.0, 3.0), "p2": (0.0,)}
    journal = (
        Revision("", "me", "test", people=(PersonChange("p2", into="p1"),)),
        Revision("", "me", "test", undoes=1),
    )
    assert people_face_times(tmp_path, journal[:1]) == {"p1": (0.0, 1.0, 3.0)}
    assert people_face_times(tmp_path, journal) == {"p1": (1.0, 3.0), "p2": (0.0,)}


def test_times_are_joined_to_runs():
    assert times_seen((1.0, 2.0, 9.0)) == [Span(1.0, 2.0), Span(9.0, 9.0)]
