import json
import os

import numpy as np
import pytest
import torch
from PIL import Image

from cinescribe.errors import InputError, ModelError, OutputError, RecordError
from cinescribe.explain.attribution.methods import METHOD_TITLES
from cinescribe.explain.words.explain_words import MEANINGS, explain_words, read_regions
from cinescribe.features.regions.hub_regions import hub_detector
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.still_schema import Region
from tests.commands import run_command
from tests.dummies import write_film
from tests.explain.scripted_captioner import CELLS, DOG, SKY, ScriptedCaptioner
from tests.explain.targets.test_explainable_captioners import write_smart
from tests.explain.toy_captions import LinearCaption
from tests.features.regions.test_hub_regions import detr
from tests.models.tiny_hub import FAMILIES
from tests.shared import shared

pytestmark = pytest.mark.usefixtures("one_thread")

BOXES = [{"box": [0.0, 0.5, 0.5, 1.0], "label": "dog"}, {"box": [0.0, 0.0, 1.0, 0.5], "label": "sky"}]


class OneDog:
    name = "one dog"
    version = "1"

    def regions(self, picture, known):
        return PictureRegions(np.zeros((1, 2), np.float32), np.array([DOG.box], np.float32), (DOG.label,))


class Detached(LinearCaption):
    """A caption whose scores have no gradients."""

    def scores(self, visual):
        return super().scores(visual).detach()


class Either:
    """Captions the first picture with one captioner, and all others with another."""

    name, extractor = "either", None

    def __init__(self, first, then):
        self.first, self.then, self.n_captioned = first, then, 0

    def caption(self, image, regions):
        self.n_captioned += 1
        return (self.first if self.n_captioned == 1 else self.then).caption(image, regions)


def dog_captioner():
    return ScriptedCaptioner([[1, 3], [3, 1]], (DOG, SKY), ("a", "dog"))


@pytest.fixture
def photo(tmp_path):
    Image.new("RGB", (64, 48), "green").save(tmp_path / "photo.png")
    return tmp_path / "photo.png"


@pytest.fixture(scope="module")
def smart(tmp_path_factory):
    return write_smart(tmp_path_factory.mktemp("smart"))


def words(*arguments):
    return run_command("explain", "words", *arguments, exit_code=None)


def test_a_picture_becomes_a_page_and_a_figure(tmp_path, photo):
    (seen,) = explain_words(
        photo, tmp_path / "page.html", captioner=dog_captioner(), regions=(DOG, SKY), figure=tmp_path / "words.png"
    )
    assert (seen.name, seen.caption, seen.words[1].grounded) == ("photo.png", "a dog", True)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "scripted" in page
    assert "integrated gradients" in page
    assert "Regions are those that came with the picture" in page
    assert "1 of 1" in page
    with Image.open(tmp_path / "words.png") as figure:
        assert figure.format == "PNG"


def test_each_method_has_a_meaning():
    assert MEANINGS.keys() == METHOD_TITLES.keys()


def test_moments_of_a_film_share_one_page(tmp_path):
    write_film(tmp_path / "film.mp4", seconds=6.0, cut_at=4.0, sound=False)
    captioner = ScriptedCaptioner([[1, 3, 0, 0]], CELLS, ("dog",))
    seen = explain_words(tmp_path / "film.mp4", tmp_path / "page.html", captioner=captioner)
    assert [one.time for one in seen] == [pytest.approx(2.0), pytest.approx(5.0)]
    assert len(captioner.shown) == 2
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "at 2.0 s" in page
    assert "Regions are the cells of a grid; they have no names, so that no noun can be said to be grounded." in page


def test_moments_without_words_are_left_out_and_no_words_at_all_are_refused(tmp_path):
    write_film(tmp_path / "film.mp4", seconds=6.0, cut_at=4.0, sound=False)
    captioner = ScriptedCaptioner([[1, 3, 0, 0]], CELLS, ("dog",))
    silent = ScriptedCaptioner([[1, 3, 0, 0]], CELLS, ())
    once = Either(silent, captioner)
    (seen,) = explain_words(tmp_path / "film.mp4", tmp_path / "page.html", captioner=once)
    assert seen.time == pytest.approx(5.0)
    with pytest.raises(ModelError, match=r"scripted wrote nothing of .*film\.mp4'.*try another captioner"):
        explain_words(tmp_path / "film.mp4", tmp_path / "none.html", captioner=silent)
    assert not (tmp_path / "none.html").exists()


def test_a_detector_finds_regions_in_every_picture(tmp_path, photo):
    captioner = ScriptedCaptioner([[1, 3, 0, 0]], CELLS, ("dog",))
    (seen,) = explain_words(photo, tmp_path / "page.html", captioner=captioner, detector=OneDog())
    assert captioner.shown == [((48, 64, 3), (DOG,))]
    assert seen.words[0].region == DOG
    assert "Regions are those that one dog found" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_regions_of_a_film_are_refused(tmp_path):
    write_film(tmp_path / "film.mp4", seconds=2.0, cut_at=4.0, sound=False)
    with pytest.raises(InputError, match=r"`regions` belong to one picture, but .*film\.mp4' is a film"):
        explain_words(tmp_path / "film.mp4", tmp_path / "page.html", captioner=dog_captioner(), regions=(DOG,))


