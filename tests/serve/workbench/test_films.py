from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.spoken_seconds import SECONDS
from cinescribe.serve.workbench.films import Films
from cinescribe.store import read_json
from tests.describe.editing.scripts import TEXTS, script


def test_the_voice_speaks_all_cues_beside_other_work(tmp_path):
    folder = tmp_path / "film.ad"
    Workspace(folder).save_draft(script())
    with Films(who="me") as films:
        films.open(folder)
        films.speak_ahead()
        assert films._ahead is not None
        films._ahead.join()
    assert set(read_json(folder / SECONDS)["seconds"]) == {f"1 {text}" for text in TEXTS}


def test_closing_does_not_wait_for_the_voice(tmp_path):
    folder = tmp_path / "film.ad"
    Workspace(folder).save_draft(script())
    with Films(who="me") as films:
        films.open(folder)
        films._is_closing.set()
        films.speak_ahead()
    assert not (folder / SECONDS).exists()


def test_a_folder_is_open_once_and_names_differ(tmp_path):
    folders = [tmp_path / name / "My film.ad" for name in ("a", "b")]
    for folder in folders:
        Workspace(folder).save_draft(script())
    with Films(who="me") as films:
        opened = [films.open(folder) for folder in (*folders, folders[0])]
    assert [film.name for film in opened] == ["My-film", "My-film-2", "My-film"]
    assert films.get("My-film-2") is opened[1]
