import re

import pytest

from cinescribe.describe.editing.take_back import history
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.folder import JOURNAL, SCRIPT
from cinescribe.schema import Gap, Script, Speech
from cinescribe.store import read_record
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script
from tests.serve.workbench.desk import desk

LIST = "/films/film/"


@pytest.fixture
def folder(tmp_path):
    draft = script().replace(
        gaps=(Gap(Span(9.0, 14.0)), Gap(Span(18.0, 40.0))),
        speech=(Speech(Span(14.0, 18.0), "subtitles", "I told you."), Speech(Span(18.0, 18.2), "vad")),
    )
    Workspace(tmp_path / "film.ad").save_draft(draft)
    return tmp_path / "film.ad"


@pytest.fixture
def own(folder):
    with desk(folder) as made:
        yield made


def cues(folder):
    return read_record(folder / SCRIPT, Script).cues


def act(own, action, name="c10000", **fields):
    return own.post(f"{LIST}cues/{name}/{action}", page=LIST, **fields)


def test_the_list_has_cues_speech_and_room_in_order_of_time(own):
    page = own.get(LIST).text
    found = re.findall(r"Room for 5.0|Cue 1 of 3|“I told you.”|Room for 22.0|Cue 2 of 3|Cue 3 of 3", page)
    assert found == ["Room for 5.0", "Cue 1 of 3", "“I told you.”", "Room for 22.0", "Cue 2 of 3", "Cue 3 of 3"]
    assert page.count('class="heard"') == 1  # not what the detector heard a moment longer than the subtitle stood
    assert "3 cues; 3 not seen yet" in page


def test_saved_text_is_confirmed(own, folder):
    answer = act(own, "save", text="Anna leaves.").json()
    assert re.fullmatch(r"Cue 1: 2 words, \d\.\d of 4.0 seconds\.", answer["message"])
    assert set(answer["parts"]) == {"cue-c10000", "cue-c20000"}
    assert "changed by hand" in answer["parts"]["cue-c10000"]
    assert cues(folder)[0].text == "Anna leaves."
    assert history(folder)[0].who == "me"


def test_page_confirms_once_without_scripts(own):
    answer = act(own, "save", scripts=False, text="Anna leaves.")
    assert answer.status_code == 303
    address = answer.headers["location"]
    assert address.endswith("#cue-c10000")
    assert 'role="status">Cue 1: 2 words' in own.get(address).text
    assert 'role="status"></p>' in own.get(address).text


def test_accepting_saves_and_moves_to_the_next_unseen_cue(own, folder):
    answer = act(own, "accept", text="Anna leaves.").json()
    assert answer["focus"] == "cue-c20000"
    assert (cues(folder)[0].text, cues(folder)[0].is_seen, cues(folder)[1].is_seen) == ("Anna leaves.", True, False)
    act(own, "accept", "c20000")
    answer = act(own, "accept", "c30000").json()
    assert answer["message"].endswith("All cues are seen.")
    assert len(history(folder)) == 3


def test_a_rejected_cue_leaves_the_list_and_can_be_restored(own, folder):
    answer = act(own, "reject").json()
    assert answer["message"] == "Cue 1 is dropped."
    assert answer["reload"]
    assert "Cue 1 of 2" in own.get(LIST).text
    dropped = own.get(f"{LIST}?show=dropped").text
    assert "Dropped cue, 00:00:10" in dropped
    act(own, "restore")
    assert cues(folder)[0].status == "spoken"


def test_cues_are_found_by_the_kind_of_their_notes_and_show_them(own, folder):
    assert 'name="note"' not in own.get(LIST).text  # no cue has any
    act(own, "save", why="Anna: to rest (93% likely)")
    act(own, "save", "c20000", trait="Anna: helps others (91% likely)")
    page = own.get(LIST).text
    assert re.findall(r'<option value="(why|effect|trait|figure)"', page) == ["why", "trait"]
    assert "to rest" not in page
    found = own.get(f"{LIST}?note=why").text
    assert "to rest (93% likely)" in found
    assert ('data-cue="' + LIST + 'cues/c10000"' in found, "cues/c20000" in found) == (True, False)
    assert '<option value="why" selected>' in found
    assert "cues/c20000" in own.get(f"{LIST}?note=nonsense").text


def test_undo_and_redo(own, folder):
    act(own, "save", text="One.")
    undone = own.post(f"{LIST}undo", page=LIST).json()
    assert undone["message"] == "Undone: cue 1, Anna opens the door."
    assert (undone["reload"], undone["focus"], set(undone["parts"])) == (
        None,
        "cue-c10000",
        {"cue-c10000", "cue-c20000"},
    )
    assert cues(folder) == script().cues
    assert own.post(f"{LIST}redo", page=LIST).json()["message"] == "Done again: cue 1, One."
    own.post(f"{LIST}undo", page=LIST)
    nothing = own.post(f"{LIST}undo", page=LIST)
    assert (nothing.status_code, "no edit to take back" in nothing.json()["message"]) == (422, True)