def test_regions_beside_a_detector_are_refused(tmp_path, photo):
    with pytest.raises(
        InputError, match="`regions` do not go with `detector` 'one dog', which finds its own; leave out one"
    ):
        explain_words(photo, tmp_path / "page.html", captioner=dog_captioner(), regions=(DOG,), detector=OneDog())


def test_an_unknown_method_lists_the_known_ones(tmp_path, photo):
    with pytest.raises(InputError, match=r"`method` is 'random'; saliency, guided, ig, rollout, occlusion"):
        explain_words(photo, tmp_path / "page.html", captioner=dog_captioner(), method="random")


def test_a_model_without_gradients_works_with_occlusion_only(tmp_path, photo):
    captioner = ScriptedCaptioner([[1, 3]], (DOG, SKY), ("dog",))
    captioner.caption_type = Detached
    with pytest.raises(ModelError, match=r"scores have no gradient.*or use occlusion"):
        explain_words(photo, tmp_path / "page.html", captioner=captioner)
    assert not (tmp_path / "page.html").exists()
    (seen,) = explain_words(photo, tmp_path / "page.html", captioner=captioner, method="occlusion")
    assert seen.words[0].region == SKY


def test_page_says_where_the_regions_come_from(tmp_path, photo):
    boxes = (Region(DOG.box), Region(SKY.box))

    def page(captioner, **known):
        explain_words(photo, tmp_path / "page.html", captioner=captioner, **known)
        return (tmp_path / "page.html").read_text(encoding="utf-8")

    read = page(ScriptedCaptioner([[1, 3]], boxes, ("dog",), origin=None), regions=boxes)
    assert "Regions are those that came with the picture; they have no names" in read
    assert "The captioner read" not in read
    summed = page(ScriptedCaptioner([[1, 3, 0, 0]], CELLS, ("dog",)), regions=(DOG, SKY))
    assert (
        "came with the picture; a noun wants a similarity of 0.7 to one to be grounded. The captioner read " in summed
    )
    assert "the cells of a grid: what they did is added up over each region, which favours large ones." in summed
    found = page(ScriptedCaptioner([[1, 3]], (DOG, SKY), ("dog",), origin="those that its detector found"))
    assert "Regions are those that its detector found; a noun wants" in found


@pytest.mark.parametrize("figure", [None, "words.png"])
@pytest.mark.parametrize("link", [os.link, os.symlink])
def test_a_picture_is_never_written_over(tmp_path, photo, link, figure):
    before = photo.read_bytes()
    link(photo, tmp_path / "page.html")
    with pytest.raises(OutputError, match=r"page\.html' is both a file to write and one that is read; name"):
        explain_words(photo, tmp_path / "page.html", captioner=dog_captioner(), figure=figure and tmp_path / figure)
    with pytest.raises(OutputError, match=r"photo\.png' is both a file to write and one that is read"):
        explain_words(photo, tmp_path / "other.html", captioner=dog_captioner(), figure=tmp_path / "." / photo.name)
    assert photo.read_bytes() == before


def test_page_and_figure_must_be_two_files(tmp_path, photo):
    with pytest.raises(OutputError, match=r"page\.html' is both the figure and the page"):
        explain_words(photo, tmp_path / "page.html", captioner=dog_captioner(), figure=tmp_path / "." / "page.html")
    assert not (tmp_path / "page.html").exists()


def test_the_command_refuses_to_write_over_regions_before_any_work(tmp_path, photo):
    path = tmp_path / "boxes.json"
    path.write_text(json.dumps(BOXES))
    result = words(photo, "--model", tmp_path / "none", "-o", path, "--regions", path)
    assert result.exit_code == 1
    assert "boxes.json' is read as --regions; name another file to write" in result.stderr
    assert json.loads(path.read_text()) == BOXES


def test_a_path_that_cannot_be_written_is_named(tmp_path, photo):
    with pytest.raises(OutputError, match=r"cannot be written"):
        explain_words(photo, photo / "page.html", captioner=dog_captioner())


def test_regions_are_read_from_json(tmp_path):
    path = tmp_path / "boxes.json"
    path.write_text(json.dumps(BOXES))
    assert read_regions(path) == (DOG, SKY)
    path.write_text("[]")
    assert read_regions(path) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", r"is not JSON"),
        ('{"box": []}', r"holds dict; give a list of boxes"),
        (
            '[{"label": "dog"}]',
            r"boxes.json': a Region has only label.*; give boxes with labels, as docs/explain.md",
        ),
        ('[{"box": [0, 0, 1]}]', r"boxes.json': Region.box is \[0, 0, 1\]; expected a list of 4; give boxes"),
        ('[{"box": [0, 0, 2, 1]}]', r"box 1 is \(0\.0, 0\.0, 2\.0, 1\.0\); give left, top, right, bottom"),
        ('[{"box": [0.5, 0, 0.5, 1]}]', r"box 1 is .*as fractions of the picture"),
    ],
)
def test_malformed_regions_are_refused(tmp_path, text, message):
    path = tmp_path / "boxes.json"
    path.write_text(text)
    with pytest.raises(RecordError, match=message):
        read_regions(path)


