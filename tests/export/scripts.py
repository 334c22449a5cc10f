"""Scripts by chance, for round trips: odd words, names, ids and statuses."""

from typing import get_args

from hypothesis import strategies as st

from cinescribe.schema import Cue, CueStatus, Film, Person, Script
from cinescribe.timing import Span

FILM = 4000.0
AWKWARD = (
    *(
        "-",
        "=",
        "#",
        "-->",
        "->",
        "\n",
        "\n\n",
        "\t",
        "  ",
        "\\",
        '"',
        "'",
        "“",
        "”",
        "\u2019",
        "\u2013",
        ";",
        ",",
        "&",
        "<b>",
        "</i>",
    ),
    *(
        "<",
        ">",
        "{\\an8}",
        "1:12",
        "00:01:12.300",
        "72.3",
        "dropped",
        "rate 1.1",
        "people Anna",
        "c1",
        "1",
        "NOTE",
        "WEBVTT",
    ),
    *(
        "Cinescribe:",
        "# Cinescribe: x",
        "é",
        "Größe",
        "日本",
        "🎬",
        "\u200b",
        "\u00a0",
        "\ufeff",
        "\x00",
        "\x0b",
        "\u2028",
        "&amp;",
    ),
    *("Anna", "walks", "to", "the", "window.", "She", "waits.", " ", " ", "\r\n", "=1+1", "|", "%", ":", "sep=;"),
)
texts = st.one_of(
    st.lists(st.sampled_from(AWKWARD), min_size=1, max_size=12).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.lists(st.sampled_from(AWKWARD), min_size=1, max_size=8).map(" ".join),
)
milliseconds = st.integers(0, 3_000_000)
names = st.one_of(
    st.sampled_from(
        ["Anna", "Tom & Co", "Ann, the tall one", "P2", "nobody", "Smith; Jones", "Jack and Jill", "“Red”"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
)


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    """A script whose cues and people are anything that a record can hold."""
    n_people = draw(st.integers(0, 3))
    people = tuple(Person(f"p{n}", f"P{n}", draw(st.none() | names)) for n in range(1, n_people + 1))
    starts = sorted(draw(st.lists(milliseconds, max_size=6)))
    cues = tuple(_cue(draw, start, n, people) for n, start in enumerate(starts))
    return Script(Film("films/anna.mp4", FILM), people=people, cues=cues)


def _cue(draw: st.DrawFn, start: int, n: int, people: tuple[Person, ...]) -> Cue:
    status = draw(st.sampled_from(get_args(CueStatus)))
    length = draw(st.integers(1, 5000)) if status == "spoken" else 0
    name = draw(st.sampled_from([f"c{start}.{n}", f"c{n}", f"c{start}-{n}.2", f"h{start}.{n}"])) + f"_{n}"
    return Cue(
        Span(start / 1000, (start + length) / 1000),
        draw(texts.filter(lambda text: text.strip())),
        people=tuple(draw(st.lists(st.sampled_from([each.id for each in people]), unique=True))) if people else (),
        status=status,
        rate=draw(st.sampled_from([1.0, 1.1, 1.15, 0.9])),
        pause=draw(st.integers(1, 5000)) / 1000 if status == "extended" else 0.0,
        id=name,
        comment=draw(st.none() | texts),
    )
