"""Owners write Markdown; whatever they write, no page gets an element, an address or a script of theirs."""

import pytest

from cinescribe.serve.shell.markdown import markdown_page


def test_a_first_heading_is_the_title_and_others_stay_below_that_of_the_page():
    titled = markdown_page("# Consent & more\n\n## Who\n\n- we\n- *you*\n")
    assert titled.title == "Consent & more"
    assert str(titled.html) == "<h2>Who</h2>\n<ul>\n<li>we</li>\n<li><em>you</em></li>\n</ul>\n"
    again = markdown_page("# *Consent* &amp; [more](https://a.example)\n\n# Who\n")
    assert (again.title, str(again.html)) == ("Consent & more", "<h2>Who</h2>\n")
    untitled = markdown_page("Text.\n\n# Who\n\n###### What\n")
    assert untitled.title is None
    assert "<h2>Who</h2>" in untitled.html
    assert "<h6>What</h6>" in untitled.html
    assert "<h1>" not in untitled.html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <b onclick=alert(1)>b</b>",
        "[a](javascript:alert(1))",
        "[a](JaVaScRiPt&colon;alert(1))",
        "<javascript:alert(1)>",
        "[a](data:text/html,<script>)",
        "![a](https://elsewhere.example/a.png)",
        '[a](https://b.example "><script>")',
        "| a |\n| -- |\n| <img src=x onerror=alert(1)> |",
    ],
)
def test_no_text_becomes_more_than_text(text):
    html = str(markdown_page(text).html)
    assert not any(f"<{name}" in html for name in ("script", "img", "b ", "b>"))
    assert 'href="javascript' not in html.lower()
    assert 'href="data' not in html


def test_pages_and_addresses_of_mail_are_linked():
    html = markdown_page("[us](https://lab.example/a) or <lab@lab.example>").html
    assert '<a href="https://lab.example/a">us</a>' in html
    assert '<a href="mailto:lab@lab.example">' in html
