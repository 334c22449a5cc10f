from cinescribe.describe.editing.workspace import Workspace
from tests.describe.editing.scripts import cue, script
from tests.serve.workbench.desk import desk

PAGE = "/films/film/people/p1/cues"


def test_one_cue_is_given_to_somebody_else(tmp_path):
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
