"""Captions with all people the same, and with all people different."""

from benchmarks.captioners.identity_ablations import all_different, all_same

TEXTS = ("P2 hugs P3's dog.", "", "P2 and P11 wave.")


def test_all_same():
    assert all_same(TEXTS) == ("P1 hugs P1's dog.", "", "P1 and P1 wave.")


def test_all_different():
    assert all_different(TEXTS) == ("P1 hugs P2's dog.", "", "P3 and P4 wave.")
    assert all_different(()) == ()
