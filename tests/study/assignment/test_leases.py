from collections import Counter
from itertools import combinations

import pytest
from sqlalchemy import select

from cinescribe.errors import StudyError
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import LEASE, lease_page
from cinescribe.study.storage import tables
from tests.study.studies import Clock, invited, leased, ranked_items, stored_study


def answer_all(database, study, people):
    """Everybody answers one page after another, in turn; return the clips of each."""
    clips: dict[int, list[str]] = {person: [] for person in people}
    waiting = list(people)
    while waiting:
        for person in list(waiting):
            page = lease_page(database, study, person)
            if page is None:
                waiting.remove(person)
                continue
            clips[person].append(page.clip)
            ranks = list(range(1, len(page.texts) + 1))
            answers = {question.name: ranks for question in page.questions}
            store_answers(database, study, person, assignment=page.assignment, answers=answers, token="t")
    return clips


def test_each_item_gets_its_judges_and_every_rater_the_shared_ones_first(tmp_path):
    database, study = stored_study(tmp_path, ranked_items(8, n_shared=2), n_judges=2)
    clips = answer_all(database, study, invited(database, study, 4))
    counts = Counter(clip for own in clips.values() for clip in own)
    assert counts == {"clip0": 4, "clip1": 4, **{f"clip{n}": 2 for n in range(2, 8)}}
    for own in clips.values():
        assert {*own[:2]} == {"clip0", "clip1"}
        assert len(own) == len({*own}) == 5
    database.close()


@pytest.mark.slow
def test_any_two_raters_share_about_as_many_items(tmp_path):
    database, study = stored_study(tmp_path, ranked_items(30), n_judges=2)
    clips = answer_all(database, study, invited(database, study, 5))
    shared = [len({*clips[a]} & {*clips[b]}) for a, b in combinations(clips, 2)]
    assert sum(shared) == 30
    assert max(shared) - min(shared) <= 2  # 3 on average; at random the range is 5 or so
    database.close()


def test_expired_lease_frees_page(tmp_path):
    clock = Clock()
    database, study = stored_study(tmp_path, ranked_items(1), n_judges=1, clock=clock)
    first, second = invited(database, study, 2)
    page = leased(database, study, first)
    assert lease_page(database, study, second) is None
    clock.now += LEASE + 1
    assert leased(database, study, second).clip == page.clip
    assert lease_page(database, study, first) is None
    database.close()


def test_the_order_of_texts_is_kept_and_equal_texts_are_shown_once(tmp_path):
    clock = Clock()
    items = ranked_items(1, systems=("a", "b", "c", "d"))
    texts = items[0].texts
    same = texts[3].replace(text=f" {texts[1].text} ")
    items = [items[0].replace(texts=(*texts[:3], same))]
    database, study = stored_study(tmp_path, items, n_judges=9, clock=clock)
    people = invited(database, study, 9)
    pages = [leased(database, study, person) for person in people]
    assert {len(page.texts) for page in pages} == {3}
    assert len({page.texts for page in pages}) > 1
    clock.now += LEASE + 1
    assert leased(database, study, people[0]).texts == pages[0].texts
    with database.reading() as connection:
        shown = [row.shown for row in connection.execute(select(tables.assignment))]
    assert all(sorted(map(len, groups)) == [1, 1, 2] for groups in shown)
    assert {tuple(group) for groups in shown for group in groups if len(group) == 2} == {(1, 3), (3, 1)}
    database.close()


def test_lease_is_refused_to_non_raters(tmp_path):
    database, study = stored_study(tmp_path)
    with pytest.raises(StudyError, match="you are no rater of this study"):
        lease_page(database, study, 1)
    database.close()
