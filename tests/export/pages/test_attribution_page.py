import base64
import dataclasses
import hashlib
import io
import math
import re

import numpy as np
import pytest
from lxml import html
from PIL import Image

from cinescribe.errors import OutputError
from cinescribe.export.pages.attribution_page import write_attribution_page
from cinescribe.export.pages.caption_attribution import AttributionMethod, CaptionAttribution, GridCell, WordAttribution
from cinescribe.still_schema import Region

HOSTILE = """</script><script>alert("1")</script> & 'quoted' "twice" {{ 7 * 7 }}"""
BY = AttributionMethod("smart", "integrated gradients", "Regions are the boxes given.", "what a part added")
DOG, SKY = Region((0.1, 0.5, 0.6, 0.9), "dog"), Region((0.0, 0.0, 1.0, 0.25), "sky")


def heat(value: float = 1.0) -> np.ndarray:
    out = np.zeros((2, 3), np.float32)
    out[1, 2] = value
    return out


def picture(name="photo.jpg", **changes) -> CaptionAttribution:
    words = (
        WordAttribution("a", heat(), DOG),
        WordAttribution("dog", heat(), DOG, score=1.0, grounded=True),
        WordAttribution("under", heat(0.0)),
        WordAttribution("ships", heat(), SKY, score=0.125, grounded=False),
    )
    image = np.full((40, 60, 3), 128, np.uint8)
    plain = CaptionAttribution(name, image, words, ((0.0, 0.5), (math.inf, 0.75)))
    return dataclasses.replace(plain, **changes)


def page_of(folder, *pictures, by=BY, title="photo.jpg"):
    write_attribution_page(pictures or (picture(),), folder / "page.html", title=title, by=by)
    text = (folder / "page.html").read_text(encoding="utf-8")
    return text, html.document_fromstring(text)


def words(element) -> str:
    return " ".join(element.text_content().split())


def test_each_word_is_a_button_with_its_verdict(tmp_path):
    _, page = page_of(tmp_path)
    buttons = page.xpath("//*[@role='toolbar']/button")
    assert [words(button) for button in buttons] == ["a", "dog✓ grounded", "under", "ships✗ not grounded"]
    assert page.xpath("//*[@role='toolbar']/@aria-label") == ["Words of the caption"]
    assert [button.get("tabindex") for button in buttons] == ["0", "-1", "-1", "-1"]
    assert page.xpath("//*[@aria-live='polite']")
    assert page.xpath("//@data-summary") == [
        "a: dog contributed most.",
        "dog: dog contributed most; grounded, similarity 1.00.",
        "under: no part of the picture contributed more than others.",
        "ships: sky contributed most; not grounded, similarity 0.12.",
    ]


@pytest.mark.parametrize(
    ("place", "words"),
    [((1, 2), "an area in the lower right"), ((0, 1), "an area in the upper"), ((0, 0), "an area in the upper left")],
)
def test_location_without_regions_is_described_in_words(tmp_path, place, words):
    values = np.zeros((2, 3), np.float32)
    values[place] = 1
    _, page = page_of(tmp_path, picture(words=(WordAttribution("a", values),)))
    assert page.xpath("//@data-summary") == [f"a: {words} of the picture contributed most."]


def test_area_in_the_middle_is_described_as_the_middle(tmp_path):
    _, page = page_of(tmp_path, picture(words=(WordAttribution("a", np.ones((1, 1), np.float32)),)))
    assert page.xpath("//@data-summary") == ["a: an area in the middle of the picture contributed most."]


def test_picture_description_lists_caption_labels_and_doubt(tmp_path):
    bare = WordAttribution("a", heat(), Region((0, 0, 1, 1)))
    _, page = page_of(tmp_path, picture(), picture("bare.jpg", words=(bare,), doubt="it is unlike all others"))
    assert page.xpath("//*[@role='img']/@aria-label") == [
        "Picture photo.jpg. The model's caption: a dog under ships. Regions that can be marked: dog, sky.",
        "Picture bare.jpg. The model's caption: a. This caption is in doubt.",
    ]


def test_a_doubtful_caption_has_its_warning_before_it(tmp_path):
    _, page = page_of(tmp_path, picture(), picture(doubt="it is unlike <b>all others"))
    sure, doubtful = page.xpath("//section")
    assert not sure.find_class("warning")
    (warning,) = doubtful.find_class("warning")
    assert words(warning) == "Warning: it is unlike <b>all others."
    assert warning.getnext().get("class") == "caption"


def test_legend_explains_attributions(tmp_path):
    _, page = page_of(tmp_path)
    (legend,) = page.find_class("legend")
    parts = {words(term): words(term.getnext()) for term in legend.xpath(".//dt")}
    assert parts["What an attribution is"] == (
        "A measurement of the model. For each word, it is what a part added; the words before it are given."
    )
    assert parts["What it is not"].startswith("It does not show that the caption is true")
    assert set(parts) == {"What an attribution is", "What it is not", "Light and dark", "Grounded"}


def test_without_scripts_the_words_are_a_table(tmp_path):
    _, page = page_of(tmp_path)
    assert page.xpath("//*[@role='toolbar']")[0].get("hidden") is not None
    assert words(page.xpath("//p[@class='caption']")[0]) == "a dog under ships"
    rows = [[words(cell) for cell in row] for row in page.xpath("//tbody/tr")]
    assert rows == [
        ["a", "dog", "none", "not a noun"],
        ["dog", "dog", "1.00", "grounded"],
        ["under", "none", "none", "not a noun"],
        ["ships", "sky", "0.12", "not grounded"],
    ]


