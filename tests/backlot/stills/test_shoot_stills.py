import pytest

from cinescribe.backlot.adverts.ideas import ideas
from cinescribe.backlot.films.shoot import TRUTH
from cinescribe.backlot.stills.shoot_stills import StillTruth, shoot_stills
from cinescribe.backlot.stills.stills import draw_still, plan_metaphor_still, plan_still
from cinescribe.errors import OutputError
from cinescribe.media.film.image_files import read_picture
from cinescribe.output_folder import MARKER
from cinescribe.store import read_records, write_text

HEIGHT = 90


@pytest.fixture(scope="module")
def shot(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stills")
    return folder, shoot_stills(folder, images=3, seed=7, height=HEIGHT)


@pytest.fixture(scope="module")
def truths(shot):
    return read_records(shot[1].truth, StillTruth)


def test_files_in_the_folder_are_pictures_with_their_truth(shot, truths):
    folder, drawn = shot
    names = ["still-7-00000.jpg", "still-7-00001.jpg", "still-7-00002.jpg"]
    assert [path.name for path in drawn.images] == [truth.file for truth in truths] == names
    assert drawn.truth == folder / "truth.jsonl"
    assert {path.name for path in folder.iterdir()} == {*names, TRUTH, MARKER}
    for path, truth in zip(drawn.images, truths, strict=True):
        assert read_picture(path).shape == (truth.height, truth.width, 3) == (90, 160, 3)


def test_the_truth_is_that_of_the_still(shot, truths):
    for path, truth in zip(shot[1].images, truths, strict=True):
        assert StillTruth.from_dict(truth.to_dict()) == truth
        plan = plan_still(truth.seed)
        still = draw_still(plan, width=160, height=90)
        assert (truth.captions, truth.regions) == (still.captions, still.regions)
        assert (truth.place, truth.layout, truth.light == "night") == plan.setting
        assert truth.action == plan.action.name
        assert len(set(truth.captions)) == 5
        assert abs(read_picture(path).astype(int) - still.picture).mean() < 4  # JPEG


def test_still_k_of_a_seed_does_not_depend_on_the_number(shot, truths, tmp_path):
    again = shoot_stills(tmp_path, images=2, seed=7, height=HEIGHT)
    assert read_records(again.truth, StillTruth) == truths[:2]
    for path in again.images:
        assert path.read_bytes() == (shot[0] / path.name).read_bytes()
    other = shoot_stills(tmp_path, images=1, seed=8, height=HEIGHT)
    assert read_records(other.truth, StillTruth)[0].seed not in {truth.seed for truth in truths}


def test_stills_with_metaphors_come_last_and_do_not_change_the_others(shot, truths, tmp_path):
    done = shoot_stills(tmp_path, images=1, metaphors=2, seed=7, height=HEIGHT)
    first, *others = read_records(done.truth, StillTruth)
    assert first == truths[0]
    assert [one.id for one in others] == ["metaphor-7-00000", "metaphor-7-00001"]
    for one in others:
        idea = plan_metaphor_still(one.seed, of=ideas()).idea
        assert idea is not None
        assert one.metaphor is not None
        assert (one.metaphor.primary, one.metaphor.property, one.metaphor.secondary) == idea.concepts()
        assert one.metaphor.text == one.captions[0]
        assert StillTruth.from_dict(one.to_dict()) == one
    assert "metaphor" not in first.to_dict()


def test_stills_are_not_those_of_a_corpus(truths):
    """Corpora draw the stills of a seed S from 1,000,000 S on."""
    assert len({truth.seed for truth in truths}) == 3
    assert min(truth.seed for truth in truths) > 10**9


def test_progress_is_reported(tmp_path):
    reports = []
    shoot_stills(
        tmp_path, images=2, seed=1, height=HEIGHT, progress=lambda stage, share: reports.append((stage, share))
    )
    assert reports == [("stills", 0.5), ("stills", 1.0)]


def test_an_interrupted_run_leaves_no_truth_and_the_next_starts_over(tmp_path):
    def interrupt(_, share):
        raise KeyboardInterrupt

    whole = shoot_stills(tmp_path, images=2, seed=1, height=HEIGHT)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(KeyboardInterrupt):
        shoot_stills(tmp_path, images=2, seed=1, height=2 * HEIGHT, progress=interrupt)
    assert not whole.truth.exists()
    assert shoot_stills(tmp_path, images=2, seed=1, height=HEIGHT) == whole
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_truth_about_something_else_is_kept(tmp_path):
    write_text(tmp_path / TRUTH, '{"id": "tiny-7-000", "film": "tiny-7-000.mp4"}\n')
    with pytest.raises(
        OutputError, match=r"holds 'truth.jsonl', which is no part of a set of Backlot stills by Cinescribe; name a new"
    ):
        shoot_stills(tmp_path, images=1, seed=0, height=HEIGHT)
    assert [path.name for path in tmp_path.iterdir()] == [TRUTH]
    assert "tiny-7-000.mp4" in (tmp_path / TRUTH).read_text()


def test_truth_that_cannot_be_removed_is_reported(tmp_path, monkeypatch):
    drawn = shoot_stills(tmp_path, images=1, seed=0, height=HEIGHT)
    monkeypatch.setattr(type(drawn.truth), "unlink", lambda _: (_ for _ in ()).throw(PermissionError(13, "Denied")))
    with pytest.raises(OutputError, match=r"truth.jsonl' cannot be replaced \(Denied\); name a writable folder"):
        shoot_stills(tmp_path, images=1, seed=0, height=HEIGHT)


def test_a_height_that_cannot_be_drawn_is_refused(tmp_path):
    for height in (89, 5000):
        with pytest.raises(OutputError, match=f"`height` is {height}; choose a number from 90 to 2160"):
            shoot_stills(tmp_path, images=1, seed=0, height=height)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        shoot_stills(tmp_path / "file" / "stills", images=1, seed=0, height=HEIGHT)
