import pytest
from lxml import html

from cinescribe.export.narration import Considered, Exchange, NarratedMoment, keep_narration
from cinescribe.export.pages.page import write_page
from cinescribe.export.pages.why_parts import silences, why
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Span

HOSTILE = "</pre><script>alert(1)</script>{{ 7 * 7 }}"
SAID = NarratedMoment(
    Span(4, 6),
    since=2.0,
    times=(4.0, 4.5),
    people=("Anna (red)",),
    exchanges=(
        Exchange("seen", "Who is there?", HOSTILE, "prose"),
        Exchange("written", "Write.", "", "unreadable"),
        Exchange("checked", "Which are true?", "1", "numbers", about=("1: candidate", "2: other person")),
    ),
    considered=(
        Considered("Anna sits.", 1.5, 0.9, is_said=True),
        Considered("Anna is seated.", 2.0, 0.8),
        Considered("P1 sits.", 1.0, faults=("a label", "too dull")),
    ),
    cue="c1",
)
SILENT = NarratedMoment(Span(8, 9), since=6.0, considered=(Considered("We see rain.", 1.0, faults=("we-see",)),))
NOTHING = NarratedMoment(Span(12, 13), since=9.0)


def test_each_sentence_has_its_verdict():
    found = why(SAID)
    assert found.summary == "The model was shown 2 frames. Marked in them: Anna (red)."
    assert [(one.length, one.sure, one.verdict) for one in found.weighed] == [
        ("1.5 s", "90%", "said"),
        ("2.0 s", "80%", "another choice is better for the whole film"),
        ("1.0 s", "not checked", "a label; too dull"),
    ]
    assert [one.heading for one in found.asked] == [
        "What is seen, in prose",
        "What could be said, of no use",
        "Is it true",
    ]
    assert [one.answer for one in found.asked[1:]] == ["(empty)", "1\n\n1: candidate\n2: other person"]


def test_pauses_with_something_to_say_and_silence_are_listed():
    assert [one.moment for one in silences([SAID, SILENT, NOTHING])] == [SILENT]
    assert why(SILENT).summary == "The model was shown 0 frames. Nobody is marked in them."


@pytest.fixture
def page(tmp_path):
    cues = (Cue(Span(4, 5.5), "Anna sits.", id="c1"), Cue(Span(10, 11), "Rain.", id="c2"))
    keep_narration(tmp_path, [SAID, SILENT, NOTHING])
    write_page(Script(Film("film.mp4", 20.0), cues=cues), tmp_path / "page.html", folder=tmp_path)
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert text.count("</script>") == 1
    return html.document_fromstring(text)


def words(element):
    return " ".join(element.text_content().split())


def test_the_page_says_why_under_the_cue(page):
    (reason,) = page.get_element_by_id("cue-c1").xpath(".//details[@class='why']")
    assert words(reason.find("summary")) == "Why this sentence? (cue 1)"
    assert words(reason.xpath("./ul/li")[0]) == "Anna sits. 1.5 s; true: 90%; said"
    asked = reason.xpath("./ol/li/details")
    assert words(asked[0].find("summary")) == "What is seen, in prose (cue 1)"
    assert [pre.text_content() for pre in asked[0].xpath("./pre")] == ["Who is there?", HOSTILE]
    assert not page.get_element_by_id("cue-c2").xpath(".//details[@class='why']")


def test_lists_are_labelled_and_open_by_keyboard(page):
    lists = page.xpath("//details[@class='why']//*[@aria-label]/@aria-label")
    assert "Sentences that were weighed (cue 1)" in lists
    assert all(details[0].tag == "summary" for details in page.xpath("//details"))


def test_silent_pauses_are_listed_below(page):
    (summary,) = page.xpath("//section[@aria-labelledby='dropped-heading']/details/summary")
    assert words(summary) == "Pauses in which nothing is said: 1"
    assert "0:08.0 to 0:09.0" in words(summary.getparent())
    assert "we-see" in words(summary.getparent())
