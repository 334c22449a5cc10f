from collections import Counter

from cinescribe.backlot.plan.scenes import scenes, takes_by_clip
from cinescribe.backlot.plan.truth import Deviation, ScriptElement
from cinescribe.backlot.plot.fountain import screenplay
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.timing import Span

PLANS = [plan_film(seed, n_clips=20) for seed in range(12)]
SCRIPTS = [screenplay(plan) for plan in PLANS]


def test_elements_know_their_line_numbers():
    for script in SCRIPTS:
        lines = script.text.split("\n")
        assert lines[0].startswith("Title: ")
        numbers = [element.line for element in script.elements]
        assert numbers == sorted(set(numbers))
        assert all(lines[element.line - 1] == element.text for element in script.elements)


def test_the_layout_is_fountain():
    for plan, script in zip(PLANS, SCRIPTS, strict=True):
        lines = ["", *script.text.split("\n"), ""]
        names: dict[str | None, str] = {member.id: member.name.upper() for member in plan.cast}
        for element in script.elements:
            above, below = lines[element.line - 1], lines[element.line + 1]
            assert below == ""
            if element.kind == "speech":
                assert above == names[element.member]
            else:
                assert above == ""
                assert (element.kind == "heading") == element.text.startswith(("INT. ", "EXT. "))


def test_filmed_elements_have_the_times_of_their_actions():
    for plan, script in zip(PLANS, SCRIPTS, strict=True):
        spoken = {(line.member, line.span) for line in plan.lines}
        actions = {takes[0].clip: takes[0].action_span for takes in takes_by_clip(plan.takes)}
        for element in script.elements:
            if element.kind == "speech" and element.span:
                assert (element.member, element.span) in spoken
            if element.kind == "action" and element.clip:
                assert element.span == actions[element.clip]
        assert {element.clip for element in script.elements if element.kind == "action"} >= set(actions)


def test_deviations_are_recorded_and_the_rest_is_unchanged():
    for plan, script in zip(PLANS, SCRIPTS, strict=True):
        written: dict[int | None, ScriptElement] = {element.line: element for element in script.elements}
        texts: dict[Span | None, str] = {line.span: line.text for line in plan.lines}
        changed = {element.line for element in script.elements if element.span in texts and element.kind == "speech"}
        changed = {line for line in changed if written[line].text != texts[written[line].span]}
        by_kind: dict[str, list[Deviation]] = {}
        for one in script.deviations:
            by_kind.setdefault(one.kind, []).append(one)
        assert changed == {one.line for one in by_kind.get("line changed", [])}
        missing = [line.text for line in plan.lines if line.span not in {element.span for element in script.elements}]
        assert Counter(missing) == Counter(one.filmed for one in by_kind.get("line missing", []))
        for one in by_kind.get("line extra", []) + by_kind.get("scene extra", []):
            assert written[one.line].span is None
            assert written[one.line].text == one.written


def test_one_pair_of_scenes_is_swapped():
    for plan, script in zip(PLANS, SCRIPTS, strict=True):
        written = [element.clip for element in script.elements if element.kind == "action" and element.clip]
        filmed = [takes[0].clip for takes in takes_by_clip(plan.takes)]
        assert sorted(written) == filmed
        moved = {one.clip for one in script.deviations if one.kind == "scene moved"}
        assert [clip for clip in written if clip not in moved] == [clip for clip in filmed if clip not in moved]
        assert written != filmed
        assert any({take.clip for take in scene.takes} == moved for scene in scenes(plan))


def test_all_kinds_of_deviation_are_planted():
    kinds = Counter(one.kind for script in SCRIPTS for one in script.deviations)
    assert set(kinds) == {"line changed", "line missing", "line extra", "scene moved", "scene extra"}


def test_a_short_film_keeps_its_order_and_the_same_plan_its_screenplay():
    plan = plan_film(2, n_clips=2)
    assert len(scenes(plan)) < 3
    assert not any(one.kind == "scene moved" for one in screenplay(plan).deviations)
    assert screenplay(PLANS[0]) == SCRIPTS[0]
