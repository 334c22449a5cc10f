import re

import pytest

from cinescribe.backlot.plan.plan import SHARED_ACTIONS, SOLO_ACTIONS
from cinescribe.backlot.plot.commonsense import inferences
from tests.backlot.dummies import take


@pytest.mark.parametrize("action", SOLO_ACTIONS + SHARED_ACTIONS)
def test_every_action_implies_three_of_each_in_sentences_with_ids(action):
    partner = "P2" if action in SHARED_ACTIONS else None
    inferred = inferences(take(0, 4, action=action, partner=partner, thing="book"))
    for sentences in (inferred.intentions, inferred.effects, inferred.attributes):
        assert len(set(sentences)) >= 3
        assert all(re.fullmatch(r"[A-Z][^.{}]*\.", one) for one in sentences), sentences
    assert all(one.startswith("P1 wants to ") for one in inferred.intentions)
    assert all(one.startswith("P1 is ") for one in inferred.attributes)
    assert partner is None or any("P2" in one for one in inferred.intentions + inferred.effects)
