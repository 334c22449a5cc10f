from cinescribe.describe.editing.open_folder import Edit, OpenFolder
from cinescribe.describe.editing.revisions import CueChange
from tests.serve.workbench.desk import desk
from tests.serve.workbench.random_edits import write_folder

PAGE = "/films/film/history"


def edit(folder, n_edits):
    opened = OpenFolder(folder, who="Ada")
    for n in range(n_edits):
        opened.edit(_nth_edit(n), who="Ada", source="workbench")


def _nth_edit(n):
    return lambda script: Edit(_changed(script, n))


def _changed(script, n):
    cue = script.cues[n % len(script.cues)]
    return (CueChange(cue.id, cue, cue.replace(text=f"Anna turns {n} times.", hand_made=True)),)


def test_edits_are_listed_the_newest_first(tmp_path):
    edit(write_folder(tmp_path / "film.ad", n_cues=2), 120)
    with desk(tmp_path / "film.ad") as bench:
        page = bench.get(PAGE).text
        assert "120 edits, page 1 of 3" in page
        assert "\u201cAnna turns 117 times.\u201d became \u201cAnna turns 119 times.\u201d" in page
        assert "Ada, by workbench" in page
        assert "page 3 of 3" in bench.get(f"{PAGE}?page=999").text
        assert "page 1 of 3" in bench.get(f"{PAGE}?page=x").text


def test_undo_and_redo_return_to_the_page(tmp_path):
    edit(write_folder(tmp_path / "film.ad", n_cues=2), 1)
    with desk(tmp_path / "film.ad") as bench:
        answer = bench.post(f"{PAGE}/undo", page=PAGE, back="/films/film/people")
        assert answer.json()["reload"] == "/films/film/people"
        assert answer.json()["message"].startswith("Undone: Cue 1: \u201cAnna opens door number 1.\u201d")
        page = bench.get(PAGE).text
        assert "undone" in page
        assert "Undoes number 1." in page
        answer = bench.post(f"{PAGE}/redo", page=PAGE, scripts=False, back="https://elsewhere.example")
        assert answer.headers["location"].startswith(f"{PAGE}?said=")
        assert bench.post(f"{PAGE}/redo", page=PAGE).status_code == 422


def test_page_without_edits_has_a_note(tmp_path):
    with desk(write_folder(tmp_path / "film.ad")) as bench:
        assert "Nothing was edited yet." in bench.get(PAGE).text
