"""The captions of a film: by the captioner that was asked for or suits it, of clips cut as it wants them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.describe.analyse import Analysis
from cinescribe.describe.captioner_selection import doubts, suitable_captioner
from cinescribe.describe.captioning.batches import batches
from cinescribe.describe.captioning.clips import shot_clips
from cinescribe.describe.captioning.event_segmentation import event_clips
from cinescribe.describe.captioning.windows import captions_of, write_predictions
from cinescribe.describe.film_features import with_further
from cinescribe.describe.narration.film_narration import FilmFacts
from cinescribe.describe.run import Run
from cinescribe.describe.scenes.person_words import CaptionedFilm, with_pointed_people
from cinescribe.explain.words.word_evidence import EVIDENCE_VERSION, word_evidence
from cinescribe.generate.captioner import Captioner
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.schema import Caption, Clip, Face, Film, Person, Speech
from cinescribe.store import read_records, write_records


@dataclass(frozen=True)
class _Inputs:
    """The captioner and everything it may look at."""

    captioner: Captioner
    clips: Sequence[Clip]
    analysis: Analysis
    people: Sequence[Person]
    faces: Sequence[Face]


def captioned_film(
    run: Run, film: FilmFacts, asked: tuple[Clip, ...], *, explain: bool
) -> tuple[Sequence[Clip], list[Caption]]:
    """Return the clips that a film is cut into, and their captions, with the people whom they mean.

    Args:
        run: of the description.
        film: what is known of it.
        asked: intervals to describe in place of shots or events; their captions are written to a file as well.
        explain: whether captions get evidence for single words.

    Raises:
        FeatureError: when features of a clip are missing, or have other widths than a model's.
        FilmError: when the film cannot be read again.
        ModelError: when a model fails, or the bundled weights are damaged.
        OutputError: when the folder cannot be written.
    """
    captioner = _captioner(run, film.analysis)
    clips = asked or _clips(run.film, film.analysis, film.speech, captioner)
    analysis = _with_further(run, film.analysis, captioner)
    inputs = _Inputs(captioner, clips, analysis, film.people, film.faces)
    captions = _captions(run, inputs)
    captions = _with_word_evidence(run, inputs, captions) if explain else captions
    made = CaptionedFilm(run.film, film, captioner, clips)
    captions = with_pointed_people(captions, made, run.options, stages=run.stages, key=run.key)
    if asked:
        write_predictions(run.folder, asked, captions_of(asked, captions))
    return clips, captions


def _captioner(run: Run, analysis: Analysis) -> Captioner:
    """The requested captioner, or else the one that suits the film; the reason or a doubt is announced."""
    given = run.options.captioner
    if given is not None:
        against = doubts(given, analysis.clip)
        if against is not None:
            run.stages.note("doubted", captioner=given.name, why=against)
            run.options.announce(f"warning: {against}")
        return given.with_messages(run.messages)
    choice = suitable_captioner(analysis.clip, messages=run.messages)
    run.stages.note("chosen", captioner=choice.captioner.name, why=choice.why)
    run.options.announce(f"captions by {choice.captioner.name}: {choice.why}")
    return choice.captioner


def _with_further(run: Run, analysis: Analysis, captioner: Captioner) -> Analysis:
    """The analysis with the features that the captioner reads besides those of every film."""
    streams, progress = captioner.further_streams, run.options.progress
    return with_further(
        analysis,
        run.film,
        streams,
        stages=run.stages,
        key=run.key,
        progress=lambda time: progress("features", time / run.film.duration),
    )


def _clips(film: Film, analysis: Analysis, speech: Sequence[Speech], captioner: Captioner) -> tuple[Clip, ...]:
    """The film's clips, cut as the captioner wants them."""
    name = Path(film.path).stem
    if captioner.captions_events:
        return event_clips(name, analysis.shots, speech=speech, pictures=analysis.clip)
    return shot_clips(name, analysis.shots)


def _captions(run: Run, inputs: _Inputs) -> list[Caption]:
    def work(folder: Path) -> None:
        captions: list[Caption] = []
        for batch in batches(inputs.clips, inputs.analysis, inputs.faces, inputs.people, inputs.captioner):
            captions += inputs.captioner.caption(batch)
            run.options.progress("captions", len(captions) / len(inputs.clips))
        write_records(folder / "captions.jsonl", captions)

    key = {
        **run.key,
        "by": inputs.captioner.name,
        "messages": run.messages.digest,
        "cuts": [clip.to_dict() for clip in inputs.clips],
        "people": [person.replace(portrait=None).to_dict() for person in inputs.people],
        "owners": [face.person for face in inputs.faces],
    }
    return read_records(run.stages.run("captions", key, work) / "captions.jsonl", Caption)


def _with_word_evidence(run: Run, inputs: _Inputs, captions: list[Caption]) -> list[Caption]:
    """The captions with evidence for their words; unchanged if the captioner cannot explain itself."""
    tracer = inputs.captioner.tracer
    if tracer is None:
        return captions

    def work(folder: Path) -> None:
        explained: list[Caption] = []
        parser = shipped_parser()
        for batch in batches(inputs.clips, inputs.analysis, inputs.faces, inputs.people, inputs.captioner):
            for trace in tracer.trace(batch):
                words = word_evidence(trace, tracer.checkpoint, batch, parser=parser)
                explained.append(trace.caption.replace(evidence=(*trace.caption.evidence, *words)))
                run.options.progress("evidence", len(explained) / len(inputs.clips))
        write_records(folder / "captions.jsonl", explained)

    key = {
        "captions": [caption.to_dict() for caption in captions],
        "by": inputs.captioner.name,
        "explained": EVIDENCE_VERSION,
    }
    return read_records(run.stages.run("evidence", key, work) / "captions.jsonl", Caption)
