"""Narration in German and in Polish, with a witness who knows the truth of Backlot films and answers in the language.

    python -m benchmarks.describer.witness_languages [--films DIR] [--write]

Nothing was set by the films.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.describer.stand_ins.counted_model import CountedModel
from benchmarks.describer.stand_ins.film_truth import claims
from benchmarks.describer.stand_ins.languages.german import GERMAN
from benchmarks.describer.stand_ins.languages.phrasing import Phrasing
from benchmarks.describer.stand_ins.languages.polish import POLISH
from benchmarks.describer.stand_ins.translated_witness import TranslatedWitness
from benchmarks.describer.witness_errors import Errors
from benchmarks.describer.witness_films import WitnessedFilm, witnessed_film
from benchmarks.describer.witness_runs import UNABLE, about
from benchmarks.describer.witness_tally import Cost, Said, Tally, share, tally
from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.narration.narrator import Narrator
from cinescribe.describe.narration.sentence_faults import STRAY
from cinescribe.export.folder import FEATURES
from cinescribe.export.narration import read_narration
from cinescribe.media.voice.language_voices import espeak_voice

FILMS = (203, 303, 401, 402)  # seeds
ERRORS = Errors(facts=0.1, missed=0.1, believed=0.1)
FALLS_BACK = 0.2
LANGUAGES = {"German": GERMAN, "Polish": POLISH}
COLUMNS = (
    "witness", "sentences", "false", "names right", "in an inflected form", "English sentences spoken",
    "English sentences written", "no words of the language", "of the language, thrown away", "events covered",
    "requests a pause", "silent narrations",
)  # fmt: skip
NOTES = (
    "The witness of `benchmarks.describer.witness` sees, errs in 10 % of facts and verdicts, and answers in German or "
    "Polish, by templates of our own for what Backlot's captions say in English, with names in the cases that a "
    "hand-written table has. A spoken sentence is read by the same templates, and judged by truth; one that they do "
    "not have, with an English word for instance, is counted.",
    "One who falls back leaves one sentence in five in English, in drafts and where notes are put into the language. "
    "One who tells languages apart calls true whatever is not English, and looks at nothing.",
)


@dataclass(frozen=True)
class Spoken:
    """What the narrations of some films are like.

    Args:
        tally: of the spoken sentences, by truth.
        inflected: names in another form than the nominative, in spoken sentences.
        english: spoken sentences that are English.
        english_written: sentences of drafts that are.
        unread: spoken sentences in no words of the language's, nor English.
        written: sentences of drafts that are of the language.
        thrown_away: those of them that were taken for another language.
    """

    tally: Tally = field(default_factory=Tally)
    inflected: int = 0
    english: int = 0
    english_written: int = 0
    unread: tuple[str, ...] = ()
    written: int = 0
    thrown_away: tuple[str, ...] = ()

    def __add__(self, other: Spoken) -> Spoken:
        """Return the sums."""
        return Spoken(*(one + two for one, two in zip(vars(self).values(), vars(other).values(), strict=True)))


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=Path, help="keep films and their analyses here, and use what is there")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        films = [witnessed_film(arguments.films or Path(temporary), seed) for seed in FILMS]
        found = {f"{language}, {kind}": spoken for language in LANGUAGES for kind, spoken in _each(films, language)}
    table = print_table(
        f"Films {', '.join(map(str, FILMS))}", COLUMNS, [_row(name, one) for name, one in found.items()]
    )
    report_results(
        "witness_languages",
        "Narration in German and in Polish, with a truthful witness",
        headlines=_headlines(found),
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


def _each(films: Sequence[WitnessedFilm], language: str) -> list[tuple[str, Spoken]]:
    phrasing = LANGUAGES[language]
    kinds = {
        "no errors": (Errors(), 0.0, False),
        "10 % errors": (ERRORS, 0.0, False),
        "10 % errors, falls back to English": (ERRORS, FALLS_BACK, False),
        "tells languages apart": (ERRORS, FALLS_BACK, True),
    }
    return [
        (
            kind,
            sum(
                (
                    narrated(film, TranslatedWitness(film.witness(errors, seed=0), phrasing, english, by_language))
                    for film in films
                ),
                Spoken(),
            ),
        )
        for kind, (errors, english, by_language) in kinds.items()
    ]


def narrated(film: WitnessedFilm, witness: TranslatedWitness) -> Spoken:
    """Return what the narration of a film by a witness is like; one of an earlier run is not kept."""
    shutil.rmtree(film.folder / FEATURES / "narration", ignore_errors=True)
    counted, lines, tag = CountedModel(witness), list[str](), witness.phrasing.tag
    options = DescribeOptions(voice=espeak_voice(tag), narrator=Narrator(counted, counted), announce=lines.append)
    script = write_description(film.path, film.folder, subtitles=film.subtitles, language=tag, options=options)
    every = read_narration(film.folder)
    moments = {moment.cue: moment for moment in every if moment.cue is not None}
    cues = [cue for cue in script.spoken() if cue.id in moments]
    names = [member.name for member in film.truth.cast]
    in_words = {cue.id: witness.english_of(cue.text, {}) for cue in cues}
    said = [Said(cue.replace(text=in_words[cue.id]), about(moments[cue.id])) for cue in cues]
    cost = Cost(len(every), counted.n_requests(), counted.n_pictures(), counted.n_twice(), 0.0)
    drafted = [one for moment in every for one in moment.considered]
    written = [one for one in drafted if witness.phrasing.claims(one.text, {}) is not None]
    as_spoken = [cue.text for cue in cues if in_words[cue.id] == cue.text]
    found = Spoken(
        tally(film, script, said, cost=cost, is_silenced=any(UNABLE in line for line in lines)),
        sum(_inflected(cue.text, names, witness.phrasing) for cue in cues),
        sum(claims(text, names) is not None for text in as_spoken),
        sum(claims(one.text, names) is not None for one in drafted),
        tuple(text for text in as_spoken if claims(text, names) is None),
        len(written),
        tuple(one.text for one in written if any(fault.startswith(STRAY) for fault in one.faults)),
    )
    print(f"film {film.seed}, {witness.name}: {len(cues)} sentences, false:", *found.tally.false, flush=True)
    print(
        *(cue.text for cue in cues), "thrown away:", *found.thrown_away, *found.unread, *lines, sep="\n  ", flush=True
    )
    return found


def _inflected(text: str, names: Sequence[str], phrasing: Phrasing) -> int:
    forms = {form for name in names for form in phrasing.people[name].values() if form and form != name}
    return sum(form in text.replace(".", " ").split() for form in forms)


def _row(name: str, one: Spoken) -> tuple[str | int | None, ...]:
    found, cost = one.tally, one.tally.cost
    return (
        name, found.n, share(len(found.false), found.n), share(found.names_right, found.names), one.inflected,
        one.english, one.english_written, len(one.unread), share(len(one.thrown_away), one.written),
        share(len(found.events), found.n_events), f"{cost.requests.total() / cost.n_pauses:.2f}", found.n_silent,
    )  # fmt: skip


def _headlines(found: dict[str, Spoken]) -> list[Headline]:
    lines = []
    for name, one in found.items():
        if "apart" in name:
            lines.append(Headline(f"sentences spoken, {name}", str(one.tally.n), "0"))
            continue
        lines.append(
            Headline(f"names right, {name}", share(one.tally.names_right, one.tally.names) or "none", "≥ 98 %")
        )
        lines.append(Headline(f"sentences with an English word, {name}", str(one.english + len(one.unread)), "0"))
        cost = one.tally.cost
        lines.append(Headline(f"requests a pause, {name}", f"{cost.requests.total() / cost.n_pauses:.2f}", "≤ 4"))
    return lines


if __name__ == "__main__":
    main()
