import re

import pytest

from cinescribe.describe.cast import read_cast
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.schema import Face
from cinescribe.store import write_records
from tests.describe.editing.scripts import cue, script
from tests.serve.workbench.desk import desk

PAGE = "/films/film/people"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "film.ad"
    cues = (
        cue(1.0, "Rose opens the door.", people=("p1",)),
        cue(11.0, "She sees P2 and Rose.", people=("p1", "p2")),
        cue(21.0, "P2 sits.", people=("p2",)),
    )
    made = script(*cues, p1="Rose")
    portrait = made.people[0].replace(portrait="portraits/p1.jpg")
    outside = made.people[2].replace(portrait="../secret.jpg")
    Workspace(folder).save_draft(made.replace(people=(portrait, made.people[1], outside)))
    faces = [Face(time, (0.0, 0.0, 0.1, 0.1), 1.0, n, person="p2") for n, time in enumerate((12.0, 12.5, 22.0))]
    write_records(folder / "faces.jsonl", faces)
    (folder / "portraits").mkdir()
    (folder / "portraits" / "p1.jpg").write_bytes(b"\xff\xd8jpeg")
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    return folder


def shown(bench, **query):
    page = bench.client.get(f"{PAGE}/preview", params=query)
    found = re.search(r'name="shown" value="([^"]*)"', page.text)
    return page, {**query, "shown": found[1] if found else ""}


def texts(bench):
    return [one.text for one in bench.films.get("film").folder.current().script.cues]


def test_page_lists_times_and_cues_of_people(folder):
    with desk(folder) as bench:
        page = bench.get(PAGE).text
        assert "In 2 cues; seen 2 times, from 00:00:12 to 00:00:22" in page
        assert 'alt="Rose\u2019s face, cut from the film"' in page


@pytest.mark.parametrize("scripts", [True, False])
def test_name_change_is_previewed_and_undone(folder, scripts):
    with desk(folder) as bench:
        before = texts(bench)
        page, form = shown(bench, person="p2", name="Bert")
        assert "P2 is named Bert." in page.text
        assert "2 cues change" in page.text
        assert texts(bench) == before
        answer = bench.post(f"{PAGE}/change", page=PAGE, scripts=scripts, **form)
        if scripts:
            assert answer.json()["message"] == "P2 is named Bert. 2 cues are changed. Undo reverts this."
        assert texts(bench)[1:] == ["She sees Bert and Rose.", "Bert sits."]
        assert read_cast(folder / "cast.toml").entries["P2"].name == "Bert"
        bench.post("/films/film/history/undo", page=PAGE, scripts=scripts, back=PAGE)
        assert texts(bench) == before


@pytest.mark.parametrize(
    ("chosen", "wanted"), [({"mean": "c1000:0"}, "Eve opens the door."), ({}, "Rose opens the door.")]
)
def test_ambiguous_name_is_asked_about(folder, chosen, wanted):
    with desk(folder) as bench:
        page, form = shown(bench, person="p1", name="Eve")
        assert "1 cue changes; 1 place may mean the person or not" in page.text
        bench.post(f"{PAGE}/change", page=PAGE, **form, **chosen)
        assert texts(bench)[:2] == [wanted, "She sees P2 and Eve."]


def test_a_merge_and_a_split(folder):
    with desk(folder) as bench:
        _, form = shown(bench, person="p2", start="00:00:20", end="00:00:30")
        bench.post(f"{PAGE}/change", page=PAGE, **form)
        assert texts(bench)[1:] == ["She sees P2 and Rose.", "P2b sits."]
        page, form = shown(bench, person="p2", into="p1")
        assert "a sentence now says" not in page.text
        bench.post(f"{PAGE}/change", page=PAGE, **form)
        assert texts(bench)[1:] == ["She sees Rose.", "P2b sits."]
        assert "same person as Rose" in bench.get("/films/film/history").text


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"name": "Rose"}, "&#39;Rose&#39; is P1 already; merge the two"),
        ({"name": "P3"}, "&#39;P3&#39; is P3 already"),
        ({"name": ""}, "P2 is called so already"),
        ({"name": "!!"}, "expected a name with letters"),
        ({"name": "a" * 101}, "101 letters; expected at most 100"),
        ({"name": "A\u202eB"}, "invisible character"),
        ({"into": "p2"}, "choose another person"),
        ({"into": "p9"}, "no person was chosen"),
        ({"start": "x", "end": "00:00:09"}, "start-p2-error"),
        ({"start": "00:00:09", "end": "00:00:01"}, "end after the start, up to"),
        ({"start": "00:00:01", "end": "00:00:09"}, "P2 is not seen then"),
        ({"start": "00:00:01", "end": "00:00:59"}, "P2 is only seen then"),
    ],
)
def test_invalid_changes_are_reported_at_their_field(folder, query, words):
    with desk(folder) as bench:
        page, _ = shown(bench, person="p2", **query)
        assert page.status_code == 422
        assert words.lower() in page.text.lower()
        assert 'role="alert"' in page.text


def test_unknown_person_is_reported(folder):
    with desk(folder) as bench:
        assert "no person has the id" in shown(bench, person="p9", name="Bert")[0].text.lower()


def test_preview_is_shown_again_after_an_intervening_edit(folder):
    with desk(folder) as bench:
        _, form = shown(bench, person="p2", name="Bert")
        first = bench.films.get("film").folder.current().script.cues[2]
        bench.post(f"/films/film/cues/{first.id}/save", page=PAGE, text="P2 lies down, and P2 sleeps.")
        answer = bench.post(f"{PAGE}/change", page=PAGE, **form)
        assert answer.status_code == 409
        assert "The film was edited since this was shown" in answer.json()["message"]
        again = bench.post(f"{PAGE}/change", page=PAGE, scripts=False, **form).headers["location"]
        assert "The film was edited since this was shown" in bench.get(again).text
        assert texts(bench)[2] == "P2 lies down, and P2 sleeps."


def test_damaged_cast_file_is_reported_and_kept(folder):
    (folder / "cast.toml").write_text("[people.P2\n")
    with desk(folder) as bench:
        _, form = shown(bench, person="p2", name="Bert")
        answer = bench.post(f"{PAGE}/change", page=PAGE, **form)
        assert "not TOML" in answer.json()["message"]
        assert (folder / "cast.toml").read_text() == "[people.P2\n"
        assert texts(bench)[2] == "P2 sits."


def test_portraits_are_files_of_the_folder_only(folder):
    with desk(folder) as bench:
        assert bench.get(f"{PAGE}/p1/portrait").content == b"\xff\xd8jpeg"
        assert [bench.get(f"{PAGE}/{person}/portrait").status_code for person in ("p2", "p3")] == [404, 404]
