from pathlib import Path

import pytest

from benchmarks.language.wordnet_index import build_index
from benchmarks.language.wordnet_senses import build_senses, main
from cinescribe.arrays import read_arrays
from cinescribe.errors import InputError, LanguageError
from cinescribe.input_files import digest
from cinescribe.language.wordnet.senses import SENSES, Senses
from cinescribe.language.wordnet.wordnet import WordNet

DEBIANS = Path("/usr/share/wordnet")

SMALL = {
    "index.noun": "dog n 1 1 @ 1 1 02084071\nleave n 1 0 1 0 00000001\n",
    "index.verb": "leave v 2 0 2 0 00613036 00000002\n",
    "index.adj": "placed a 1 0 1 0 01681477\nset a 1 0 1 0 01681480\n",
    "index.adv": "",
    "data.noun": "  1 A licence.\n00000001 28 n 01 leave 0 000 | a holiday\n"
    '02084071 05 n 01 dog 0 001 @ 00000001 n 0000 | a pet; "the dog barked"\n',
    "data.verb": "00000002 38 v 01 leave 1 000 01 + 02 00 | go\n00613036 31 v 01 leave 0 000 01 + 08 00 | let be\n",
    "data.adj": "01681477 00 a 01 placed 0 001 & 01681480 a 0000 | put\n"
    "01681480 00 s 01 set(p) 0 001 & 01681477 a 0000 | laid\n",
    "data.adv": "",
    "noun.exc": "",
    "verb.exc": "",
    "adj.exc": "",
    "adv.exc": "",
    "cntlist.rev": "dog%1:05:00:: 1 42\n",
}


@pytest.fixture
def folder(tmp_path):
    for name, text in SMALL.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def build(folder):
    build_index(folder, folder / "index.safetensors")
    words = WordNet(read_arrays(folder / "index.safetensors"))
    build_senses(folder, words, folder / "senses.safetensors")
    return words, Senses(words, read_arrays(folder / "senses.safetensors"))


def test_a_small_wordnet_round_trip(folder):
    words, found = build(folder)
    dog, leave = words.synsets("dog")[0], words.synsets("leave", "v")[1]
    assert found.gloss(dog) == 'a pet; "the dog barked"'
    assert [found.name(sense) for sense in found.hypernyms(dog)] == ["leave.n.01"]
    assert (found.count("dog", dog), found.count("leave", leave)) == (42, 0)
    assert (found.key("leave", leave), found.frames(leave)) == ("leave%2:38:01::", {2})
    assert found.key("set", words.synsets("set", "a")[0]) == "set%5:00:00:placed:00"


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("data.noun", "00000001 28 n 01 leave 0 000 a holiday", r"data\.noun', line 1 is no line of WordNet's data"),
        ("data.noun", "00000001 28 n zz leave 0 000 | x", r"line 1 has 'zz'; expected a number in base 16"),
        ("data.noun", "00000001 99 n 01 leave 0 000 | x", r"line 1 has the number 99; expected one from 0 to 44"),
        ("data.noun", "00000001 28 n 01 leave 0 000 | x", r"'dog' is not in the data files of"),
        ("cntlist.rev", "dog%1:05:00::", r"cntlist\.rev', line 1 is 'dog%1:05:00::', no line of WordNet"),
    ],
)
def test_a_broken_line_is_named(folder, name, line, words):
    (folder / name).write_text(line + "\n")
    with pytest.raises(InputError, match=words):
        build(folder)


def test_a_missing_file_is_named(folder):
    (folder / "cntlist.rev").unlink()
    with pytest.raises(LanguageError, match=r"WordNet is incomplete .*cntlist\.rev"):
        build(folder)


@pytest.mark.slow
@pytest.mark.skipif(not DEBIANS.exists(), reason="Debian's wordnet-base is not installed here")
def test_the_shipped_file_can_be_rebuilt(tmp_path):
    main([str(DEBIANS), "-o", str(tmp_path / "senses.safetensors")])
    assert digest(tmp_path / "senses.safetensors") == digest(SENSES)
