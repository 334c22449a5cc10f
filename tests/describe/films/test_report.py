"""The report on many films, in the language of the films."""

import lxml.html

from cinescribe.describe.films.outcome import FilmOutcome
from cinescribe.describe.films.report import REPORT, TABLE, write_report
from cinescribe.store import read_records

GOOD = FilmOutcome(
    "/films/a <b>.mp4",
    "a <b>.ad",
    "auto",
    "k",
    seconds=75.4,
    remarks=("captions by <nobody>",),
    film_seconds=3725.0,
    cues=3,
    dropped=1,
    people=2,
    over_speech=1.25,
    requests=12,
    pictures=48,
    peak_bytes=900_000_000,
)
BAD = FilmOutcome("/films/c.mp4", "c.ad", "auto", "k", seconds=1.0, fault="c.mp4 is damaged")


def page(folder, *outcomes, language=None):
    write_report(outcomes, folder, language=language)
    return lxml.html.parse(str(folder / REPORT)).getroot()


def texts(root, path):
    return [" ".join(found.text_content().split()) for found in root.xpath(path)]


def test_each_film_has_a_row_under_headings(tmp_path):
    root = page(tmp_path, GOOD, BAD)
    headings = texts(root, "//thead//th[@scope='col']")
    (row,) = root.xpath("//tbody/tr")
    assert texts(row, "th[@scope='row']") == ["a <b>.mp4"]
    assert row.xpath("th/a/@href")[0] == "a%20%3Cb%3E.ad/"
    shown = dict(zip(headings[1:], texts(row, "td"), strict=True))
    assert shown.pop("Remarks").startswith("1 remark")
    assert shown == {
        "Length": "1:02:05",
        "Cues": "3",
        "People": "2",
        "Over speech": "1.2 s",
        "Dropped": "1",
        "Working time": "0:01:15",
        "Requests": "12",
        "Pictures sent": "48",
    }
    assert texts(root, "//details//li") == ["Captions by <nobody>."]


def test_films_that_failed_come_first_with_the_reason(tmp_path):
    root = page(tmp_path, GOOD, BAD)
    assert texts(root, "//h2") == ["Not described", "Described"]
    assert texts(root, "//dl[@class='faults']/div") == ["c.mp4C.mp4 is damaged."]
    assert texts(root, "//dl[@class='facts']/div")[0] == "Described1 of 2 films"
    root = page(tmp_path, BAD)
    assert not root.xpath("//table")
    assert "No film could be described." in root.text_content()


def test_the_page_is_in_the_language_of_the_films(tmp_path):
    root = page(tmp_path, GOOD, BAD, language="de-AT")
    assert root.get("lang") == "de"
    assert "AD-Texte" in texts(root, "//thead//th")
    assert "1,2 s" in texts(root, "//tbody//td")
    assert root.xpath("//dl[@class='faults']//dd/span/@lang")[0] == "en"  # what a run says is English
    assert page(tmp_path, GOOD, language="pl").get("lang") == "en"


def test_the_table_holds_all_that_is_known(tmp_path):
    page(tmp_path, GOOD, BAD)
    assert read_records(tmp_path / TABLE, FilmOutcome) == [GOOD, BAD]
