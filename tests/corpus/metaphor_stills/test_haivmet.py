import numpy as np
import pytest

from cinescribe.corpus.core.stills import inspect_stills, read_stills
from cinescribe.corpus.metaphor_stills.haivmet import build_haivmet
from cinescribe.errors import CorpusError, RecordError
from cinescribe.media.film.image_files import write_picture
from tests.commands import run_command

PIGSTY, HEART = "My bedroom is a pigsty", "His heart is a stone"


def archive(folder):
    """What unpacked archives look like: folders of metaphors at two depths, with prompts beside the pictures."""
    for name in (
        f"flute/{PIGSTY}/DALL-E 2022-11-29 21.04.05 - An illustration of a bedroom.png",
        f"flute/{PIGSTY}/DALL-E 2022-11-29 21.04.09 - An illustration of a bedroom.png",
        f"bizzoni/deep/{HEART}/1.png",
        f"copoet/{PIGSTY.lower()}/1.png",
    ):
        write_picture(folder / name, np.zeros((8, 8, 3), np.uint8))
    (folder / "flute" / PIGSTY / "gpt_prompt.txt").write_text("An illustration")
    (folder / "__MACOSX" / "flute" / PIGSTY).mkdir(parents=True)
    (folder / "__MACOSX" / "flute" / PIGSTY / "1.png").touch()
    (folder / "flute" / PIGSTY / "._1.png").touch()
    return folder


def test_pictures_are_captioned_by_the_names_of_their_folders(tmp_path):
    built = build_haivmet(tmp_path / "corpus", pictures=archive(tmp_path / "haivmet"))
    assert read_stills(tmp_path / "corpus").stills == built.stills
    assert inspect_stills(tmp_path / "corpus").faults == ()
    assert [one.captions for one in built.stills] == [(HEART,), (PIGSTY.lower(),), (PIGSTY,), (PIGSTY,)]
    assert all(one.is_metaphor for one in built.stills)
    assert built.stills[0].path == f"pictures/bizzoni/deep/{HEART}/1.png"
    assert built.stills[2].id == f"flute/{PIGSTY}/DALL-E 2022-11-29 21.04.05 - An illustration of a bedroom"


def test_a_metaphor_is_in_one_split(tmp_path):
    pictures = archive(tmp_path / "haivmet")

    def sizes(seed):
        built = build_haivmet(tmp_path / f"corpus{seed}", pictures=pictures, seed=seed)
        return [len(built.stills_of(split)) for split in ("train", "val")]

    assert {tuple(sizes(seed)) for seed in range(6)} == {(1, 3), (3, 1)}
    assert sizes(0) == sizes(0)


def test_other_folders_are_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(CorpusError, match=r"empty' holds no pictures \(.jpg, .*HAIVMet's unpacked archives"):
        build_haivmet(tmp_path / "corpus", pictures=tmp_path / "empty")
    with pytest.raises(CorpusError, match=r"'1.png' of .* is in no folder that is called by its metaphor"):
        build_haivmet(tmp_path / "corpus", pictures=archive(tmp_path / "haivmet") / "bizzoni" / "deep" / HEART)


def test_text_with_a_picture_suffix_is_refused(tmp_path):
    pictures = archive(tmp_path / "haivmet")
    (pictures / "flute" / PIGSTY / "bad.jpg").write_text("no picture")
    with pytest.raises(RecordError, match=r"bad.jpg"):
        build_haivmet(tmp_path / "corpus", pictures=pictures)
    assert not (tmp_path / "corpus").exists()


def test_the_command_prints_counts(tmp_path):
    pictures = archive(tmp_path / "haivmet")
    shown = run_command("corpus", "import", "haivmet", "--pictures", pictures, "-o", tmp_path / "corpus").stdout
    assert shown.splitlines()[0].startswith("haivmet, from HAIVMet")
    assert shown.splitlines()[-1].split()[:5] == ["in", "all", "4", "stills", "4"]
