from pathlib import Path

import pytest

from benchmarks.language.wordnet_index import build_index, main
from cinescribe.arrays import read_arrays
from cinescribe.errors import InputError, LanguageError
from cinescribe.input_files import digest
from cinescribe.language.wordnet.wordnet import INDEX, WordNet

DEBIANS = Path("/usr/share/wordnet")

SMALL = {
    "index.noun": "  1 A licence stands here.\ndog n 2 1 @ 2 1 02084071 10114209\nleave n 1 0 1 0 00000001\n",
    "index.verb": "leave v 2 0 2 0 00613036 00000002\n",
    "data.verb": "  1 A licence.\n00000002 38 v 01 leave | go\n00613036 31 v 01 leave | let be\n",
    "index.adj": "placed a 2 0 2 0 01681477 01681478\n",
    "index.adv": "",
    "noun.exc": "geese goose\n",
    "verb.exc": "left leave\n",
    "adj.exc": "",
    "adv.exc": "best well\n",
}


@pytest.fixture
def folder(tmp_path):
    for name, text in SMALL.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_small_wordnet_round_trip(folder):
    build_index(folder, folder / "index.safetensors")
    words = WordNet(read_arrays(folder / "index.safetensors"))
    assert words.synsets("dog") == (102_084_071, 110_114_209)
    assert words.synsets("leave") == (100_000_001, 200_613_018, 200_000_002)
    assert words.morphy("left", "v") == "leave"
    assert words.topics("leave") == ("cognition", "motion")


def test_senses_have_princetons_offsets(folder):
    main([str(folder), "-o", str(folder / "index.safetensors")])
    words = WordNet(read_arrays(folder / "index.safetensors"))
    assert words.synsets("placed") == (301_681_477, 301_681_477)


def test_another_wordnet_is_refused(folder):
    (folder / "index.verb").write_text("leave v 1 0 1 0 00613018\n")
    with pytest.raises(LanguageError, match=r"is not WordNet 3\.0 of Debian; give the folder of wordnet-base"):
        build_index(folder, folder / "index.safetensors")


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("index.adj", "placed a", r"index\.adj', line 1 is 'placed a', no line of WordNet; give the folder"),
        ("index.adj", "placed a x 0 2 0 01681477", "the number of senses is 'x'; expected a whole number"),
        ("index.adj", "placed a 9 0 2 0 01681477", "line 1 has no word with its senses"),
        ("index.adj", "placed a 1 0 2 0 -5", "line 1 has the number -5; expected one from 0 to 99999999"),
        ("index.adj", f"{'a' * 256} a 1 0 2 0 01681477", "has no word with its senses"),
        ("index.verb", "go v 1 0 1 0 00000005", r"the senses of 'leave' in .* are not those|is not WordNet 3\.0"),
        ("data.verb", "00000002 5 v 01 leave", "line 1 names the file 5, which holds no verbs"),
        ("data.verb", "00000002 38 v 01 leave", "the senses of 'leave' in .* are not those of WordNet 3.0"),
        ("noun.exc", "g\u00e9ese goose", r"noun\.exc', line 1, has letters beyond ASCII"),
    ],
)
def test_a_broken_line_is_named(folder, name, line, said):
    (folder / name).write_text(line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=said):
        build_index(folder, folder / "index.safetensors")


def test_a_missing_file_is_named(folder):
    (folder / "adj.exc").unlink()
    with pytest.raises(LanguageError, match=r"WordNet is incomplete .*adj\.exc"):
        build_index(folder, folder / "index.safetensors")


@pytest.mark.skipif(not DEBIANS.exists(), reason="Debian's wordnet-base is not installed here")
def test_the_shipped_index_can_be_rebuilt(tmp_path):
    build_index(DEBIANS, tmp_path / "index.safetensors")
    assert digest(tmp_path / "index.safetensors") == digest(INDEX)
