import pytest

from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor, write_annotated
from cinescribe.corpus.metaphors.unite_judgements import united_judgements
from cinescribe.corpus.statistics.metaphor_statistics import Bar, MetaphorStats, metaphor_stats
from cinescribe.corpus.statistics.report_folder import corpus_stats
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.commands import run_command
from tests.corpus.metaphors.judged import accepted, videos


def metaphor(clip, caption, audio=None):
    return AnnotatedMetaphor(clip, "a", "b", "c", caption, audio=audio)


def test_durations_and_lengths_are_counted():
    clips = [Clip(id, id, Span(0.0, end)) for id, end in (("x", 54.0), ("y", 19.9999), ("z", 7.0))]
    items = [
        metaphor("x", "The car is as fast as a cheetah.", True),
        metaphor("x", "A car is as fast as wind.", False),
        metaphor("y", "Car is as fast as wind"),
    ]
    found = metaphor_stats(items, clips)
    assert found is not None
    assert (found.clips, found.captions, found.audio) == (2, 3, 0.5)
    assert found.mean_seconds == pytest.approx(36.99995)
    assert found.mean_words == pytest.approx((8 + 7 + 6) / 3)
    assert found.seconds == (Bar(20, 1), Bar(50, 1))
    assert found.words == (Bar(6, 1), Bar(7, 1), Bar(8, 1))
    assert MetaphorStats.from_dict(found.to_dict()) == found


def test_corpus_without_metaphors_has_no_metaphor_statistics():
    assert metaphor_stats([], []) is None
    assert metaphor_stats([metaphor("x", "A")], []) is None


@pytest.mark.slow
def test_a_report_has_figure_6(tmp_path):
    united = united_judgements(videos(2), [*accepted("v0"), *accepted("v1")], split={"train": 1, "val": 1})
    write_annotated(tmp_path / "corpus", united.annotated)
    stats = corpus_stats(tmp_path / "corpus", output=tmp_path / "report")
    assert stats.metaphors is not None
    assert stats.metaphors.mean_seconds == 30.0
    page = (tmp_path / "report" / "stats.md").read_text()
    assert "| this corpus | 2 | 6 | 30.00 | 8.00 | 0.00 |" in page
    assert "| *VMCD* | *705* | *2,115* | *54.00* | *8.90* |" in page
    assert "below what was counted; of metaphors, what Unveiling the Invisible prints." in page
    assert (tmp_path / "report" / "metaphors.csv").read_text().splitlines()[-1].endswith(",Unveiling the Invisible")
    lines = run_command("corpus", "stats", tmp_path / "corpus", "-q").stdout.splitlines()
    row = next(line for line in lines if line.startswith("  paper: VMCD"))
    assert row.split()[2:6] == ["705", "2,115", "54.00", "8.90"]
    assert "![metaphor-lengths](metaphor-lengths.png)" in page
    assert (tmp_path / "report" / "metaphor-lengths.svg").is_file()
