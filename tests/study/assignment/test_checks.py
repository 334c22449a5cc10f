"""Items with known answers, and items that a rater judges twice."""

from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import LEASE, lease_page, rater_progress
from cinescribe.study.kinds.gold import with_repeats
from cinescribe.study.kinds.items import KnownAnswer
from tests.study.studies import Clock, invited, leased, ranked_items, stored_study


def answer_alone(database, study, person):
    """Answer all pages of a rater; return their clips."""
    clips = []
    while (page := lease_page(database, study, person)) is not None:
        clips.append(page.clip)
        answers = {question.name: [1, 2, 3] for question in page.questions}
        store_answers(database, study, person, assignment=page.assignment, answers=answers, token="t")
    return clips


def checked_items():
    gold = ranked_items(10)[-2:]
    known = [one.replace(gold=(KnownAnswer("grammar", (1, 2, 3)),)) for one in gold]
    return with_repeats([*ranked_items(8, n_shared=2), *known], 2)


def test_gold_items_and_repetitions_are_mixed_with_other_items(tmp_path):
    database, study = stored_study(tmp_path, checked_items(), n_judges=1)
    first, second = invited(database, study, 2)
    assert rater_progress(database, study, first).n_left == 10  # repetitions come once there is something to repeat
    clips = answer_alone(database, study, first)
    assert sorted(clips) == sorted([*(f"clip{n}" for n in range(10)), "clip0", "clip1"])
    assert {*clips[:2]} != {"clip8", "clip9"}
    for shared in ("clip0", "clip1"):
        times = [place for place, clip in enumerate(clips) if clip == shared]
        assert times[1] - times[0] > 5
    others = answer_alone(database, study, second)  # the other items have their judge
    assert sorted(others) == sorted(["clip0", "clip1", "clip8", "clip9", "clip0", "clip1"])
    done = rater_progress(database, study, second)
    assert (done.n_finished, done.n_left) == (6, 0)
    database.close()


def test_gold_item_goes_to_every_rater(tmp_path):
    clock = Clock()
    (item,) = ranked_items(1)
    known = item.replace(gold=(KnownAnswer("grammar", (1, 2, 3)),))
    database, study = stored_study(tmp_path, [known], n_judges=1, clock=clock)
    first, second = invited(database, study, 2)
    page = leased(database, study, first)
    clock.now += LEASE + 1
    answer_alone(database, study, second)
    sent = store_answers(database, study, first, assignment=page.assignment, answers={"grammar": [1, 2, 3]}, token="t")
    assert sent.n_stored == 1
    database.close()
