"""CPU time to take in a submission of LSMDC's blind test, 9,578 captions, beside the time to score it.

The page reads the file strictly, stores it and its job, and answers; scoring is another process's. Captions are drawn
from 525 words, 7.5 in a caption, as *Movie Description*, table 14, has for Visual-Labels.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import clock
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.errors import ChallengeError
from cinescribe.schema import Clip
from cinescribe.study.challenge.challenge import Challenge, open_challenge
from cinescribe.study.challenge.make_challenge import make_challenge
from cinescribe.study.challenge.phases import open_phase
from cinescribe.study.challenge.scorer import open_scorer, work
from cinescribe.study.challenge.submission_file import parse_captions
from cinescribe.study.challenge.submissions import submit
from cinescribe.study.challenge.teams import Member, invite_team, member_of
from cinescribe.study.people.people import person_id
from cinescribe.timing import Span

N_CLIPS = 9_578
N_WORDS = 525
N_ROUNDS = 5
METRICS = ("BLEU", "METEOR", "ROUGE-L", "CIDEr")


def drawn_captions(seed: int, n_clips: int = N_CLIPS) -> list[str]:
    """Captions of 5 to 10 words."""
    drawn = random.Random(seed)
    syllables = [a + b for a in "bdfgklmnprst" for b in "aeiou"]
    words = ["".join(drawn.choices(syllables, k=drawn.randint(2, 3))) for _ in range(N_WORDS)]
    weights = [1 / (n + 1) for n in range(N_WORDS)]
    texts = (" ".join(drawn.choices(words, weights, k=drawn.randint(5, 10))) for _ in range(n_clips))
    return [f"{text.capitalize()}." for text in texts]


def submission(seed: int) -> bytes:
    """A submission as LSMDC's list."""
    return json.dumps([{"video_id": n, "caption": text} for n, text in enumerate(drawn_captions(seed), 1)]).encode()


def made(folder: Path) -> Path:
    """A challenge with one blind phase of drawn captions."""
    clips = [Clip(f"clip{n}", "film", Span(n, n + 1), text) for n, text in enumerate(drawn_captions(0))]
    write_corpus(
        folder / "corpus", CorpusCard("drawn", "drawn", "none"), films=[CorpusFilm("film", "test")], clips=clips
    )
    make_challenge(folder / "challenge", folder / "corpus", phases={"public": "test"}, metrics=METRICS)
    return folder / "challenge"


def joined(challenge: Challenge) -> Member:
    """A member of a new team."""
    (invitation,) = invite_team(challenge, "A")
    member = member_of(challenge, person_id(challenge.database, invitation.pseudonym))
    assert member is not None
    return member


def refused(data: bytes, challenge: Challenge) -> str:
    """The refusal of a submission."""
    try:
        parse_captions(data, challenge.clips("public"))
    except ChallengeError as error:
        return str(error)
    raise AssertionError("it was taken")


def measured(folder: Path) -> list[Row]:
    """CPU seconds, and seconds by the clock, of each step."""
    rows: list[Row] = []
    data = submission(1)
    with open_challenge(made(folder)) as challenge:
        open_phase(challenge, "public")
        member, clips = joined(challenge), challenge.clips("public")

        def row(name: str, seconds: float, started: float, n: int = 1) -> None:
            rows.append((name, round(seconds, 4), round((time.perf_counter() - started) / n, 3)))

        started = time.perf_counter()
        took, _ = clock.seconds(lambda: parse_captions(data, clips), n_rounds=N_ROUNDS)
        row(f"reading {N_CLIPS:,} captions ({len(data) / 1e6:.2f} MB)", took, started, N_ROUNDS)
        deep = b"[" * 200_000
        started = time.perf_counter()
        took, _ = clock.seconds(lambda: refused(deep, challenge), n_rounds=N_ROUNDS)
        row("refusing 200,000 open brackets", took, started, N_ROUNDS)
        large = b'"' + b"a" * ((20 << 20) - 2) + b'"'
        started = time.perf_counter()
        took, _ = clock.seconds(lambda: refused(large, challenge), n_rounds=N_ROUNDS)
        row("refusing one text of 20 MB", took, started, N_ROUNDS)
        started = time.perf_counter()
        took, taken = clock.seconds(lambda: submit(challenge, member, "public", data))
        row("taking it in: reading, storing file and job", took, started)
        started = time.perf_counter()
        took, _ = clock.seconds(lambda: submit(challenge, member, "public", data))
        row("the same file again", took, started)
        assert taken.state == "received"
        started = time.perf_counter()
        took, n_jobs = clock.seconds(lambda: work(open_scorer(challenge), is_over=lambda: True))
        assert n_jobs == 1
        row(f"scoring: {', '.join(METRICS)}, diversity", took, started)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_write_option(parser)
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        rows = measured(Path(folder))
    note = (
        "CPU seconds are the least of 5 rounds for reading and refusing, of one run for the others. Seconds by the "
        "clock are means, on a machine that others used too; they hold nowhere else. SPICE is left out of scoring."
    )
    table = print_table("One submission", ("step", "CPU s", "s by the clock"), rows, note)
    cpu = {str(name).split(" ")[0]: float(str(seconds)) for name, seconds, _ in rows}
    headlines = [
        Headline(f"CPU to read {N_CLIPS:,} captions", f"{1000 * cpu['reading']:.0f} ms"),
        Headline(f"CPU of the page for {N_CLIPS:,} captions", f"{1000 * cpu['taking']:.0f} ms", "no wait for scoring"),
        Headline("CPU of the scorer, without SPICE", f"{cpu['scoring:']:.1f} s"),
    ]
    notes = [" ".join((__doc__ or "").split())]
    report_results("challenge", "Submissions", headlines=headlines, tables=[table], notes=notes, write=args.write)


if __name__ == "__main__":
    main()
