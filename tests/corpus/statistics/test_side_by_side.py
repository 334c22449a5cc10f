from cinescribe.corpus.statistics.side_by_side import side_by_side
from cinescribe.corpus.statistics.tables import as_csv, side_by_side_table
from cinescribe.corpus.statistics.text_counts import ParsedClip
from cinescribe.schema import Clip
from cinescribe.timing import Span

CLIPS = [
    ParsedClip(Clip(id, "f", Span(0, 1), text=f"{id} happens.", paraphrases=(f"{id}!",)), "test", ()) for id in "abcd"
]
OURS = {"a": "One.", "b": "Two.", "c": "Three."}
THEIRS = {"c": "3", "b": "2", "d": "4"}


def test_clips_of_all_captioners_with_the_easiest_first():
    scores = {"ours": {"b": 0.1, "c": 0.4}, "theirs": {"b": 0.3, "c": 0.6}, "others": {"b": 1.0}}
    first, second = side_by_side(CLIPS, {"ours": OURS, "theirs": THEIRS}, scores)
    assert (first.clip, first.references) == ("c", ("c happens.", "c!"))
    assert (first.captions, first.mean_score) == ({"ours": "Three.", "theirs": "3"}, 0.5)
    assert (second.clip, second.mean_score) == ("b", 0.2)


def test_without_scores_clips_are_in_the_order_of_the_corpus():
    found = side_by_side(CLIPS, {"ours": OURS}, {})
    assert [one.clip for one in found] == ["a", "b", "c"]
    assert found[0].mean_score is None
    assert side_by_side(CLIPS, {}, {}) == ()


def test_the_table_has_a_row_for_each_clip():
    found = side_by_side(CLIPS, {"ours": OURS, "theirs": THEIRS}, {"ours": {"b": 0.25}})
    assert as_csv(side_by_side_table(found)) == (
        "clip,mean score,references,ours,score of ours,theirs,score of theirs\n"
        "b,0.25,b happens. / b!,Two.,0.25,2,\n"
        "c,,c happens. / c!,Three.,,3,\n"
    )
