import csv
from pathlib import Path

import pytest

from cinescribe.errors import OutputError
from cinescribe.export.tracks.csv import CUE_COLUMNS, write_csv
from tests.export.texts import a_script


def rows(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8-sig", newline="") as opened:
        return list(csv.DictReader(opened))


def test_every_cue_has_a_row_with_its_reason(tmp_path: Path) -> None:
    write_csv(a_script(), tmp_path / "out.csv")
    table = rows(tmp_path / "out.csv")
    assert [row["id"] for row in table] == ["c1", "c2", "c3", "c4"]
    assert [row["status"] for row in table] == ["spoken", "extended", "dropped", "spoken"]
    assert table[2]["reason"] == "the gap has no room for this sentence"
    assert list(table[0]) == list(CUE_COLUMNS)


def test_values_of_a_row(tmp_path: Path) -> None:
    write_csv(a_script(), tmp_path / "out.csv")
    first, extended, _, last = rows(tmp_path / "out.csv")
    assert (first["start"], first["end"], first["duration"]) == ("4.100", "6.200", "2.100")
    assert first["text"] == "Anna <smiles> & waits --> here.\nIt is day."
    assert (first["people"], first["by"]) == ("Anna & Söhne", "observer")
    notes = [first[name] for name in ("why", "effect", "trait", "figure")]
    assert notes == ["to greet", "P2 turns", "kind", "the sun is her mood"]
    assert (extended["duration"], extended["pause"]) == ("0.000", "4.000")
    assert (last["people"], last["rate"]) == ("P2; Anna & Söhne", "1.15")


def test_a_spreadsheet_reads_utf8_and_evaluates_nothing(tmp_path: Path) -> None:
    write_csv(a_script(), tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_bytes().startswith(b"\xef\xbb\xbfid,start,")
    assert rows(tmp_path / "out.csv")[2]["text"] == "'=1+1"


def test_failed_write_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "out.csv").mkdir()
    with pytest.raises(OutputError, match="cannot be written"):
        write_csv(a_script(), tmp_path / "out.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]
