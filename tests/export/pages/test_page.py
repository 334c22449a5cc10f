import base64
import hashlib
import io
import re
import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest
from lxml import html
from PIL import Image

from cinescribe.errors import OutputError, RecordError
from cinescribe.export.folder import EVIDENCE, FACES, FRAMES_FOLDER
from cinescribe.export.pages.page import film_address, write_page
from cinescribe.export.pages.page_parts import page_clock
from cinescribe.schema import Cue, Evidence, Face, Film, Gap, Person, Script, Shot, Speech
from cinescribe.store import write_records
from cinescribe.timing import Span

HOSTILE = """</script><script>alert("1")</script> & 'quoted' "twice" <!-- {{ 7 * 7 }} --> </style>"""


def script(folder: Path, *, cues=None, people=None) -> Script:
    face = Evidence(4.1, "face of P1, 0.40 of the picture's height", (0.25, 0.1, 0.5, 0.5), 0.9)
    cues = cues or (
        Cue(Span(4.0, 6.0), "Anna looks up.", people=("p1",), evidence=(face, Evidence(4.2, "day")), by="observer"),
        Cue(Span(9.0, 9.0), "P2 leaves.", people=("p2",), status="extended", pause=1.5, reason="no gap has room"),
        Cue(Span(12.0, 12.0), "Night falls.", status="dropped", reason="the gap is too short", why="it is late"),
        Cue(Span(14.0, 15.0), "A door opens.", rate=1.15, evidence=(Evidence(60.0, "silence"),)),
    )
    people = people or (Person("p1", "P1", "Anna", "portraits/p1.jpg"), Person("p2", "P2", None, "portraits/p2.jpg"))
    return Script(
        Film(str(folder.parent / "film one.mp4"), 20.0),
        people=people,
        shots=(Shot(Span(0.0, 10.0)), Shot(Span(10.0, 20.0), "dissolve")),
        speech=(Speech(Span(1.0, 3.0), "subtitles", "Who's <there> & why?"), Speech(Span(7.0, 8.0), "vad")),
        gaps=(Gap(Span(3.15, 6.85)),),
        cues=cues,
    )


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "film.ad"
    frames = folder / FRAMES_FOLDER
    frames.mkdir(parents=True)
    (folder / "portraits").mkdir()
    for name, colour in (("000004000", "red"), ("000006000", "blue")):
        Image.new("RGB", (640, 360), colour).save(frames / f"{name}.jpg")
    Image.new("RGB", (80, 60), "green").save(folder / "portraits" / "p1.jpg")
    faces = [Face(time, (0.1, 0.1, 0.2, 0.2), 0.9, row, person="p1") for row, time in enumerate((4.0, 5.0, 6.0, 15.0))]
    write_records(folder / FACES, faces)
    (tmp_path / "film one.mp4").write_bytes(b"film")
    return folder


def page_of(script: Script, folder: Path):
    write_page(script, folder / "page.html", folder=folder)
    text = (folder / "page.html").read_text(encoding="utf-8")
    return text, html.document_fromstring(text)


@pytest.fixture
def page(folder):
    return page_of(script(folder), folder)[1]


def words(element) -> str:
    return " ".join(element.text_content().split())


def row(page, number: int):
    return page.get_element_by_id(f"cue-c{number}")


def test_the_page_loads_nothing_from_elsewhere(folder):
    text, page = page_of(script(folder), folder)
    addresses = page.xpath("//*/@src | //*/@href | //*/@poster | //*/@srcset")
    allowed = re.compile(r"data:(image/jpeg|text/vtt)[;,]|#|\.\./film%20one\.mp4$")
    assert addresses
    assert all(allowed.match(address) for address in addresses)
    assert "http:" not in text.replace("http-equiv", "")
    assert "https:" not in text
    assert "@import" not in text
    assert str(folder.parent) not in text


def test_only_the_page_s_own_code_may_run(folder):
    _, page = page_of(script(folder), folder)
    policy = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    (code,) = page.xpath("//script")
    checksum = base64.b64encode(hashlib.sha256(code.text.encode()).digest()).decode()
    assert f"script-src 'sha256-{checksum}'" in policy
    assert policy.startswith("default-src 'none'")
    assert not page.xpath("//@*[starts-with(name(), 'on')]")


