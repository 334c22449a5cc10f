import re

import pytest

from cinescribe.describe.editing.workspace import Workspace
from cinescribe.describe.guidelines.lint import lint
from cinescribe.export.transferred import TRANSFER, TransferFinding, Transferred
from cinescribe.store import write_record
from tests.describe.editing.scripts import cue, script
from tests.serve.workbench.desk import desk

PAGE = "/films/film/remarks"
TEXTS = ("A man opened the door.", "We see a woman leaving the house.", "A dog barked.")


@pytest.fixture
def folder(tmp_path):
    Workspace(tmp_path / "film.ad").save_draft(script(*(cue(10.0 * n, text) for n, text in enumerate(TEXTS, 1))))
    return tmp_path / "film.ad"


def form(page, key):
    article = re.findall(rf'<article class="entry" id="cue-{key}".*?</article>', page, re.DOTALL)[0]
    return dict(re.findall(r'name="(revision|rule|next)" value="([^"]*)"', article))


def text_of(bench, key):
    return next(one.text for one in bench.films.get("film").folder.current().script.cues if one.id == key)


def test_the_page_has_the_remarks_of_the_command(folder):
    with desk(folder) as bench:
        page = bench.get(PAGE).text
        found = [one for one in lint(folder) if one.cue]
        assert re.findall(r'id="(cue-[\w-]+)" tabindex', page) == [f"cue-{one.cue}-{one.rule}" for one in found]
        assert "tense (2)" in page
        assert bench.get(f"{PAGE}?rule=we-see").text.count('<article class="entry"') == 1
        assert bench.get(f"{PAGE}?guidelines=netflix").status_code == 200
        assert "there are no guidelines" in bench.get(f"{PAGE}?guidelines=none").text.lower()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_remark_is_mended_or_silenced(folder, scripts):
    with desk(folder) as bench:
        page = bench.get(PAGE).text
        sent = {**form(page, "c10000-tense"), "text": "A man opens the door.", "kept-rule": "tense"}
        answer = bench.post(f"{PAGE}/c10000/mend", page=PAGE, scripts=scripts, **sent)
        if scripts:
            assert answer.json()["reload"] == f"{PAGE}?rule=tense"
        assert text_of(bench, "c10000") == "A man opens the door."
        page = bench.get(PAGE).text
        assert 'id="cue-c10000-tense"' not in page
        sent = {**form(page, "c30000-tense"), "why_not": "a flashback"}
        bench.post(f"{PAGE}/c30000/silence", page=PAGE, scripts=scripts, **sent)
        assert text_of(bench, "c30000") == TEXTS[2]
        assert "tense" not in {one.rule for one in lint(folder)}
        page = bench.get(f"{PAGE}?show=silenced").text
        assert "Silenced: A flashback." in page
        bench.post(f"{PAGE}/c30000/unsilence", page=PAGE, scripts=scripts, **form(page, "c30000-tense"))
        assert "tense" in {one.rule for one in lint(folder)}


def test_what_a_transfer_left_to_look_at_is_shown_until_the_cue_is_changed(folder):
    one = TransferFinding("c10000", "split", "a cut goes through it", 4.0, 10.0, TEXTS[0])
    write_record(folder / TRANSFER, Transferred("old.mp4", "film.mp4", 3, 3, (), (), (), None, (one,)))
    with desk(folder) as bench:
        page = bench.get(PAGE).text
        assert "Comes from another cut: a cut goes through it." in page
        bench.post(f"{PAGE}/c10000/mend", page=PAGE, **form(page, "c10000-other-cut"), text="A man opens the door.")
        assert 'id="cue-c10000-other-cut"' not in bench.get(PAGE).text


def test_a_remark_is_not_silenced_without_a_reason(folder):
    with desk(folder) as bench:
        sent = {**form(bench.get(PAGE).text, "c10000-tense"), "why_not": " "}
        assert bench.post(f"{PAGE}/c10000/silence", page=PAGE, **sent).status_code == 422


def test_the_list_of_cues_has_remarks_and_mends_them(folder):
    with desk(folder) as bench:
        page = bench.get("/films/film/?show=remarks").text
        assert re.findall(r'<article class="cue[^"]*" id="cue-(\w+)"', page) == ["c10000", "c20000", "c30000"]
        assert "past tense" in page.lower()
        bench.post("/films/film/cues/c10000/mend", page="/films/film/", text=TEXTS[0], remark="tense")
        assert text_of(bench, "c10000") == "A man opens the door."
        answer = bench.post("/films/film/cues/c10000/mend", page="/films/film/", remark="tense")
        assert "suggests nothing for this cue any more" in answer.json()["message"]
        assert bench.get(f"{PAGE}?cue=c30000").status_code == 200
