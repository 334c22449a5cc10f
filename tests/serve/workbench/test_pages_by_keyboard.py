"""Describing a film, describing a stretch again, asking and changing keys in Chromium by keyboard alone."""

import sys

import pytest

from cinescribe.schema import Caption
from cinescribe.store import write_records
from cinescribe.timing import clock
from tests.serve.browser.chromium import TAB
from tests.serve.workbench.describer import ALT, describing
from tests.serve.workbench.desk import desk
from tests.serve.workbench.random_edits import write_folder

pytestmark = pytest.mark.slow
# Stands in for the command: describes by copying what was prepared, and answers that nothing is seen.
PROGRAM = """
import json, pathlib, shutil, sys
if sys.argv[1] == "describe":
    to = next(one for one in sys.argv if one.startswith("--output=")).removeprefix("--output=")
    shutil.copytree(pathlib.Path(sys.argv[-1]).parent / "ready", to, dirs_exist_ok=True)
else:
    answer = {"question": sys.argv[-1], "seen": False, "text": "", "by": "x", "times": [], "doubt": ""}
    print(json.dumps(answer))
"""


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    place = tmp_path_factory.mktemp("pages")
    for name in ("film.mp4", "new.mp4"):
        (place / name).touch()
    folder, ready = write_folder(place / "film.ad", n_cues=3), write_folder(place / "ready", n_cues=1)
    (ready / "features" / "captions").mkdir(parents=True)
    captions = [Caption("stretch", "Anna knocks and waits.", by="micap")]
    write_records(ready / "features" / "captions" / "captions.jsonl", captions)
    with desk(folder, program=(sys.executable, "-S", "-c", PROGRAM), shelf=[place / "new.mp4"]) as made:
        yield made


@pytest.fixture(scope="module")
def one(bench):
    with describing(bench) as describer:
        yield describer


def first_cue(bench):
    return bench.films.get("film").folder.current().script.cues[0]


def cue_page(bench):
    return f"/films/film/cues/{first_cue(bench).id}"


def test_a_film_is_described_and_opens(one, bench):
    one.visit("/")
    one.tab_to("Describe it")
    one.press("\n")
    one.arrived("Describe new.mp4: done.")
    assert one.active[0] == "job-1"
    one.wait(lambda: "new" in one.driver.page_source.split('class="films"')[1], "the new film is not listed")
    one.check("job")
    one.tab_to("Open it")
    one.press("\n")
    one.wait(lambda: one.driver.current_url.endswith("/films/new/"), "the new film is not open")


def test_missing_captioner_name_is_refused_at_the_field(one):
    one.visit("/")
    one.driver.execute_script("document.getElementById('describe-captioner').value = 'other'")
    assert one.press_button("Describe it").startswith("The other has no name")
    assert one.active[0] == "describe-other"
    one.check("describe error")


def test_stretch_is_described_again_and_adopted(one, bench):
    one.visit(cue_page(bench))
    one.tab_to("Describe it again")
    one.press("\n")
    one.arrived("Describe 10.0 to 13.5 seconds again: done.")
    one.wait(lambda: "Anna knocks and waits." in one.driver.page_source, "nothing is suggested")
    one.check("suggestion")
    one.tab_to_name("Take it: Anna knocks and waits.")
    said = one.said_after(lambda: one.press("\n"))
    assert said.startswith("Cue 1: 4 words")
    assert first_cue(bench).text == "Anna knocks and waits."
    one.wait(lambda: "edit 1, described again" in one.driver.page_source, "its history is old")
    assert one.focused_article().startswith("Cue 1 of 3")


def test_text_from_the_history_is_restored(one, bench):
    one.tab_to_name("Restore this text: Anna opens door number 1.")
    assert one.said_after(lambda: one.press("\n")).startswith("Cue 1: 5 words")
    assert first_cue(bench).text == "Anna opens door number 1."


def test_unseen_answer_is_announced(one, bench):
    one.visit(cue_page(bench))
    one.write("ask-question", "What does she hold?")
    one.write("ask-model", "server:http://localhost:1#x")
    one.tab_to("Ask")
    one.press("\n")
    one.arrived("What does she hold? Not seen.")
    assert one.active[0].startswith("job-")


def test_keys_are_changed_and_conflicts_announced(one):
    one.visit("/help")
    first = "return document.querySelector('[data-keys] tbody input')?.id"  # a script makes the table
    field = one.wait(lambda: one.driver.execute_script(first), "no keys are listed")
    one.tab_to(field)
    conflict = one.said_after(lambda: one.chord(ALT, "p"))
    assert conflict.startswith("P is taken: Hear this cue in the film.")
    assert one.driver.switch_to.active_element.get_attribute("aria-invalid") == "true"
    one.check("key conflict")
    one.tab_to(field)
    assert one.said_after(lambda: one.chord(ALT, "t")) == "T: Accept this cue and go to the next unseen one."
    one.visit("/help")
    assert one.driver.find_element("id", field).get_attribute("value") == "T"
    assert one.press_button("Reset all keys") == "All keys are reset."
    assert one.driver.find_element("id", field).get_attribute("value") == "A"


def test_step_of_moving_starts_can_be_set(one, bench):
    one.visit("/help")
    one.tab_to("keys-step")
    one.write_over("0")
    assert one.said_after(lambda: one.press(TAB)) == "Enter 1 to 10000 milliseconds."
    one.tab_to("keys-step")
    one.write_over("250")
    assert one.said_after(lambda: one.press(TAB)) == "Your own step is 250 milliseconds."
    one.visit(cue_page(bench))
    start = first_cue(bench).span.start
    one.tab_to(f"cue-{first_cue(bench).id}-text")
    assert one.alt("0").startswith(f"Cue 1 starts at {clock(start + 0.25)}")
    assert one.alt("9").startswith(f"Cue 1 starts at {clock(start)}")


def test_the_player_and_the_page_speak_in_one_place(one):
    one.visit("/films/film/listen")
    one.wait(lambda: one.driver.find_element("id", "player").is_displayed(), "the player does not start")
    one.driver.execute_script("document.getElementById('player').focus()")
    assert one.said_after(lambda: one.press("t")).startswith("0 seconds of ")
    one.driver.execute_script("document.getElementById('ask-question').focus()")  # WebDriver cannot tab past files
    assert one.press_button("Ask") == "Write a question of at most 500 characters."
