from typing import Any

import av
import pytest

from cinescribe.backlot.adverts.ideas import ideas
from cinescribe.backlot.adverts.plans import AdvertSize
from cinescribe.backlot.adverts.shoot_adverts import shoot_adverts
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.errors import OutputError
from cinescribe.store import read_records

pytestmark = pytest.mark.slow

SIZE = AdvertSize("test", 8.0, 8.0)
HEIGHT = 90


@pytest.fixture(scope="module")
def shot(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shot")
    return folder, shoot_adverts(folder, adverts=2, plain=1, seed=5, size=SIZE, height=HEIGHT)


def test_an_advert_has_its_truth(shot):
    folder, result = shot
    truths = read_records(result.truth, FilmTruth)
    assert [truth.id for truth in truths] == ["advert-test-5-0000", "advert-test-5-0001", "plain-test-5-0000"]
    assert [truth.metaphor is not None for truth in truths] == [True, True, False]
    assert len({truth.metaphor.secondary for truth in truths if truth.metaphor is not None}) == 2
    for truth in truths:
        assert FilmTruth.from_dict(truth.to_dict()) == truth
        assert len(set(truth.captions)) == 3
        with av.open(str(folder / truth.film)) as container:
            video = container.streams.video[0]
            assert (video.width, video.height) == (160, 90)
            assert video.average_rate == truth.rate_hz == 12
            assert video.frames == truth.duration * truth.rate_hz == 96


def test_finished_adverts_are_kept_and_changed_ideas_shot_again(shot):
    folder, result = shot
    reports: list[str] = []

    def again(**changes):
        reports.clear()
        job: dict[str, Any] = {"adverts": 2, "plain": 1, "seed": 5, "size": SIZE, "height": HEIGHT} | changes
        return shoot_adverts(folder, **job, progress=lambda film, share: reports.append(film))

    before = {path: path.read_bytes() for path in folder.iterdir()}
    assert again() == result
    assert not reports
    (folder / "advert-test-5-0001.mp4").unlink()
    again()
    assert set(reports) == {"advert-test-5-0001"}
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    again(adverts=1, plain=0, of=ideas()[:1])
    assert set(reports) == {"advert-test-5-0000"}
    (truth,) = read_records(result.truth, FilmTruth)
    assert truth.metaphor is not None
    assert truth.metaphor.primary == "bottle"


def test_a_height_that_cannot_be_filmed_is_refused(tmp_path):
    with pytest.raises(OutputError, match="`height` is 91; choose an even number from 90 to 2160"):
        shoot_adverts(tmp_path, adverts=1, seed=0, size=SIZE, height=91)
