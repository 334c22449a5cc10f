"""Films of 60 clips described by MICap from end to end: how long it takes, and whether people stay who they are.

Fresh Backlot films, easy and hard, are shot and described. Captions are judged on the film's true clips and on those
that `describe` cuts itself, each held to the true clip it shares most time with:

- people: the captions' people are mapped one to one to the cast, by how often their words stand where the truth has
  that member (in the telling most like the caption); the share of person words mapped to the right member;
- what is said: action, thing and place, `backlot.said`;
- cuts: F1 of the edges of clips, within .35 s.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

from cinescribe.backlot.films.shoot import Size, shoot
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth
from cinescribe.backlot.plot.caption_truth import truthfulness
from cinescribe.describe.analyse import Watched, read_watched
from cinescribe.describe.batches import batches
from cinescribe.describe.captioner_selection import load_micap
from cinescribe.describe.components import Crew
from cinescribe.describe.describe import describe_film
from cinescribe.describe.event_segmentation import beats
from cinescribe.export.folder import FACES, FEATURES
from cinescribe.generate.captioner import Captioner
from cinescribe.language.tokens.vocabulary import spelt
from cinescribe.schema import Caption, Clip, Face, Person, Script
from cinescribe.store import read_records
from cinescribe.timing import Span

SIZE = Size("whole", n_clips=60, n_adverts=0)
SEED = 9_000  # no corpus has films of it
NEAR = 0.35  # seconds by which an edge may be off


@dataclass(frozen=True)
class Words:
    """Person words of captions with the member that the truth has in their place; None where it has nobody."""

    pairs: tuple[tuple[str, str | None], ...]

    def right(self) -> float:
        """Share whose person is mapped to their member, under the best one-to-one mapping."""
        people, members = ({one for one in side if one} for side in zip(*self.pairs, strict=True))
        counts = Counter(self.pairs)
        table = np.array([[counts[one, member] for member in sorted(members)] for one in sorted(people)])
        return float(table[linear_sum_assignment(table, maximize=True)].sum()) / len(self.pairs)


def words(caption: str, tellings: Sequence[str]) -> list[tuple[str, str | None]]:
    """The caption's person words, each with who stands there in the telling that is most like it."""
    said = spelt(caption)
    match, told = max(
        ((SequenceMatcher(None, _masked(said), _masked(one), autojunk=False), one) for one in map(spelt, tellings)),
        key=lambda option: option[0].ratio(),
    )
    true = {block.a + n: told[block.b + n] for block in match.get_matching_blocks() for n in range(block.size)}
    return [(word, true.get(n)) for n, word in enumerate(said) if _is_person(word)]


def _masked(words: Sequence[str]) -> list[str]:
    return ["[person]" if _is_person(word) else word for word in words]


def _is_person(word: str) -> bool:
    return word[0] == "P" and word[1:].isdigit()


def edges_f1(found: Sequence[Span], true: Sequence[Span]) -> float:
    """F1 of the edges between spans."""
    ours, theirs = ([span.start for span in spans[1:]] for spans in (found, true))
    hits = sum(any(abs(a - b) <= NEAR for b in theirs) for a in ours)
    return 2 * hits / max(len(ours) + len(theirs), 1)


def true_clip(span: Span, clips: Iterable[FilmedClip]) -> FilmedClip:
    """The true clip that shares most time with a span."""
    return max(clips, key=lambda clip: clip.span.overlap(span))


def judged(name: str, captions: Sequence[Caption], clips: Sequence[Clip], truth: FilmTruth) -> str:
    """A line on how true captions are."""
    true = [true_clip(clip.span, truth.clips) for clip in clips]
    pairs = [
        pair
        for caption, clip in zip(captions, true, strict=True)
        for pair in words(caption.text, [telling.text for telling in clip.captions])
    ]
    by_id = {caption.clip: clip for caption, clip in zip(captions, true, strict=True)}
    found = truthfulness({caption.clip: caption.text for caption in captions}, by_id)
    share = Words(tuple(pairs)).right() if pairs else float("nan")
    return (
        f"  {name:<12} people {share:6.1%} of {len(pairs)} words ({len({one for one, _ in pairs})} told, "
        f"{len(truth.cast)} in the cast)  action {found.action:6.1%}  thing {_percent(found.thing)} of {found.n_things}"
        f"  place {_percent(found.place)} of {found.n_places}"
    )


def _percent(share: float | None) -> str:
    return "   -  " if share is None else f"{share:6.1%}"


def described(path: Path, folder: Path, writer: Captioner) -> tuple[Script, float, float]:
    """A film's script, and the CPU and wall seconds that its description took."""
    cpu, wall = time.process_time(), time.perf_counter()
    script = describe_film(path, folder, crew=Crew(captioner=writer))
    return script, time.process_time() - cpu, time.perf_counter() - wall


def on_true_clips(
    truth: FilmTruth, watched: Watched, faces: Sequence[Face], people: Sequence[Person], writer: Captioner
) -> tuple[list[Caption], list[Clip]]:
    """What the writer says of the film's true clips."""
    clips = [Clip(f"{truth.id}-{clip.id}", truth.id, clip.span) for clip in truth.clips]
    (batch,) = batches(clips, watched, faces, people, writer)
    return writer.caption(batch), clips


def report(truth: FilmTruth, folder: Path, out: Path, writer: Captioner) -> None:
    """Describe one film and print how that went."""
    script, cpu, wall = described(folder / truth.film, out, writer)
    watched = read_watched(out / FEATURES / "watch")
    faces = read_records(out / FACES, Face)
    people = [person for person in script.people if any(face.person == person.id for face in faces)]
    own = beats(Path(truth.film).stem, watched.shots, speech=script.speech, pictures=watched.clip)
    captions = read_records(out / FEATURES / "captions" / "captions.jsonl", Caption)
    length = script.film.duration
    f1 = edges_f1([clip.span for clip in own], [clip.span for clip in truth.clips])
    print(
        f"{truth.id}: {length:.0f} s, {len(truth.clips)} clips; CPU {cpu / length:.2f}, wall {wall / length:.2f} of "
        f"its length; own clips {len(own)}, edges F1 {f1:.3f}; {len(people)} people by face, {len(script.people)} told"
    )
    print(judged("true clips", *on_true_clips(truth, watched, faces, people, writer), truth))
    print(judged("own clips", captions, own, truth), flush=True)


def shot(folder: Path, *, films: int, hard: bool) -> Mapping[str, FilmTruth]:
    """The films of a kind, shot unless they are there."""
    found = shoot(folder, films=films, seed=SEED, size=SIZE, hard=hard, height=180)
    return {truth.id: truth for truth in read_records(found.truth, FilmTruth)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        default=Path("build/whole-film"),
        help="of films and descriptions; those there are taken",
    )
    parser.add_argument("--shared", type=Path, help="not needed; every benchmark takes it")
    parser.add_argument("--films", type=int, default=2, help="of each kind")
    parser.add_argument("--kinds", nargs="+", choices=("easy", "hard"), default=("easy", "hard"))
    parser.add_argument("--checkpoint", type=Path, help="instead of the MICap that comes with cinescribe")
    arguments = parser.parse_args()
    writer = load_micap(arguments.checkpoint)
    for kind in arguments.kinds:
        print(kind)
        for id_, truth in shot(arguments.folder / kind, films=arguments.films, hard=kind == "hard").items():
            report(truth, arguments.folder / kind, arguments.folder / kind / f"{id_}.ad", writer)


if __name__ == "__main__":
    main()
