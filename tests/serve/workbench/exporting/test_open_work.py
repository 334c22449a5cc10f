from itertools import count

from cinescribe.serve.workbench.exporting.open_work import open_work
from tests.describe.editing.scripts import cue, script

SEEN = cue(1.0, "Anna opens a door.").replace(accepted=True)


def work(*cues, seconds=1.0, **more):
    return open_work(script(*cues), takes=lambda _: seconds, rooms={one.id: 2.0 for one in cues}, **more)


def test_work_is_done_when_all_cues_are_seen_and_fit():
    assert work(SEEN).is_done


def test_unseen_and_dropped_cues_and_those_that_do_not_fit_are_counted():
    dropped, unseen = cue(9.0, "A cat sits.").replace(status="dropped"), cue(5.0, "Tom sits.")
    found = work(SEEN, unseen, dropped, seconds=3.0)
    assert (found.heard, found.unseen, found.dropped, len(found.unfit)) == (2, 1, 1, 2)
    assert not found.is_done


def test_an_extended_cue_always_fits():
    extended = SEEN.replace(status="extended", pause=3.0)
    assert work(extended, seconds=3.0).unfit == ()


def test_page_waits_for_the_voice_only_briefly():
    ticks = count()
    later = cue(5.0, "Tom sits.").replace(accepted=True)
    found = work(SEEN, later, patience=1.0, clock=lambda: float(next(ticks)))
    assert (found.unchecked, found.is_done) == (1, False)
