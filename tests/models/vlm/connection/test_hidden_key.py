import base64
import html
import json
import logging
from urllib.parse import quote

import pytest

from cinescribe.models.vlm.connection.hidden_key import HiddenKey

KEY = "sk-Ab+3/x&Z9_q~w"  # with signs that every escape has


def in_base64(text):
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    "spelling",
    [
        KEY,
        repr(KEY.encode()),
        json.dumps({"error": f"Bearer {KEY}"}),
        "".join(f"\\u{ord(letter):04X}" for letter in KEY),
        json.dumps("".join(f"\\u{ord(letter):04x}" for letter in KEY)),
        KEY.replace("/", "\\/").replace("A", "\\u0041"),
        quote(KEY, safe=""),
        quote(quote(KEY, safe=""), safe=""),
        "".join(f"%{ord(letter):02x}" for letter in KEY),
        html.escape(KEY),
        html.escape(html.escape(KEY)),
        "".join(f"&#{ord(letter)};" for letter in KEY),
        "".join(f"&#x{ord(letter):X};" for letter in KEY),
        KEY.encode().hex(),
        KEY.encode().hex(" ").upper(),
        in_base64(KEY),
        in_base64(f"Bearer {KEY}"),
        in_base64(f"x:{KEY} and more"),
        in_base64(f"xy{KEY}z"),
        base64.urlsafe_b64encode(f"??{KEY}".encode()).decode(),
        quote(in_base64(KEY), safe=""),
        base64.encodebytes(f"{'q' * 50}{KEY}{'t' * 80}".encode()).decode(),
        json.dumps(base64.encodebytes(f"{'q' * 51}{KEY}{'t' * 80}".encode()).decode()),
    ],
)
def test_a_key_is_hidden_in_any_spelling(spelling):
    key = HiddenKey(KEY)
    text = f"wrong key: {spelling}; try again"
    found = key.hidden(text)
    assert key.is_in(text)
    assert not key.is_in(found)
    assert found.startswith("wrong key: ")
    assert "..." in found
    assert found.endswith("; try again")
    assert len(found) < len(text)


@pytest.mark.parametrize("spell", [str, json.dumps, lambda key: quote(key, safe=""), in_base64, html.escape])
def test_of_a_long_key_all_is_hidden(spell):
    long = "".join(f"{KEY}{n}" for n in range(200))
    found = HiddenKey(long).hidden(f"wrong key: {spell(long)} came")
    assert found.startswith("wrong key: ")
    assert found.endswith(" came")
    assert len(found) < 30


def test_other_texts_stay():
    key = HiddenKey(KEY)
    for text in ("", KEY[:-1], in_base64("another key altogether"), "A man opens a door.", json.dumps(["é", "\n"])):
        assert key.hidden(text) == text
        assert not key.is_in(text)


def test_a_short_key_is_hidden_as_a_word_and_nowhere_else():
    key = HiddenKey("none")
    assert key.hidden("the key none; nonesuch") == "the key ...; nonesuch"
    assert not key.is_in(in_base64("none"))


def test_without_a_key_nothing_is_hidden():
    key = HiddenKey("")
    assert key.hidden("a text") == "a text"
    assert not key.is_in("a text")


def test_logs_of_the_client_do_not_show_a_key_that_a_server_repeats_in_headers(caplog):
    caplog.set_level(logging.DEBUG)
    HiddenKey(KEY)
    HiddenKey(KEY)  # of a second connection
    headers = [(b"X-Echo", KEY.encode()), (b"X-Other", b"1")]
    logging.getLogger("httpcore.http11").debug("receive_response_headers.complete return_value=%r", (200, headers))
    logging.getLogger("httpx").info('HTTP Request: %s "%d %s"', "POST", 400, f"Bad key {KEY}")
    assert KEY not in caplog.text
    assert "X-Other" in caplog.text
    assert '"400 Bad key ..."' in caplog.text