def test_the_command_prints_words_as_promised(tmp_path, photo, smart):
    (tmp_path / "boxes.json").write_text(json.dumps(BOXES))
    page = tmp_path / "page.html"
    result = words(photo, "--model", smart, "-o", page, "--regions", tmp_path / "boxes.json", "--json")
    assert result.exit_code == 0, result.output
    value = json.loads(result.stdout)
    assert value["page"] == str(page)
    assert value["words"]
    (warning,) = value["warnings"]
    assert warning["picture"] == "photo.png"
    assert warning["text"].endswith("and this one is unlike them: its caption will be wrong")
    assert f"</strong> {warning['text']}." in page.read_text(encoding="utf-8")
    for word in value["words"]:
        assert word["region"] in ("dog", "sky")
        assert word["box"] in ([0.0, 0.5, 0.5, 1.0], [0.0, 0.0, 1.0, 0.5])
        assert ("score" in word) == ("grounded" in word)
    assert page.is_file()


@pytest.mark.parametrize("method", ["saliency", "guided", "ig", "rollout", "occlusion"])
def test_every_method_explains_a_photograph_by_cells(tmp_path, smart, method):
    path = shared("data/images/coco_mini/000000000790.jpg")
    result = words(path, "--model", smart, "-o", tmp_path / "page.html", "--method", method, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["words"]
    assert found
    assert all("box" in word and "region" not in word for word in found)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [("photo.jpg", b"no picture", "holds no picture that can be read"), ("none.jpg", None, "cannot be read")],
)
def test_errors_of_pictures_are_one_line(tmp_path, smart, name, content, message):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    result = words(tmp_path / name, "--model", smart, "-o", tmp_path / "page.html")
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert message in line
    assert not (tmp_path / "page.html").exists()


@pytest.mark.slow
def test_bundled_captioner_warns_about_a_photograph(tmp_path):
    result = words(shared("data/images/coco_mini/000000000790.jpg"), "-o", tmp_path / "page.html")
    assert result.exit_code == 0, result.output
    assert 'class="warning"' in (tmp_path / "page.html").read_text(encoding="utf-8")
    (line,) = result.stderr.splitlines()
    assert line.startswith("warning: smart (stills) was trained on drawn pictures, and this one is unlike them")
    assert line.endswith("name a captioner of the hub (--model hub:microsoft/git-base-coco --fetch)")


@pytest.mark.slow
@pytest.mark.parametrize("family", ["git", "blip"])
def test_a_captioner_of_the_hub_explains_a_photograph(tmp_path, family):
    path = shared("data/images/coco_mini/000000000790.jpg")
    torch.manual_seed(1)
    folder = FAMILIES[family](tmp_path / family)
    (tmp_path / "boxes.json").write_text(json.dumps(BOXES))
    page, figure = tmp_path / "page.html", tmp_path / "words.png"
    options = ("--model", f"hub:{folder}", "--regions", tmp_path / "boxes.json", "--figure", figure)
    result = words(path, "-o", page, *options, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["words"]
    assert found
    assert all(word["region"] in ("dog", "sky") for word in found)
    assert any("grounded" in word for word in found)
    text = page.read_text(encoding="utf-8")
    assert "came with the picture" in text
    assert "added up over each region" in text
    assert text.count('<g class="heat-map">') == len(found)
    with Image.open(figure) as drawn:
        assert drawn.format == "PNG"


@pytest.mark.slow
def test_a_checkpoint_of_a_detector_refuses_regions(tmp_path, photo):
    torch.manual_seed(0)
    (tmp_path / "detr").mkdir()
    (tmp_path / "boxes.json").write_text(json.dumps(BOXES))
    detector = str(detr(tmp_path / "detr"))
    model = write_smart(tmp_path / "smart", extractor=hub_detector(detector))
    page = tmp_path / "page.html"
    options = ("--model", model, "--detector", detector, "-o", page)
    result = words(photo, *options, "--regions", tmp_path / "boxes.json")
    assert result.exit_code == 1
    assert "was trained on those that detr finds; leave them out" in result.stderr
    result = words(photo, *options)
    assert result.exit_code == 0, result.output
    assert "Regions are those that detr found; a noun wants" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("option", ["--model", "--detector"])
def test_a_missing_folder_is_reported(tmp_path, photo, smart, option):
    nowhere = tmp_path / "no" / "where"
    named = ("--model", f"hub:{nowhere}") if option == "--model" else ("--model", smart, "--detector", nowhere)
    result = words(photo, *named, "-o", tmp_path / "page.html")
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert f"unknown model {str(nowhere)!r}" in line
    assert "there is no such folder" in line


def test_errors_of_models_are_one_line(tmp_path, photo):
    for model in (photo, tmp_path, f"hub:{tmp_path}", "hub:nobody/nothing"):
        result = words(photo, "--model", model, "-o", tmp_path / "page.html")
        assert result.exit_code == 1
        assert len(result.stderr.splitlines()) == 1, result.stderr
