"""The tasks of a describer in Chromium by keyboard alone; after each, the focus and what is said are right."""

from contextlib import contextmanager

import pytest

from cinescribe.describe.editing.workspace import Workspace
from cinescribe.schema import Cue, Film, Gap, Person, Script, Speech, Stream
from cinescribe.timing import Span
from tests.dummies import write_film
from tests.serve.browser.chromium import ENTER, TAB, started
from tests.serve.workbench.describer import ALT, CONTROL, HOME, Describer
from tests.serve.workbench.running import Running, Tab

pytestmark = pytest.mark.slow
PATH = "/films/film/"


@pytest.fixture(scope="module")
def driver():
    driver = started()
    yield driver
    driver.quit()


def write_folder(folder):
    path = write_film(folder.with_name("film.mp4"), seconds=60.0, cut_at=30.0, rate=2)
    people = (Person("p1", "P1", "Anna"), Person("p2", "P2"), Person("p3", "P3"))
    starts = (2.0, 12.0, 22.0, 32.0, 42.0)
    texts = (
        "Anna takes the letter.",
        "Person 2 waits, and the rain falls on the roof of the house.",
        "Anna is walking.",
        "A dog barks.",
        "Person 3 leaves.",
    )
    cues = [
        Cue(Span(at, at + 2), text, by="observer", id=f"c{round(at * 1000)}", people=people_of)
        for at, text, people_of in zip(starts, texts, (("p1",), ("p2",), ("p1",), (), ("p3",)), strict=True)
    ]
    cues.append(Cue(Span(37.0, 37.0), "A door slams.", status="dropped", reason="the gap is 0.5 s", id="c37000"))
    gaps = tuple(Gap(Span(at - 1, at + 5)) for at in (*starts, 52.0))
    speech = tuple(Speech(Span(at + 6, at + 8), "subtitles", f"Line {n}.") for n, at in enumerate(starts, 1))
    film = Film(str(path), 60.0, (Stream(0, "video", "h264", rate_hz=25.0), Stream(1, "audio", "aac")))
    Workspace(folder).save_draft(Script(film, people, (), speech, gaps, tuple(sorted(cues, key=lambda cue: cue.span))))
    return folder


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with Running(write_folder(tmp_path_factory.mktemp("tasks") / "film.ad")) as running:
        yield running


@pytest.fixture(scope="module")
def one(driver, bench):
    describer = Describer(driver, bench.entry.split("/enter/")[0])
    describer.visit(bench.entry.removeprefix(describer.address))
    return describer


def script_of(bench):
    with Workspace(bench.folder).opened(who="check") as state:
        return state.script


def cue(bench, name):
    return next(one for one in script_of(bench).cues if one.id == name)


def test_fix_a_text(one, bench):
    one.visit(PATH)
    one.tab_to("cue-c2000-text")
    one.write_over("Anna tears the letter in two.")
    assert one.alt("a").startswith("Cue 1: 6 words, ")
    assert one.focus == ("textbox", "Text")
    assert one.focused_article().startswith("Cue 2 of 5")
    assert (cue(bench, "c2000").text, cue(bench, "c2000").accepted) == ("Anna tears the letter in two.", True)
    one.check("cues")


def test_move_a_cue(one, bench):
    one.visit(PATH)
    one.tab_to("cue-c22000-text")
    assert one.alt("6").startswith("Cue 3 starts at 00:00:22.100, ")
    assert one.focus == ("textbox", "Text")
    assert one.focused_article().startswith("Cue 3 of 5")
    assert one.alt("4").startswith("Cue 3 starts at 00:00:22.120, ")
    assert one.alt("m").startswith("Cue 4 starts at 00:00:34.400, ")
    assert cue(bench, "c22000").span.start == 34.4
    assert one.alt("z").startswith("Undone")


