import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.human.deviation_histograms import DeviationHistogram, deviation_histograms


def write(path, text):
    path.write_text(text)
    return path


def test_items_are_counted_by_the_deviation_of_their_ratings(tmp_path):
    rows = ["a,1,4", "a,2,4", "b,1,1", "b,2,2", "c,1,1", "c,2,5", "d,1,3"]  # deviations 0, 0.5, 2; d has one rating
    (found,) = deviation_histograms(write(tmp_path / "r.csv", "\n".join(["item,rater,rating", *rows])))
    assert (found.system, found.criterion, found.items) == (None, None, 3)
    assert found.mean == pytest.approx(2.5 / 3)
    assert [round(share * 3) for share in found.shares] == [1, 0, 1, 0, 0, 0, 0, 0, 1]
    assert DeviationHistogram.from_dict(found.to_dict()) == found


def test_all_systems_have_the_same_bins(tmp_path):
    rows = ["a,1,4,x", "a,2,4,x", "a,1,1,y", "a,2,5,y", "a,1,3,z"]
    found = deviation_histograms(write(tmp_path / "r.csv", "\n".join(["item,rater,rating,system", *rows])))
    assert [(one.system, len(one.shares)) for one in found] == [("x", 9), ("y", 9)]


def test_ranks_have_no_histogram(tmp_path):
    rows = "item,rater,rank,system\na,1,1,x\na,1,2,y\n"
    with pytest.raises(ScoreError, match="has ranks; histograms of deviations are of ratings: rename the column"):
        deviation_histograms(write(tmp_path / "r.csv", rows))
