import pytest

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.stills import StillSplit, inspect_stills, read_stills, write_stills
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor, read_metaphors, write_metaphors
from cinescribe.corpus.metaphor_stills.join_stills import join_stills
from cinescribe.errors import CorpusError, OutputError
from cinescribe.still_schema import Still
from tests.commands import run_command


def stills(folder, splits, **fields):
    folder.mkdir(parents=True)
    made = [Still(id, f"{id}.jpg", (f"picture {id}",), **fields) for ids in splits.values() for id in ids]
    for one in made:
        (folder / one.path).touch()
    card = CorpusCard(folder.name, f"from {folder.name}", "free")
    write_stills(folder, card, stills=made, splits=[StillSplit(name, tuple(ids)) for name, ids in splits.items()])
    return folder


@pytest.fixture
def corpora(tmp_path):
    plain = stills(tmp_path / "coco", {"train": "ab", "val": "c"})
    figured = stills(tmp_path / "haivmet", {"train": "a", "test": "d"}, is_metaphor=True, sequence="s")
    write_metaphors(figured, [AnnotatedMetaphor("a", "a", "b", "c", "picture a")])
    return plain, figured


def test_stills_of_several_corpora_are_in_one(corpora, tmp_path):
    joined = join_stills(tmp_path / "out", corpora)
    assert read_stills(tmp_path / "out").stills == joined.stills
    assert inspect_stills(tmp_path / "out").faults == ()
    assert [still.id for still in joined.stills_of("train")] == ["coco/a", "coco/b", "haivmet/a"]
    assert [split.name for split in joined.splits] == ["train", "val", "test"]
    assert joined.stills[0] == Still("coco/a", "pictures/coco/a.jpg", ("picture a",))
    assert joined.stills[-1] == Still(
        "haivmet/d", "pictures/haivmet/d.jpg", ("picture d",), sequence="haivmet/s", is_metaphor=True
    )
    assert [one.clip for one in read_metaphors(tmp_path / "out")] == ["haivmet/a"]
    assert (joined.card.name, joined.card.source, joined.card.licence) == (
        "coco+haivmet", "from coco; from haivmet", "free",
    )  # fmt: skip
    assert join_stills(tmp_path / "out", corpora).stills == joined.stills  # it is ours


def test_invalid_lists_of_corpora_are_refused(corpora, tmp_path):
    with pytest.raises(CorpusError, match="only 1 corpus given; name two or more to join"):
        join_stills(tmp_path / "out", corpora[:1])
    other = stills(tmp_path / "deep" / "coco", {"train": "z"})
    with pytest.raises(CorpusError, match=r"2 of the corpora are called 'coco', .*; rename a folder"):
        join_stills(tmp_path / "out", [*corpora, other])
    with pytest.raises(OutputError, match="coco' is read and would be written"):
        join_stills(corpora[0], corpora)


def test_linked_pictures_folder_is_not_written_to(corpora, tmp_path):
    made = stills(tmp_path / "own", {"train": "z"})
    (tmp_path / "photos").mkdir()
    (made / "pictures").symlink_to(tmp_path / "photos")
    with pytest.raises(OutputError, match="pictures' is a link"):
        join_stills(made, corpora)
    assert list((tmp_path / "photos").iterdir()) == []


def test_the_command_prints_counts(corpora, tmp_path):
    shown = run_command("corpus", "join", *corpora, "-o", tmp_path / "out").stdout
    assert shown.splitlines()[-1].split()[:5] == ["in", "all", "5", "stills", "5"]