def test_landmarks_headings_and_labels(page):
    assert page.get("lang") == "en"
    for landmark in ("header", "main", "footer"):
        assert len(page.xpath(f"//{landmark}")) == 1
    assert [int(heading.tag[1]) for heading in page.xpath("//h1 | //h2 | //h3")] == [1, 2, 2, 2, 2, 3, 3, 2, 2]
    assert page.xpath("(//a)[1]/@href") == ["#cues"]
    for section in page.xpath("//section"):
        assert words(page.get_element_by_id(section.get("aria-labelledby")))
    for field in page.xpath("//input | //select"):
        assert words(field.getparent())
        assert field.getparent().tag == "label"
    assert page.xpath("//*[@id='live']/@aria-live") == ["polite"]
    assert page.xpath("//th/@scope") == ["col"] * 4


def test_ids_are_unique_and_references_exist(page):
    ids = page.xpath("//@id")
    assert len(ids) == len(set(ids))
    referred = " ".join(page.xpath("//@aria-labelledby | //@aria-describedby")).split()
    referred += [address[1:] for address in page.xpath("//@href") if address.startswith("#")]
    assert set(referred) <= set(ids)


def test_every_picture_and_button_has_a_label(page):
    assert all(image.get("alt") for image in page.xpath("//img"))
    assert all(mark.get("aria-label") for mark in page.xpath("//*[@role='img']"))
    assert all(button.get("aria-label") or words(button) for button in page.xpath("//button"))
    assert page.xpath("//video/@aria-label") == ["film one"]


def test_the_timeline_has_one_tab_stop_and_names_every_cue(page):
    marks = page.xpath("//*[@role='toolbar']/button")
    assert [mark.get("tabindex") for mark in marks] == ["0", "-1", "-1", "-1"]
    assert marks[1].get("aria-label") == "Cue 2, 0:09.0, extended, film waits 1.5 s: P2 leaves."
    assert marks[0].get("style") == "left:20.0%;width:10.0%"
    lanes = {
        lane.get("aria-label").split(":")[0]: lane
        for lane in page.xpath("//svg[@role='img'][contains(@class, 'strip')]")
    }
    assert list(lanes) == ["Dialogue", "Speech gaps", "Shots", "Anna"]
    assert lanes["Dialogue"].get("aria-label") == "Dialogue: 2 parts, 3.0 s of 20.0 s"
    assert lanes["Dialogue"].xpath("./rect/@x") == ["5.0%", "35.0%"]


def test_cues_show_status_and_reason_in_words(page):
    assert words(row(page, 1).find_class("state")[0]) == "spoken"
    assert words(row(page, 2).find_class("state")[0]) == "extended, film waits 1.5 s no gap has room"
    assert words(row(page, 3).find_class("state")[0]) == "dropped the gap is too short"
    assert words(row(page, 4).find_class("state")[0]) == "spoken at 115 % speed"
    assert words(row(page, 1).find_class("who")[0]) == "Anna"
    assert "Why: it is late" in words(row(page, 3))


def test_the_voice_may_speak_until_the_next_dialogue_or_cue(page):
    assert [row(page, number).get("data-until") for number in (1, 2, 3, 4)] == ["7.0", "14.0", "12.0", "20.0"]


def test_a_cue_shows_its_evidence_frames(page):
    (moment,) = row(page, 1).find_class("moment")
    assert moment.get("data-time") == "4.0"
    assert moment.xpath(".//use/@href") == ["#frame-000004000"]
    assert [float(moment.xpath(f".//rect[1]/@{side}")[0]) for side in ("x", "y", "width", "height")] == [80, 18, 80, 72]
    findings = [words(finding) for finding in row(page, 1).xpath(".//ul[@class='findings']/li")]
    assert findings == ["Box 1 face of P1, 0.40 of the picture's height 90 % sure", "day"]
    assert len(page.xpath("//symbol")) == 1
    width = Image.open(_bytes(page.xpath("//symbol/image/@href")[0])).width
    assert width == 320


def test_missing_frames_and_portraits_are_replaced_by_words(page):
    assert "No frame was kept for this moment" in words(row(page, 4))
    assert "No portrait of P2" in words(page.get_element_by_id("person-2"))
    assert page.xpath("//img/@alt") == ["Portrait of Anna"]