def test_split_a_cue(one, bench):
    one.visit(PATH)
    one.tab_to("cue-c12000-text")
    one.chord(CONTROL, HOME)
    for _ in range(len("Person 2 waits,")):
        one.press("\ue014")
    assert one.alt("s") != ""
    assert one.focus == ("textbox", "Text")
    assert one.focused_article().startswith("Cue 3 of 6")
    assert [each.text for each in script_of(bench).cues[1:3]] == [
        "Person 2 waits,",
        "and the rain falls on the roof of the house.",
    ]


def test_insert_a_cue(one, bench):
    one.visit(PATH)
    one.tab_to("cue-c42000-text")
    one.chord(ALT, "i")
    assert one.focus == ("textbox", "Text of a new cue after this one")
    one.press("The street is empty.")
    said = one.alt("i")
    assert said.startswith("Cue 7 is new at 00:00:44.400: 4 words, ")
    assert one.focused_article().startswith("Cue 7 of 7")
    assert script_of(bench).cues[-1].text == "The street is empty."


def test_restore_a_dropped_cue(one, bench):
    one.visit(f"{PATH}?show=dropped")
    one.check("dropped cues")
    said = one.press_button("Restore")
    assert "is spoken again" in said
    assert cue(bench, "c37000").status == "spoken"


def test_undo_and_redo(one, bench):
    one.visit(PATH)
    one.tab_to("cue-c2000-text")
    before = script_of(bench)
    said = one.alt("x")
    assert said == "Cue 1 is dropped."
    assert one.alt("z").startswith("Undone: cue 1, Anna tears the letter in two.")
    assert script_of(bench).cues == before.cues
    assert one.alt("y").startswith("Done again")
    assert one.alt("z").startswith("Undone")


def test_resolve_a_conflict(one, bench):
    one.visit(PATH)
    one.tab_to("cue-c32000-text")
    one.write_over("A black dog barks.")
    with Tab(bench.entry) as other:
        shown = next(each for each in other.shown() if each.key == "c32000")
        assert other.send(shown, "save", text="Two dogs bark.").status_code == 200
    said = one.alt("a")
    assert "was changed somewhere else" in said
    assert one.focus == ("button", "Keep mine")
    assert "There it says: “Two dogs bark.”" in one.driver.page_source
    one.check("conflict")
    one.press_button("Keep mine")
    assert cue(bench, "c32000").text == "A black dog barks."


def test_invalid_value_is_announced_at_its_field(one, bench):
    one.visit(PATH)
    one.tab_to("cue-c2000-text")
    one.write_over(" ")
    said = one.alt("a")
    assert said == "The text is empty; write what the voice should say, or reject the cue."
    assert one.focus == ("textbox", "Text")
    one.check("wrong value")
    one.chord(CONTROL, "z")


def test_listen_to_a_cue_in_the_film(one):
    one.visit(PATH)
    one.tab_to("cue-c2000-text")
    one.chord(ALT, "p")
    sounds = "performance.getEntriesByType('resource').filter(one => one.responseEnd).map(one => one.name)"
    asked = f"return {sounds}.some(name => name.includes('c2000/mix.wav'))"
    one.wait(lambda: one.driver.execute_script(asked), "no sound came")
    assert one.focus == ("textbox", "Text")
    assert one.alt("q") in ("Stopped.", "Nothing is playing.")


def test_name_a_person(one, bench):
    one.visit(f"{PATH}people")
    one.check("people")
    one.tab_to("name-p2")
    one.write_over("Ben")
    one.go("Show what a name changes")
    assert "Nothing is done yet." in one.driver.find_element("id", "main").text
    one.check("preview of a name")
    one.go("Do it")
    one.arrived("")
    assert one.status
    assert any(each.text.startswith("Ben waits") for each in script_of(bench).cues)
    assert next(person for person in script_of(bench).people if person.id == "p2").name == "Ben"


