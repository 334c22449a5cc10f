import pytest

from cinescribe.export.tracks.leaked_marks import Words, without_marks

KNOWN = ("c1", "c2", "c7060", "mine")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("He opens a safe.\nc7060", Words("He opens a safe.", following="c7060")),
        ("He opens\na safe.\nc2 extended: film waits 2.500 s at 20.000 s", Words("He opens\na safe.", following="c2")),
        ("He opens it.\nmine", Words("He opens it.", following="mine")),
        ("He opens it.\nc11405-2", Words("He opens it.", following="c11405-2")),  # of another folder, in our form
        ("He opens it.\nNOTE\nc7060 does not fit: 1 s\nc7060", Words("He opens it.", following="c7060")),
        ("He opens it.\nNOTE c7060 why: to\nget rich\nc7060", Words("He opens it.", following="c7060")),
        ("He opens it.\nNOTE\nkind: descriptions\nlanguage: en", Words("He opens it.")),
        ("c7060\nHe opens it.", Words("He opens it.", own="c7060")),
        ("c7060", Words("", following="c7060")),
        ("He sits.\nNOTE the date", Words("He sits.\nNOTE the date")),
        ("He sits.\nc7060\nThey go.\nc11405-2", Words("He sits.\nThey go.", following="c11405-2")),  # joined
        ("C4", Words("C4")),
        ("h2", Words("h2")),
        ("c1 sits.\nThey go.", Words("c1 sits.\nThey go.")),
        ("", Words("")),
    ],
)
def test_leaked_ids_and_comments_are_removed_from_words(text: str, words: Words) -> None:
    assert without_marks(text, KNOWN) == words


def test_unknown_ids_are_kept_apart_or_as_words() -> None:
    assert without_marks("He sits.\nc7060", ()) == Words("He sits.", following="c7060")
    assert without_marks("c7060", ()) == Words("c7060")
