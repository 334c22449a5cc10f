"""One narration of a Backlot film by a witness, and what came of it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator

from benchmarks.describer.stand_ins.counted_model import CountedModel
from benchmarks.describer.stand_ins.witness_model import Witness
from benchmarks.describer.witness_films import WitnessedFilm
from benchmarks.describer.witness_tally import Cost, Said, Tally, judged, tally
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.narration.narrator import Narrator
from cinescribe.export.folder import FEATURES
from cinescribe.export.narration import NarratedMoment, read_narration
from cinescribe.models.vlm.chat_captioner import ChatCaptioner
from cinescribe.timing import Span

UNABLE = "cannot tell"  # in the line that says so
_ABOUT_A_FRAME = 0.5  # seconds from a frame to the next


def narrated(film: WitnessedFilm, witness: Witness, *, checks: bool = True) -> Tally:
    """Return what the narration of a film in stages is like; one of an earlier run is not kept."""
    shutil.rmtree(film.folder / FEATURES / "narration", ignore_errors=True)
    counted, lines = CountedModel(witness), list[str]()
    begun = time.process_time()
    script = write_description(
        film.path,
        film.folder,
        subtitles=film.subtitles,
        options=DescribeOptions(narrator=Narrator(counted, counted, checks=checks), announce=lines.append),
    )
    seconds = time.process_time() - begun - sum(counted.seconds)
    every = read_narration(film.folder)
    cost = Cost(len(every), counted.n_requests(), counted.n_pictures(), counted.n_twice(), seconds)
    moments = {moment.cue: moment for moment in every if moment.cue is not None}
    said = [Said(cue, about(moments[cue.id])) for cue in script.spoken() if cue.id in moments]
    return tally(film, script, said, cost=cost, is_silenced=any(UNABLE in line for line in lines))


def captioned(film: WitnessedFilm, witness: Witness) -> Tally:
    """Return what the captions of the plain prompt are like."""
    counted = CountedModel(witness)
    captioner = ChatCaptioner(counted, n_clips=32)
    begun = time.process_time()
    script = write_description(
        film.path, film.folder, subtitles=film.subtitles, options=DescribeOptions(captioner=captioner)
    )
    seconds = time.process_time() - begun - sum(counted.seconds)
    cost = Cost(0, counted.n_requests(), counted.n_pictures(), counted.n_twice(), seconds)
    said = []
    for cue in script.spoken():
        times = [item.time for item in cue.evidence]
        if cue.by == witness.name and times:
            said.append(Said(cue, Span(min(times), max(times) + _ABOUT_A_FRAME)))
    return tally(film, script, said, cost=cost, is_silenced=False)


def considered(film: WitnessedFilm, witness: Witness) -> Iterator[tuple[float, bool]]:
    """Yield for each sentence that was checked how probable it was found, and whether it is true."""
    narrated(film, witness)
    for moment in read_narration(film.folder):
        for one in moment.considered:
            if one.probability is not None and ", in " not in one.text:
                yield one.probability, judged(one.text, about(moment), film)


def about(moment: NarratedMoment) -> Span:
    """Return the span that a sentence of a moment is about."""
    return Span(moment.since, moment.span.end)
