import pytest

from cinescribe.errors import ModelError
from cinescribe.models.vlm.server_address import ServerAddress, server_address


@pytest.mark.parametrize(
    ("text", "url", "model", "is_local"),
    [
        ("http://localhost:11434#llava", "http://localhost:11434/v1", "llava", True),
        ("http://127.0.0.1:8000/v1/#Qwen/Qwen2.5-VL:7b", "http://127.0.0.1:8000/v1", "Qwen/Qwen2.5-VL:7b", True),
        ("http://[::1]:8080#a%20b", "http://[::1]:8080/v1", "a b", True),
        ("https://api.example.org/openai/v1#m", "https://api.example.org/openai/v1", "m", False),
        ("http://192.168.0.7#m", "http://192.168.0.7/v1", "m", False),
        ("http://localhost.example.org#m", "http://localhost.example.org/v1", "m", False),
    ],
)
def test_addresses_are_read(text, url, model, is_local):
    address = server_address(text)
    assert address == ServerAddress(url, model)
    assert address.is_local is is_local
    assert str(address) == f"{url}#{model}"


@pytest.mark.parametrize(
    "text",
    ["", "localhost:11434#m", "http://localhost", "http://#m", "ftp://h#m", "http://h?a=1#m", "http://h:x#m"],
)
def test_other_texts_are_refused(text):
    with pytest.raises(ModelError, match=r"the server came as .*URL#MODEL is wanted"):
        server_address(text)


def test_a_password_in_the_address_is_refused_without_showing_it():
    with pytest.raises(ModelError, match="put the key into CINESCRIBE_API_KEY") as caught:
        server_address("https://me:secret@example.org#m")
    assert "secret" not in str(caught.value)
