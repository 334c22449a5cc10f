from markupsafe import escape

from cinescribe.describe.guidelines.guidelines import SHIPPED_GUIDELINES, read_guidelines
from cinescribe.serve.workbench.help.help_page import rule_lines
from tests.serve.workbench.desk import desk


def test_rule_lines_have_requirement_number_and_source():
    lines = {line.rule: line for line in rule_lines(read_guidelines("netflix"))}
    assert lines["tense"].asks == "Main clauses are in the present tense."
    assert lines["tense"].number == ""
    assert lines["speech-overlap"].number == "0.1 seconds"
    assert lines["loudness"].number.endswith("LU")
    assert "±" in lines["loudness"].number
    assert all(line.source for line in lines.values())


def test_the_page_shows_all_guidelines():
    with desk() as bench:
        page = bench.get("/help").text
        assert all(escape(read_guidelines(name).title) in page for name in SHIPPED_GUIDELINES)
        assert "data-keys hidden" in page
