from cinescribe.corpus.commonsense.caption_candidates import CandidatePhrase, CaptionCandidates
from cinescribe.corpus.commonsense.ranking import best_candidates
from tests.corpus.commonsense.scorers import LongestFirst


def phrases(*texts):
    return tuple(CandidatePhrase(text, "PersonX rests", 0.5) for text in texts)


def test_the_likeliest_phrases_are_kept_with_their_scores():
    scorer = LongestFirst()
    one = CaptionCandidates("c", "P1 sits.", "PersonX sits", phrases("a", "abc", "ab", "ABC", "abcd"), (), phrases("x"))
    (found,) = best_candidates([one], scorer)
    assert [(each.text, each.score) for each in found.intention] == [("abcd", 4.0), ("abc", 3.0), ("ab", 2.0)]
    assert (found.effect, found.attribute[0].score) == ((), 1.0)
    assert {(aspect, event) for aspect, event, _ in scorer.asked} == {
        ("intention", "PersonX sits"),
        ("attribute", "PersonX sits"),
    }


def test_a_phrase_is_scored_once_for_an_event():
    scorer = LongestFirst()
    both = [CaptionCandidates(clip, "P1 sits.", "PersonX sits", phrases("a", "ab")) for clip in ("c", "d")]
    assert len(best_candidates(both, scorer, n_best=1)[1].intention) == 1
    assert len(scorer.asked) == 2
