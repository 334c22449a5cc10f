"""Each cue that somebody touched becomes a pair of what was drafted and what was left."""

import pytest

from cinescribe.describe.corrections.corrections import CorrectedWording, Correction, corrections, n_of_kinds, own_cues
from cinescribe.describe.editing.revisions import CueChange, PersonChange, Revision, called_now
from cinescribe.schema import Evidence
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script

DRAFT = script(
    cue(10.0, "Anna opens the door.", people=("p1",), evidence=(Evidence(11.0, "a"), Evidence(10.5, "b", word="door"))),
    cue(20.0, "Person 2 waits.", people=("p2",)),
    cue(30.0, "The rain stops."),
)
FIRST, SECOND, THIRD = DRAFT.cues


def edit(*changes, **values):
    return Revision("2026-11-27T10:00:00+00:00", "Ann", "test", changes, called_now(DRAFT.people), **values)


def to(cue, **values):
    return CueChange(cue.id, cue, cue.replace(hand_made=True, **values))


def kinds(*revisions):
    return [(one.cue, one.kind) for one in corrections(DRAFT, revisions)]


def test_untouched_cue_is_not_a_correction():
    assert corrections(DRAFT, ()) == ()
    assert kinds(edit(to(FIRST, comment="ask Tom"))) == []


def test_correction_records_drafts_edits_and_evidence():
    changed = edit(to(FIRST, text="Anna pulls the door open.", span=Span(10.0, 12.0)))
    assert corrections(DRAFT, [changed]) == (
        Correction(
            "changed",
            film="film.mp4",
            cue="c10000",
            language="en",
            drafted=CorrectedWording("Anna opens the door.", Span(10.0, 11.5), ("Anna",)),
            left=CorrectedWording("Anna pulls the door open.", Span(10.0, 12.0), ("Anna",)),
            by="observer",
            evidence=(10.5, 11.0),
        ),
    )
    known = DRAFT.replace(film=DRAFT.film.replace(digest="abc"))
    assert corrections(known, [changed])[0].film == "abc"
    assert Correction.from_dict(corrections(DRAFT, [changed])[0].to_dict()) == corrections(DRAFT, [changed])[0]


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (CueChange(SECOND.id, SECOND, SECOND.replace(accepted=True)), "accepted"),
        (to(SECOND, accepted=True, span=Span(21.0, 22.5)), "accepted"),
        (to(SECOND, accepted=True, text="Person 2 sits."), "changed"),
        (to(SECOND, people=("p3",)), "changed"),
        (to(SECOND, text="Person  2\nwaits."), None),
        (to(SECOND, span=Span(21.0, 22.5)), "moved"),
        (to(SECOND, rate=1.1), "moved"),
        (to(SECOND, span=Span(20.001, 21.5)), None),
        (to(SECOND, status="dropped"), "rejected"),
        (CueChange(SECOND.id, SECOND, None), "rejected"),
    ],
)
def test_kind_of_correction_follows_the_last_edit(change, kind):
    assert kinds(edit(to(SECOND, text="Somebody waits.")), edit(change)) == (
        [] if kind is None else [(SECOND.id, kind)]
    )


def test_rejected_and_added_cues_lack_one_side():
    added = cue(15.0, "A dog barks.", id="h15000", hand_made=True).replace(by="hand")
    found = corrections(DRAFT, [edit(CueChange(FIRST.id, FIRST, None), CueChange(added.id, None, added))])
    assert [(one.kind, one.drafted is None, one.left is None) for one in found] == [
        ("rejected", False, True),
        ("added", True, False),
    ]
    assert n_of_kinds(found) == {"accepted": 0, "changed": 0, "rejected": 1, "moved": 0, "added": 1}
    assert kinds(edit(CueChange(added.id, None, added)), edit(CueChange(added.id, added, None))) == []


def test_undone_edit_is_not_counted():
    assert kinds(edit(to(FIRST, text="Anna leaves.")), edit(undoes=1)) == []


def test_a_new_name_is_no_change_of_words():
    named = edit(people=(PersonChange("p2", name="Tom"),))
    accepted = edit(CueChange(SECOND.id, SECOND, SECOND.replace(accepted=True)))
    found = corrections(DRAFT, [accepted, named])
    assert [(one.kind, one.drafted, one.left) for one in found] == [
        ("accepted", *[CorrectedWording("Tom waits.", Span(20.0, 21.5), ("Tom",))] * 2)
    ]


def test_new_draft_keeps_earlier_corrections():
    changed = edit(to(FIRST, text="Anna pulls the door open."))
    again = script(cue(10.0, "A door opens."), *DRAFT.cues[1:])
    assert corrections(again, [changed])[0].drafted == CorrectedWording(
        "Anna opens the door.", Span(10.0, 11.5), ("Anna",)
    )


def test_own_cues_are_written_changed_or_accepted():
    old = cue(40.0, "Ben waves.", hand_made=True)
    draft = DRAFT.replace(cues=(*DRAFT.cues, old))
    edits = edit(
        to(FIRST, text="Anna pulls the door open."),
        to(SECOND, span=Span(21.0, 22.5)),
        CueChange(THIRD.id, THIRD, THIRD.replace(accepted=True)),
    )
    assert [one.text for one in own_cues(draft, [edits])] == [
        "Anna pulls the door open.",
        "The rain stops.",
        "Ben waves.",
    ]