def test_a_word_has_its_heat_map_and_its_region_in_pixels(tmp_path):
    _, page = page_of(tmp_path)
    heat_maps = page.xpath("//*[local-name()='g'][@class='heat-map']")
    assert len(heat_maps) == 4
    box = heat_maps[1].xpath(".//*[local-name()='rect'][@class='inner']")[0]
    assert [float(box.get(name)) for name in ("x", "y", "width", "height")] == [6, 20, 30, 16]
    url = heat_maps[1].xpath("./*[local-name()='image']/@href")[0]
    with Image.open(io.BytesIO(base64.b64decode(url.split(",")[1]))) as image:
        pixels = np.asarray(image.convert("RGBA")).astype(int)
    assert pixels.shape == (2, 3, 4)
    assert pixels[1, 2, :3].sum() > pixels[0, 0, :3].sum() + 500  # the highest attribution is the lightest
    assert not heat_maps[2].xpath(".//*[local-name()='rect']")  # no region, no box


def test_labels_stay_inside_the_picture_and_unnamed_boxes_have_no_label(tmp_path):
    right = WordAttribution("ball", heat(), Region((0.9, 0.0, 1.0, 0.5), "ball"))
    bare = WordAttribution("runs", heat(), Region((0.0, 0.0, 0.5, 0.5)))
    _, page = page_of(tmp_path, picture(words=(right, bare)))
    (label,) = page.xpath("//*[local-name()='text']")
    assert (words(label), label.get("text-anchor"), float(label.get("x"))) == ("ball", "end", 54.0)
    assert len(page.xpath("//*[local-name()='rect'][@class='inner']")) == 2


def test_scores_by_margin_and_the_count_of_grounded_nouns(tmp_path):
    _, page = page_of(tmp_path)
    (scores,) = page.find_class("margins")
    assert [words(part) for part in scores.xpath(".//dt | .//dd")] == ["0", "50.0 %", "any", "75.0 %"]
    assert "1 of 2" in [words(value) for value in page.xpath("//dd")]


def test_caption_without_nouns_has_a_note(tmp_path):
    one = picture(words=(WordAttribution("runs", heat()),), grounding=())
    _, page = page_of(tmp_path, one)
    assert "no noun could be scored" in [words(value) for value in page.xpath("//dd")]
    assert not page.find_class("margins")


def test_a_region_without_label_is_named_by_its_position(tmp_path):
    bare = Region((0.1, 0.5, 0.6, 0.9))
    regions = [(Region((0, 0, 1, 1)), None), (bare, None), (bare, GridCell(3, 1, 7, 9)), (DOG, GridCell(3, 1, 7, 9))]
    seen = [WordAttribution("runs", heat(), region, cell) for region, cell in regions]
    _, page = page_of(tmp_path, picture(words=tuple(seen)))
    assert [words(row.xpath("./td")[0]) for row in page.xpath("//tbody/tr")] == [
        "the whole picture",
        "the region from 10 to 60 % across, 50 to 90 % down",
        "the cell in row 3 of 7, column 1 of 9",
        "dog",
    ]
    assert page.xpath("//@data-summary")[2] == "runs: the cell in row 3 of 7, column 1 of 9 contributed most."


def test_nouns_without_score_differ_from_other_words(tmp_path):
    bare = Region((0.1, 0.5, 0.6, 0.9))
    seen = (WordAttribution("a", heat(), bare), WordAttribution("dog", heat(), bare, is_noun=True))
    _, page = page_of(tmp_path, picture(words=seen, grounding=()))
    assert [words(row[-1]) for row in page.xpath("//tbody/tr")] == ["not a noun", "a noun, not scored"]
    assert "no noun could be scored" in [words(value) for value in page.xpath("//dd")]


def test_several_pictures_have_a_section_each(tmp_path):
    _, page = page_of(tmp_path, picture("at 0:01.0"), picture("at 0:04.0"), title="film.mp4")
    assert [words(heading) for heading in page.xpath("//h2")] == ["at 0:01.0", "at 0:04.0"]
    ids = page.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert set(page.xpath("//@aria-labelledby")) <= set(ids)


def test_the_page_loads_nothing_and_runs_only_its_own_code(tmp_path):
    text, page = page_of(tmp_path)
    addresses = page.xpath("//*/@src | //*/@href")
    assert addresses
    assert all(re.match(r"data:image/(jpeg|png);|#", address) for address in addresses)
    (code,) = page.xpath("//script")
    policy = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert f"'sha256-{base64.b64encode(hashlib.sha256(code.text.encode()).digest()).decode()}'" in policy
    assert "http:" not in text.replace("http-equiv", "")
    assert not page.xpath("//@*[starts-with(name(), 'on')]")


def test_text_of_models_and_files_is_never_code(tmp_path):
    one = picture(
        HOSTILE, words=(WordAttribution(HOSTILE, heat(), Region((0, 0, 1, 1), HOSTILE), score=0.5, grounded=True),)
    )
    _, page = page_of(tmp_path, one, by=AttributionMethod(HOSTILE, HOSTILE, HOSTILE, HOSTILE), title=HOSTILE)
    assert len(page.xpath("//script")) == 1
    assert words(page.xpath("//h2")[0]) == words(page.xpath("//tbody/tr/td")[0]) == " ".join(HOSTILE.split())


def test_an_unwritable_path_is_named(tmp_path):
    (tmp_path / "page.html").mkdir()
    with pytest.raises(OutputError, match=r"page\.html' cannot be written"):
        write_attribution_page([picture()], tmp_path / "page.html", title="photo", by=BY)