def test_people_have_their_appearances(page):
    anna = page.get_element_by_id("person-1")
    assert "First seen at 0:04.0; 2 appearances, 3 s on screen. In 1 cue." in words(anna)
    assert anna.xpath(".//button/@data-time") == ["4.0", "15.0"]
    assert "No appearances were recorded. In 1 cue." in words(page.get_element_by_id("person-2"))


def test_dropped_cues_are_listed_and_linked(page):
    (entry,) = page.xpath("//ol[@class='dropped-log']/li")
    assert words(entry) == "0:12.0 Night falls. the gap is too short"
    assert entry.xpath("./a/@href") == ["#cue-c3"]


def test_links_reach_cues_with_foreign_ids(folder):
    cues = [Cue(Span(n, n), "Words.", status="dropped", id=name) for n, name in enumerate(("video", "take 5%41"))]
    page = page_of(script(folder, cues=tuple(cues)), folder)[1]
    links = page.xpath("//ol[@class='dropped-log']/li/a/@href")
    assert [unquote(link) for link in links] == ["#cue-video", "#cue-take 5%41"]
    assert [len(page.xpath("//*[@id=$name]", name=unquote(link)[1:])) for link in links] == [1, 1]


def test_speaking_is_off_by_default(page):
    for name in ("speak", "announce"):
        switch = page.get_element_by_id(name)
        assert switch.get("role") == "switch"
        assert switch.get("checked") is None


def test_tracks_carry_cues_and_dialogue(page):
    tracks = {track.get("kind"): _bytes(track.get("src")).read().decode() for track in page.xpath("//track")}
    assert tracks["captions"] == "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nWho's &lt;there&gt; &amp; why?\n"
    assert [block.split("\n")[1] for block in tracks["descriptions"].split("\n\n")[1:]] == [
        "Anna looks up.",
        "P2 leaves.",
        "A door opens.",
    ]


def test_hostile_text_stays_text(folder):
    cue = Cue(Span(4.0, 6.0), HOSTILE, people=("p1",), why=HOSTILE, by=HOSTILE, reason=HOSTILE)
    cue = cue.replace(evidence=(Evidence(4.0, HOSTILE),))
    text, page = page_of(
        script(folder, cues=(cue, cue.replace(status="dropped")), people=(Person("p1", HOSTILE, HOSTILE),)), folder
    )
    assert len(page.xpath("//script")) == 1
    assert text.count("</script>") == 1
    assert text.count("</style>") == 1
    assert "49" not in words(row(page, 1))
    assert row(page, 1).find_class("text")[0].text_content() == HOSTILE
    assert page.xpath("//*[@role='toolbar']/button/@aria-label")[0].endswith(HOSTILE)


def test_the_film_has_a_relative_address(folder, tmp_path):
    made = script(folder)
    assert film_address(made, page=folder / "page.html", folder=folder) == "../film%20one.mp4"
    assert film_address(made, page=tmp_path / "page.html", folder=folder) == "film%20one.mp4"
    moved = made.replace(film=Film("/gone/javascript:x #1.mp4", 20.0))
    assert film_address(moved, page=folder / "page.html", folder=folder) == "javascript%3Ax%20%231.mp4"


def test_an_empty_script_makes_a_page(tmp_path):
    _, page = page_of(Script(Film("film.mp4", 0.0)), tmp_path / "empty.ad")
    text = words(page)
    assert "The script has no cues." in text
    assert "Nobody was recognised" in text
    assert "Nothing was dropped." in text


def test_the_page_of_a_long_film_is_small(folder):
    cues = tuple(
        Cue(Span(n / 200, n / 200 + 0.004), f"Cue {n}.", evidence=(Evidence(4.0, "face"),)) for n in range(2000)
    )
    text, page = page_of(script(folder, cues=cues), folder)
    assert len(page.xpath("//tbody/tr")) == 2000
    assert len(page.xpath("//symbol")) == 1
    assert len(text) < 2000 * 3000