def test_merge_two_people_with_a_preview_and_undo_it(one, bench):
    one.visit(f"{PATH}people")
    before = script_of(bench)
    one.tab_to("name-p3")
    one.tab_to("The same as somebody else, or two people")
    one.press(ENTER)
    one.tab_to("into-p3")
    one.press("Anna", TAB)
    one.enter()
    assert "1 cue changes" in one.driver.find_element("id", "main").text
    one.go("Do it")
    assert "p3" not in {person.id for person in script_of(bench).people}
    assert cue(bench, "c42000").people == ("p1",)
    one.visit(f"{PATH}people")
    one.go("Undo")
    one.arrived("Undone")
    assert script_of(bench).people == before.people


def test_split_a_person(one, bench):
    one.visit(f"{PATH}people")
    one.tab_to("name-p1")
    one.tab_to("The same as somebody else, or two people")
    one.press(ENTER)
    one.tab_to("start-p1")
    one.press("0:01", TAB, "0:05")
    one.go("Show what a split changes")
    one.go("Do it")
    assert "p1b" in {person.id for person in script_of(bench).people}
    assert cue(bench, "c2000").people == ("p1b",)


def test_silence_a_remark(one, bench):
    one.wait(lambda: _opened(one, "remarks") and "is being checked" not in one.driver.page_source, "not checked")
    one.check("remarks")
    one.tab_to("Silence it")
    one.press(ENTER)
    one.press(TAB)
    one.press("it is a quotation")
    assert one.press_button("Silence")
    assert any(each.silenced for each in script_of(bench).cues)


def test_describer_exports_dapt(one, bench):
    one.visit(f"{PATH}export")
    one.check("export")
    (name,) = one.driver.execute_script("return [document.querySelector('[data-action=\"export dapt\"]').ariaLabel]")
    one.tab_to_name(name)
    assert one.said_after(lambda: one.press(ENTER))
    assert list(bench.folder.glob("*.ttml"))


def test_other_pages_pass_axe(one):
    for page in ("dropped", "history", "report", "replace?old=the&new=a", "cues/c2000"):
        one.visit(f"{PATH}{page}")
        one.check(page.partition("?")[0].replace("/", "-"))
    for page in ("/", "/help", f"{PATH}nothing"):
        one.driver.get(one.address + page)
        one.check(page.strip("/").replace("/", "-") or "films")


def test_reading_and_editing_work_without_scripts(one, bench):
    with _without_scripts(one):
        _write_and_save(one, "Anna reads.")
    said = "return document.getElementById('status')?.textContent ?? ''"
    one.wait(lambda: "Cue 1: 2 words" in one.driver.execute_script(said), "it was not said")
    assert cue(bench, "c2000").text == "Anna reads."


def test_a_conflict_without_scripts_has_a_page_of_its_own(one, bench):
    with _without_scripts(one):
        one.driver.get(one.address + PATH)
        with Tab(bench.entry) as other:
            theirs = next(shown for shown in other.shown() if shown.key == "c2000")
            assert other.send(theirs, "save", text="Anna sings.").status_code == 200
        _write_and_save(one, "Anna hums.", opens=False)
    one.wait(lambda: one.heading == "Changed somewhere else", "the conflict has no page")
    assert "Anna sings." in one.driver.page_source
    assert one.driver.find_element("id", "cue-c2000-text").get_attribute("value") == "Anna hums."
    one.check("conflict without scripts")
    one.tab_to("Keep mine")
    one.press("\n")
    one.wait(lambda: cue(bench, "c2000").text == "Anna hums.", "it was not kept")


@contextmanager
def _without_scripts(one):
    one.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        yield
    finally:
        one.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def _write_and_save(one, text, *, opens=True):
    if opens:
        one.driver.get(one.address + PATH)
    field = one.driver.find_element("id", "cue-c2000-text")
    field.clear()
    field.send_keys(text)
    one.driver.find_element("css selector", "#cue-c2000 [data-action=save]").send_keys(ENTER)


def _opened(one, page):
    one.visit(f"{PATH}{page}")
    return True