def test_undo_of_a_new_cue_moves_to_its_neighbour(own):
    new = act(own, "insert", new_text="A dog barks.", new_start="00:00:12").json()
    assert new["focus"] == "cue-h12000"
    answer = own.post(f"{LIST}undo", page=LIST).json()
    assert (answer["message"], answer["focus"]) == ("Undone: the cue is gone.", "cue-c10000")
    assert answer["reload"] == answer["to"] == f"{LIST}?page=1#cue-c10000"


def test_wrong_input_names_its_field_and_is_kept(own, folder):
    answer = act(own, "save", start="yesterday", text="New.")
    assert (answer.status_code, answer.json()["field"]) == (422, "start")
    answer = act(own, "nudge-start?by=soon")
    assert answer.status_code == 422
    page = act(own, "insert", scripts=False, new_text="A dog barks.", new_start="99:99")
    assert (page.status_code, "A dog barks." in page.text) == (422, True)
    assert not (folder / JOURNAL).exists()


def test_conflict_shows_both_texts_and_loses_none(own, folder):
    shown = re.findall(r'name="revision" value="(\w+)"', own.get(LIST).text)[0]
    act(own, "save", text="Theirs.", revision=shown)
    answer = act(own, "save", text="Mine.", revision=shown)
    part = answer.json()["parts"]["cue-c10000"]
    assert (answer.status_code, "Theirs." in part, "Mine." in part) == (409, True, True)
    page = act(own, "save", scripts=False, text="Mine.", revision=shown)
    assert (page.status_code, "Theirs." in page.text, "Mine." in page.text) == (409, True, True)
    revision = re.findall(r'name="revision" value="(\w+)"', part)[0]
    assert act(own, "save", text="Mine.", revision=revision).status_code == 200
    assert cues(folder)[0].text == "Mine."
    assert act(own, "theirs").json()["message"] == "Taken: Mine."


def test_cue_removed_by_another_edit_returns_as_text(own):
    shown = re.findall(r'name="revision" value="(\w+)"', own.get(LIST).text)[1]
    act(own, "join")
    fields = {"text": "Mine.", "start": "00:00:20.000", "revision": shown}
    answer = act(own, "save", "c20000", **fields)
    assert (answer.status_code, "was removed" in answer.json()["message"]) == (409, True)
    page = act(own, "save", "c20000", scripts=False, **fields)
    assert (page.status_code, "Mine." in page.text, "Add it again" in page.text) == (409, True, True)


def test_go_finds_cues_by_number_time_and_unseen(own):
    def leads(to):
        return own.get(f"{LIST}go?to={to}").headers["location"].split("#")[-1]

    assert (leads("2"), leads("00:00:25"), leads("unseen")) == ("cue-c20000", "cue-c30000", "cue-c10000")
    for to in ("9", "later", "", "00:59:00"):
        answer = own.get(f"{LIST}go?to={to}")
        assert re.search("There is no cue there|Enter the number", own.get(answer.headers["location"]).text)


def test_cue_list_is_filtered_by_words_and_state(own):
    assert "1 cue;" in own.get(f"{LIST}?words=RAIN").text
    assert "No cue matches." in own.get(f"{LIST}?words=nothing").text
    act(own, "accept")
    assert "2 cues;" in own.get(f"{LIST}?show=unseen").text


def test_long_lists_come_in_pages(tmp_path):
    many = [cue(float(n), f"Cue number {n}.") for n in range(1, 251)]
    Workspace(tmp_path / "film.ad").save_draft(script(*many).replace(film=script().film.replace(duration=300.0)))
    with desk(tmp_path / "film.ad") as own:
        page = own.get(f"{LIST}?page=3").text
        assert re.findall(r"Cue (\d+) of 250", page) == [str(n) for n in range(201, 251)]
        assert own.get(f"{LIST}go?to=120").headers["location"].endswith("page=2#cue-c120000")
        assert "page 3 of 3" in own.get(f"{LIST}?page=99").text


def test_ids_with_odd_letters_work_too(tmp_path):
    Workspace(tmp_path / "film.ad").save_draft(script(cue(10.0, "One.", id="../../evil id")))
    with desk(tmp_path / "film.ad") as own:
        key = re.findall(r'id="cue-(x\w+)"', own.get(LIST).text)[0]
        assert act(own, "save", key, text="Two.").json()["message"].startswith("Cue 1: 1 word")


def test_damaged_folder_is_reported_and_the_server_continues(own, folder):
    (folder / SCRIPT).write_text("{")
    answer = own.get(LIST)
    assert (answer.status_code, "correct it" in answer.text) == (422, True)


@pytest.mark.parametrize("address", [f"{LIST}?page=", f"{LIST}go?to=", "/films/film/history?page="])
def test_huge_numbers_are_handled(own, address):
    assert own.get(address + "9" * 5000).status_code in (200, 303)