def test_a_page_that_cannot_be_written_is_named(folder, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_page(script(folder), tmp_path / "file" / "page.html", folder=folder)


def test_malformed_faces_are_named(folder):
    (folder / FACES).write_text("{")
    with pytest.raises(RecordError, match=r"faces\.jsonl, line 1 is not JSON"):
        write_page(script(folder), folder / "page.html", folder=folder)
    assert not (folder / "page.html").exists()


@pytest.mark.parametrize(
    ("time", "text"), [(0.0, "0:00.0"), (59.96, "1:00.0"), (3661.25, "1:01:01.2"), (-1.0, "0:00.0")]
)
def test_clock_times_are_formatted(time, text):
    assert page_clock(time) == text


def _bytes(address: str):
    return io.BytesIO(base64.b64decode(address.split("base64,")[1]))


@pytest.mark.parametrize(("n_people", "rest"), [(13, "1 more person has no lane"), (15, "3 more people have no lane")])
def test_twelve_people_have_a_lane_and_the_rest_are_counted(folder, n_people, rest):
    people = tuple(Person(f"p{n}", f"P{n}") for n in range(1, n_people + 1))
    where = (0.1, 0.1, 0.2, 0.2)
    write_records(folder / FACES, [Face(1.0, where, 0.9, n, person=one.id) for n, one in enumerate(people)])
    text, page = page_of(script(folder, people=people), folder)
    named = [words(name) for name in page.find_class("lane-name")]
    assert [name for name in named if re.fullmatch(r"P\d+", name)] == [f"P{n}" for n in range(1, 13)]
    assert rest in text


def test_many_appearances_are_listed_in_part(folder):
    where = (0.1, 0.1, 0.2, 0.2)
    faces = [Face(10.0 * n, where, 0.9, n, person="p1") for n in range(30)]
    write_records(folder / FACES, faces)
    made = script(folder)
    text, _ = page_of(made.replace(film=made.film.replace(duration=400.0)), folder)
    assert "30 appearances" in text
    assert "and 6 more" in text


def test_requested_evidence_explains_each_word(folder):
    attributed = Evidence(4.1, "the picture", score=0.32, word="looks")
    cues = (Cue(Span(4.0, 6.0), "Anna looks up.", evidence=(Evidence(4.1, "day"), attributed)),)
    (folder / EVIDENCE).mkdir()
    shutil.move(folder / FRAMES_FOLDER / "000004000.jpg", folder / EVIDENCE / "000004000.jpg")
    _, page = page_of(script(folder, cues=cues), folder)
    (details,) = row(page, 1).xpath(".//details")
    assert words(details.find("summary")) == "Why did it say this? (cue 1)"
    assert details.xpath(".//*[local-name()='use']/@href") == ["#frame-000004000"]
    findings = [words(finding) for finding in details.find_class("findings")[0]]
    assert findings == ["day", "“looks”: the picture 32 % of the attribution"]


def test_by_default_the_page_shows_the_evidence_of_cues(page):
    assert "Evidence from 1 moment" in words(row(page, 1).xpath(".//summary")[0])


def test_a_box_is_drawn_once_and_a_share_shown_once(folder):
    box = (0.25, 0.1, 0.5, 0.5)
    found = (
        Evidence(4.1, "faces of Anna drew 45% of the attention", box, 0.45),
        Evidence(4.1, "face of Anna", box, 0.06, word="Anna"),
        Evidence(4.1, "face of P2", (0.6, 0.1, 0.8, 0.5), 0.9),
    )
    _, page = page_of(script(folder, cues=(Cue(Span(4.0, 6.0), "Anna waves.", evidence=found),)), folder)
    assert [words(finding) for finding in row(page, 1).find_class("findings")[0]] == [
        "Box 1 faces of Anna drew 45% of the attention",
        "Box 1 “Anna”: face of Anna 6 % of the attribution",
        "Box 2 face of P2 90 % sure",
    ]
    assert [words(number) for number in row(page, 1).xpath(".//svg//text")] == ["1", "2"]


@pytest.mark.parametrize("path", ["../secret.png", "portraits/../../secret.png", "/secret.png"])
def test_a_portrait_outside_the_folder_is_refused(folder, path):
    Image.new("RGB", (8, 8)).save(folder.parent / "secret.png")
    with pytest.raises(RecordError, match=r"the portrait of 'p1' is .*expected the path of a file inside"):
        page_of(script(folder, people=(Person("p1", "P1", None, path),)), folder)


def test_a_portrait_that_would_fill_the_memory_is_refused(folder):
    Image.new("1", (9000, 9000)).save(folder / "portraits" / "p1.png")
    with pytest.raises(RecordError, match=r"p1.png' has 9000 x 9000 pixels; at most 67108864 can be read"):
        page_of(script(folder, people=(Person("p1", "P1", None, "portraits/p1.png"),)), folder)
