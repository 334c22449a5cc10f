import pytest

from cinescribe.errors import RecordError, StudyError
from cinescribe.study.design.crowd import CrowdEnd, PaymentRules, read_crowd_rules

RULES = """
platform = "prolific"
pages = 20
minutes = 40
training_right = 0.5

[payment]
attention_failures = 0
seconds = 1

[finished]
address = "https://app.prolific.com/submissions/complete?cc=C1"

[no_consent]
code = "C2"
"""


def read(tmp_path, text):
    path = tmp_path / "crowd.toml"
    path.write_text(text)
    return read_crowd_rules(path)


def test_rules_are_read(tmp_path):
    rules = read(tmp_path, RULES)
    assert (rules.platform, rules.pages, rules.minutes, rules.training_right) == ("prolific", 20, 40, 0.5)
    assert rules.payment == PaymentRules(attention_failures=0, seconds=1)
    assert rules.of_end("no-consent") == CrowdEnd(code="C2")
    assert rules.of_end("screened-out") == CrowdEnd()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"prolific"', '"elsewhere"', "`platform` is 'elsewhere'; expected one of prolific, mturk, open"),
        ("pages = 20", "pages = 0", "`pages` is 0 and `minutes` 40; expected more than 0"),
        ("training_right = 0.5", "training_right = 50", "`training_right` is 50; expected a share from 0 to 1"),
        ("seconds = 1", "known_right = 2", "`known_right` is 2; expected a share from 0 to 1"),
        ("seconds = 1", "least_known = -1", "a rule of payment is -1; expected 0 or more"),
        ("seconds = 1", 'paid_ends = ["began"]', "`paid_ends` has 'began'; expected some of finished, no-consent"),
        ('"C2"', '" "', "a `code` has 1 letters; expected 1 to 200"),
        ("https://app", "javascript://app", "an `address` is 'javascript://app.*; expected one that begins with https"),
        ("[finished]", "[timed_out]", r"give `code` or `address` under \[finished\]"),
    ],
)
def test_rules_out_of_their_range_are_refused(tmp_path, old, new, words):
    assert old in RULES
    with pytest.raises(StudyError, match=f"crowd.toml': .*{words}"):
        read(tmp_path, RULES.replace(old, new))


def test_unknown_rules_are_refused(tmp_path):
    with pytest.raises(RecordError, match=r"crowd\.toml': a CrowdRules has 'wage'"):
        read(tmp_path, "wage = 3\n" + RULES)
