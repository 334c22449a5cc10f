from cinescribe.describe.editing.workspace import Workspace
from tests.describe.editing.scripts import cue, script
from tests.serve.workbench.desk import desk

PAGE = "/films/film/people/p1/cues"


def test_cue_is_reassigned_to_another_person(tmp_path):
    cues = (cue(1.0, "Anna nods.", people=("p1",)), cue(11.0, "Anna sits.", people=("p1",)))
    Workspace(tmp_path / "film.ad").save_draft(script(*cues, p1="Anna", p2="Bert"))
    with desk(tmp_path / "film.ad") as bench:
        page = bench.get(PAGE).text
        assert "Cue 2 of 2" in page
        revision = page.split('name="revision" value="')[1].split('"')[0]
        answer = bench.post(f"{PAGE}/c1000", page=PAGE, into="p2", revision=revision)
        assert answer.json()["message"] == "About Bert now: Bert nods."
        after = bench.films.get("film").folder.current().script.cues
        assert [(one.text, one.people) for one in after] == [("Bert nods.", ("p2",)), ("Anna sits.", ("p1",))]
        assert bench.post(f"{PAGE}/c11000", page=PAGE, into="p2", revision="old").status_code == 409
        assert "No cue is about P3" in bench.get("/films/film/people/p3/cues").text


def test_many_cues_are_paged_and_the_focus_moves_on(tmp_path):
    cues = (cue(10.0 * n + 1, f"Anna nods {n}.", people=("p1",)) for n in range(102))
    Workspace(tmp_path / "film.ad").save_draft(script(*cues, p1="Anna", p2="Bert"))
    with desk(tmp_path / "film.ad") as bench:
        assert "102 cues, page 1 of 2." in bench.get(PAGE).text
        page = bench.get(f"{PAGE}?page=2").text
        assert page.count("<article") == 2
        assert f'<a href="{PAGE}?page=1">Page 1</a>' in page
        revision = page.split('name="revision" value="')[1].split('"')[0]
        sent = {"into": "p2", "revision": revision, "list_page": "2"}
        answer = bench.post(f"{PAGE}/c1001000", page=PAGE, **sent).json()
        assert (answer["reload"], answer["focus"]) == (f"{PAGE}?page=2", "about-c1011000")
        page = bench.get(f"{PAGE}?page=2").text
        assert page.count("<article") == 1
