import re

import pytest

from cinescribe.errors import ModelError
from cinescribe.models.vlm.connection.server_address import ServerAddress, server_address


@pytest.mark.parametrize(
    ("text", "url", "model", "is_local"),
    [
        ("http://localhost:11434#llava", "http://localhost:11434/v1", "llava", True),
        ("http://127.0.0.1:8000/v1/#Qwen/Qwen2.5-VL:7b", "http://127.0.0.1:8000/v1", "Qwen/Qwen2.5-VL:7b", True),
        ("http://[::1]:8080#a%20b", "http://[::1]:8080/v1", "a b", True),
        ("https://api.example.org/openai/v1#m", "https://api.example.org/openai/v1", "m", False),
        ("https://openrouter.example/api/v1#m", "https://openrouter.example/api/v1", "m", False),
        ("http://192.168.0.7#m", "http://192.168.0.7/v1", "m", False),
        ("http://localhost.example.org#m", "http://localhost.example.org/v1", "m", False),
        ("http://localhost:8000/v1/chat/completions#m", "http://localhost:8000/v1", "m", True),
        ("http://localhost:8000/chat/completions/#m", "http://localhost:8000/v1", "m", True),
        ("http://localhost:8000/v1/models#m", "http://localhost:8000/v1", "m", True),
        (" HTTP://LOCALHOST#a%23b ", "http://localhost/v1", "a#b", True),
    ],
)
def test_addresses_are_read(text, url, model, is_local):
    address = server_address(text)
    assert address == ServerAddress(url, model)
    assert address.is_local is is_local
    assert str(address) == f"{url}#{model}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "http://localhost",
        "http://#m",
        "http://h?a=1#m",
        "http://h:x#m",
        "http://http://h#m",
        "http://a b#m",
        "http://h# ",
    ],
)
def test_other_texts_are_refused(text):
    with pytest.raises(ModelError, match=r"the server is .*expected URL#MODEL"):
        server_address(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("localhost:11434#m", r"does not begin with http:// or https://; write http://localhost:11434#m$"),
        ("ftp://h#m", "does not begin with http:// or https://; write http://h#m$"),
        ("http:/h#m", "does not begin with http:// or https://; write http://h#m$"),
        ("http://h:99999#m", "whose port is not one of 1 to 65,535; expected URL#MODEL"),
        ("http://h:0#m", "whose port is not one of 1 to 65,535"),
        ("http://0.0.0.0:8000#m", "0.0.0.0 is where servers listen, not an address .*; write http://localhost:8000#m$"),
        ("http://[::]:8000/v1#m", ":: is where servers listen, .*; write http://localhost:8000/v1#m$"),
        ("http://h#a#b", "with # twice; write %23 for one in the model's name"),
        ("http://h:11434/api#m", "Ollama's own interface; write http://h:11434#m$"),
        ("http://h:11434/api/chat#m", "Ollama's own interface; write http://h:11434#m$"),
    ],
)
def test_addresses_that_cannot_work_are_refused_with_what_to_write(text, words):
    with pytest.raises(ModelError, match=f"the server is {re.escape(repr(text))}.*{words}"):
        server_address(text)


@pytest.mark.parametrize("text", ["https://me:secret@example.org#m", "me:secret@example.org#m"])
def test_a_password_in_the_address_is_refused_without_showing_it(text):
    with pytest.raises(ModelError, match="put the key into CINESCRIBE_API_KEY") as caught:
        server_address(text)
    assert "secret" not in str(caught.value)
