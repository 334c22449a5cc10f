"""Arrays of clips are read by name from HDF5, npy and text, gzipped or not."""

import gzip
import hashlib

import h5py
import numpy as np
import pytest

from cinescribe.errors import FeatureError, RecordError
from cinescribe.features.imports.clip_arrays import clip_name, open_clip_arrays

CLIPS = ("1001_Ours_00.00.01.000-00.00.03.500", "1001_Ours_00.00.03.500-00.00.06.000")
MATRIX = np.arange(8, dtype=np.float32).reshape(2, 4)


def text(heading="", separator=","):
    lines = [separator.join([clip, *map(str, row)]) for clip, row in zip(CLIPS, MATRIX.tolist(), strict=True)]
    return heading + "\n".join(lines) + "\n"


def packed(path):
    """Replace a file by its gzipped form."""
    packed = path.with_name(f"{path.name}.gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    return packed


def hdf5_of_clips(folder):
    with h5py.File(folder / "lsda.h5", "w") as file:
        for clip, row in zip(CLIPS, MATRIX, strict=True):
            file[f"1001_Ours/{clip}"] = row
    return folder / "lsda.h5"


def hdf5_matrix(folder):
    with h5py.File(folder / "lsda.hdf5", "w") as file:
        file["features"], file["names"] = MATRIX, [f"1001_Ours/{clip}.avi" for clip in CLIPS]
    return folder / "lsda.hdf5"


def npy_matrix(folder):
    np.save(folder / "lsda.npy", MATRIX)
    (folder / "lsda.txt").write_text("\n".join(CLIPS))
    return folder / "lsda.npy"


def csv(folder):
    (folder / "lsda.csv").write_text(text("clip,a,b,c,d\n"))
    return folder / "lsda.csv"


def tabs(folder):
    (folder / "lsda.tsv").write_text(text(separator="\t"))
    return folder / "lsda.tsv"


def npy_folder(folder):
    (folder / "arrays/1001_Ours").mkdir(parents=True)
    for clip, row in zip(CLIPS, MATRIX, strict=True):
        np.save(folder / f"arrays/1001_Ours/{clip}.npy", row)
    return folder / "arrays"


def text_folder(folder):
    (folder / "texts").mkdir()
    for clip, row in zip(CLIPS, MATRIX, strict=True):
        packed_text = gzip.compress(" ".join(map(str, row.tolist())).encode())
        (folder / f"texts/{clip}.txt.gz").write_bytes(packed_text)
    (folder / "texts/SHA256SUMS").write_text("")
    return folder / "texts"


def hdf5_folder(folder):
    return hdf5_of_clips(folder).parent


FORMS = (hdf5_of_clips, hdf5_matrix, npy_matrix, csv, tabs, npy_folder, text_folder, hdf5_folder)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_vectors_of_clips(form, tmp_path):
    with open_clip_arrays(form(tmp_path)) as arrays:
        assert len(arrays) == 2
        assert [clip in arrays for clip in (*CLIPS, "other")] == [True, True, False]
        assert [arrays.vectors(clip, width=4).tolist() for clip in CLIPS] == [[row] for row in MATRIX.tolist()]


@pytest.mark.parametrize("form", [hdf5_of_clips, npy_matrix, csv])
def test_gzipped_files_give_the_same(form, tmp_path):
    with open_clip_arrays(packed(form(tmp_path))) as arrays:
        assert arrays.vectors(CLIPS[1]).tolist() == [[4, 5, 6, 7]]


def test_gzipped_arrays_of_a_folder_give_the_same(tmp_path):
    folder = npy_folder(tmp_path)
    for file in list(folder.rglob("*.npy")):
        packed(file)
    with open_clip_arrays(folder) as arrays:
        assert arrays.vectors(CLIPS[1]).tolist() == [[4, 5, 6, 7]]


def test_several_lines_of_a_clip_are_several_vectors(tmp_path):
    (tmp_path / "idt.txt").write_text("a 1 2\nb 3 4\na 5 6\n")
    with open_clip_arrays(tmp_path / "idt.txt") as arrays:
        assert arrays.vectors("a").tolist() == [[1, 2], [5, 6]]


def test_names_lose_folders_and_the_endings_of_films_and_arrays():
    assert clip_name(f"1001_Ours/{CLIPS[0]}.avi.npy.gz") == CLIPS[0]
    assert clip_name("C:\\arrays\\a.mp4") == "a"
    assert clip_name(".npy") == ".npy"


def test_digest_depends_on_the_files_of_the_clips_only(tmp_path):
    folder = npy_folder(tmp_path)
    with open_clip_arrays(folder) as arrays:
        before = [arrays.digest([clip]) for clip in CLIPS]
    np.save(folder / f"1001_Ours/{CLIPS[1]}.npy", MATRIX[0])
    with open_clip_arrays(folder) as arrays:
        after = [arrays.digest([clip]) for clip in CLIPS]
    assert (before[0] == after[0], before[1] == after[1]) == (True, False)


def test_digest_of_a_matrix_depends_on_its_names(tmp_path):
    path = npy_matrix(tmp_path)
    with open_clip_arrays(path) as arrays:
        before = arrays.digest(CLIPS)
    path.with_suffix(".txt").write_text("\n".join(reversed(CLIPS)))
    with open_clip_arrays(path) as arrays:
        assert arrays.digest(CLIPS) != before


def test_files_are_compared_with_published_digests(tmp_path):
    path = csv(tmp_path)
    sums = tmp_path / "SHA256SUMS"
    sums.write_text(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  lsda.csv\n")
    with open_clip_arrays(path) as arrays:
        assert len(arrays.digest(CLIPS)) == 64
    sums.write_text(f"{'0' * 64}  lsda.csv\n")
    with (
        open_clip_arrays(path) as arrays,
        pytest.raises(FeatureError, match=r"SHA256SUMS says 000000000000…"),
    ):
        arrays.digest(CLIPS)
    sums.write_text("nothing\n")
    with pytest.raises(FeatureError, match="line 1: 'nothing'; expected a SHA-256"), open_clip_arrays(path):
        pass


def test_other_vectors_are_refused_with_file_and_clip(tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["good"], file["nan"] = np.zeros(3), np.array([np.nan, 1.0, 2.0])
        file["words"], file["cube"], file["none"] = ["x", "y"], np.zeros((2, 2, 2)), np.zeros((0, 3))
        file.create_dataset("huge", (1 << 30, 1 << 10), "f4", chunks=(1, 1024))
    with open_clip_arrays(tmp_path / "a.h5") as arrays:
        for clip, wish in (
            ("absent", r"a.h5' has no vectors of clip 'absent'; give the file"),
            ("good", r"'a.h5': clip 'good' has 3 numbers; expected 205: give the right file or width"),
            ("nan", "'a.h5': clip 'nan' has values that are no finite numbers"),
            ("words", "'a.h5': clip 'words' is an array of object"),
            ("cube", r"is an array of float64 of shape \(2, 2, 2\); expected vectors, \(T, D\)"),
            ("none", r"of shape \(0, 3\)"),
            ("huge", r"a.h5' is damaged \(an array of shape \(1073741824, 1024\) for one clip\)"),
        ):
            with pytest.raises(FeatureError, match=wish):
                arrays.vectors(clip, width=205 if clip == "good" else None)


def opened(path):
    with open_clip_arrays(path):
        pass


def test_files_without_clips_are_refused(tmp_path):
    with pytest.raises(RecordError, match="cannot be read"):
        opened(tmp_path / "absent.h5")
    with pytest.raises(FeatureError, match=r"holds no arrays of clips; expected \.h5"):
        opened(tmp_path)
    (tmp_path / "a.pkl").write_bytes(b"")
    with pytest.raises(FeatureError, match=r"a.pkl' is no file of arrays; give \.h5"):
        opened(tmp_path / "a.pkl")
    for name in ("a.h5", "a.npy", "a.npy.gz"):
        (tmp_path / name).write_bytes(b"nothing of the kind")
        (tmp_path / "a.txt").write_text("x")
        with pytest.raises(FeatureError, match=r"is damaged \("):
            opened(tmp_path / name)


def test_objects_in_npy_are_not_loaded(tmp_path):
    (tmp_path / "arrays").mkdir()
    np.save(tmp_path / "arrays/a.npy", np.array([{"a": 1}], object), allow_pickle=True)
    with open_clip_arrays(tmp_path / "arrays") as arrays, pytest.raises(FeatureError, match=r"a.npy' is damaged"):
        arrays.vectors("a")


def test_a_matrix_needs_a_name_for_each_vector(tmp_path):
    path = npy_matrix(tmp_path)
    path.with_suffix(".txt").write_text("one")
    with pytest.raises(FeatureError, match=r"lsda.npy' has an array of shape \(2, 4\) for 1 names of clips"):
        opened(path)
    path.with_suffix(".txt").unlink()
    with pytest.raises(FeatureError, match=r"needs the names of its clips, one per line, in 'lsda.txt'; write it"):
        opened(path)
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["names"], file["x"], file["y"] = ["a"], np.zeros((1, 2)), np.zeros((1, 2))
    with pytest.raises(FeatureError, match=r"'a.h5' has 'names' and \['x', 'y'\]; expected one matrix beside it"):
        opened(tmp_path / "a.h5")


def test_repeated_clip_is_refused(tmp_path):
    folder = npy_folder(tmp_path)
    np.save(folder / f"{CLIPS[0]}.npy", MATRIX[0])
    with pytest.raises(FeatureError, match=rf"has clip '{CLIPS[0]}' twice, in .* leave one out"):
        opened(folder)


def test_large_unpacked_files_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("cinescribe.features.imports.clip_arrays._MAX_UNPACKED", 8)
    with pytest.raises(FeatureError, match="unpacks to more than 8 bytes; split it"):
        opened(packed(csv(tmp_path)))


def test_hdf5_without_its_library_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "h5py", None)
    path = tmp_path / "a.h5"
    path.write_bytes(b"")
    with pytest.raises(FeatureError, match=r"pip install 'cinescribe\[hdf5\]'"):
        opened(path)
