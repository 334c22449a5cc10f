"""Sheets filled in as people would."""

import csv


def read_rows(path):
    with open(path, encoding="utf-8-sig", newline="") as opened:
        return list(csv.DictReader(opened))


def fill(path, answers):
    """Write answers into the rows of a sheet, by row number from 0: a dict of columns."""
    rows = read_rows(path)
    for number, cells in answers.items():
        rows[number].update(cells)
    with open(path, "w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path
