"""The records that all packages share: frozen dataclasses with `to_dict` and `from_dict`.

Times are `Seconds` in half-open spans. Boxes are `(x0, y0, x1, y1)` as fractions of the picture, origin top left.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Literal, TypeAlias, get_args

from cinescribe.errors import RecordError, brief
from cinescribe.record import Record
from cinescribe.timing import Seconds, Span, check_duration

Box: TypeAlias = tuple[float, float, float, float]
StreamKind: TypeAlias = Literal["video", "audio", "subtitle"]
Transition: TypeAlias = Literal["cut", "dissolve", "fade"]
SpeechSource: TypeAlias = Literal["subtitles", "vad", "transcriber"]
CueStatus: TypeAlias = Literal["spoken", "dropped", "extended"]
TextKind: TypeAlias = Literal["title", "sign", "credits", "subtitle", "watermark"]
# What a container marks a stream as, by FFmpeg's names; other marks are left out.
StreamFlag: TypeAlias = Literal[
    "default", "dub", "original", "comment", "lyrics", "karaoke", "forced",
    "hearing_impaired", "visual_impaired", "clean_effects", "captions", "descriptions",
]  # fmt: skip
FLAGS: tuple[StreamFlag, ...] = get_args(StreamFlag)
ASIDE: frozenset[StreamFlag] = frozenset(
    {"comment", "lyrics", "karaoke", "visual_impaired", "clean_effects", "descriptions"}
)  # of streams that are not the film's own sound or dialogue
ASPECTS = ("intention", "effect", "attribute")  # of what is implied about a person (Video2Commonsense)
MAX_RATE = 100.0  # of a voice, beside its normal speed: far beyond what any voice can do, so that sums stay finite


@dataclass(frozen=True)
class Stream(Record):
    """One stream of a container.

    Args:
        index, kind: its number in the container, and what it carries.
        codec, language, title: the codec's short name; ISO 639 tag and title as the container gives them.
        width, height: picture size in pixels as shown, rotation applied.
        rate_hz: frames or samples per second (mean, for variable frame rates).
        rotation: clockwise degrees by which decoded pictures must be turned: 0, 90, 180 or 270.
        n_channels, duration: sound channels; length in seconds, where the container states it.
        flags: what the container marks it as, or its title says that it is.
    """

    index: int
    kind: StreamKind
    codec: str
    language: str | None = None
    width: int | None = None
    height: int | None = None
    rate_hz: float | None = None
    rotation: int | None = None
    n_channels: int | None = None
    duration: Seconds | None = None
    flags: tuple[StreamFlag, ...] = ()
    title: str | None = None


@dataclass(frozen=True)
class Film(Record):
    """A film file and its streams. Times count from the film's start, whatever its first time stamp is.

    Args:
        path: the file.
        duration: seconds from the first to the end of the last picture or sound.
        streams: every stream, in the container's order.
        digest: SHA-256 of the file, where it was computed; no other film has it.
        audio, subtitle: index of the sound stream and of the subtitle stream that somebody chose; None: by their flags.

    Raises:
        RecordError: when the duration is none of a film.
    """

    path: str
    duration: Seconds
    streams: tuple[Stream, ...] = ()
    digest: str | None = None
    audio: int | None = None
    subtitle: int | None = None

    def __post_init__(self) -> None:
        check_duration(self.duration, "a film's duration")

    def of_kind(self, kind: StreamKind) -> tuple[Stream, ...]:
        """The streams of a kind, in the container's order."""
        return tuple(stream for stream in self.streams if stream.kind == kind)

    def track(self, kind: StreamKind) -> Stream | None:
        """The stream of a kind that is used, or None if there is none of it.

        It is the chosen one; else the first that the container marks as default; else the first. Comments, descriptions
        and other streams `ASIDE` of the film's own come last.
        """
        chosen = {"audio": self.audio, "subtitle": self.subtitle}.get(kind)
        return min(
            self.of_kind(kind), default=None,
            key=lambda stream: (
                stream.index != chosen, bool(ASIDE & {*stream.flags}), "default" not in stream.flags, stream.index
            ),
        )  # fmt: skip


@dataclass(frozen=True)
class Shot(Record):
    """One take of the camera.

    Args:
        span: from the middle of the transition that opens it to the middle of the one that closes it.
        transition: how it opens; the film's first shot opens with a cut.
        blend: the stretch in which two pictures, or a picture and black, are mixed as the shot opens; None for a cut.
    """

    span: Span
    transition: Transition = "cut"
    blend: Span | None = None


@dataclass(frozen=True)
class Speech(Record):
    """Somebody speaks.

    Args:
        span: when.
        source: subtitles, the voice detector or a transcriber.
        text: the words, where subtitles or a transcriber give them.
    """

    span: Span
    source: SpeechSource
    text: str | None = None


@dataclass(frozen=True)
class Gap(Record):
    """A pause in the speech that a description may use."""

    span: Span


@dataclass(frozen=True)
class Face(Record):
    """A face in one picture.

    Args:
        time, box: second of the picture; where, as fractions of the picture.
        score, row: the detector's confidence; its row in the film's array of face embeddings.
        track: number of the run of faces, within a shot, it belongs to; None before tracking.
        person: id of the person it shows; None when nobody is known.
        facing: of the nose from the eyes' middle, in eye distances: 0 to the camera, above 0 right; None if unknown.
        clothes: colour of the clothes under it: a basic colour term, `dark` or `light`; None when none is certain.
        certainty: probability that its track shows that person; None without a person.
    """

    time: Seconds
    box: Box
    score: float
    row: int
    track: int | None = None
    person: str | None = None
    facing: float | None = None
    clothes: str | None = None
    certainty: float | None = None


@dataclass(frozen=True)
class Person(Record):
    """Somebody who stays the same through the film.

    Args:
        id, label: stable key, `p1` on; what to call them while they have no name: `P1` on, by first appearance.
        name, portrait: the name, if one was given; relative path of a picture of the face.
        introduced: where the audience has met them before, such as an earlier episode; None: here.
    """

    id: str
    label: str
    name: str | None = None
    portrait: str | None = None
    introduced: str | None = None

    @property
    def called(self) -> str:
        """The name if there is one, else the label."""
        return self.name or self.label


@dataclass(frozen=True)
class Clip(Record):
    """A stretch of a film that one caption is about.

    Args:
        id: unique in its corpus.
        film, span: id or path of the film; when.
        text: its reference caption, with people as `P1` on, where one is known.
        people, paraphrases: ids of the people in it, where known; further reference captions, with the same people.
    """

    id: str
    film: str
    span: Span
    text: str | None = None
    people: tuple[str, ...] = ()
    paraphrases: tuple[str, ...] = ()


@dataclass(frozen=True)
class ClipSet(Record):
    """N consecutive clips that are captioned together (LSMDC: videoset)."""

    clips: tuple[Clip, ...]


@dataclass(frozen=True)
class Evidence(Record):
    """A measurement that supports a sentence.

    Args:
        time: second of the picture, or of the start of the sound.
        what: the measurement in words, e.g. `face of P1, 0.31 of the picture's height`.
        box: where in the picture, if in one place.
        score: confidence of the measurement, 0 to 1; for one word, its share of the attribution.
        word: the word of the sentence that it supports; None for the whole sentence.
    """

    time: Seconds
    what: str
    box: Box | None = None
    score: float | None = None
    word: str | None = None


@dataclass(frozen=True)
class Caption(Record):
    """A caption of a clip, by a person or a captioner.

    Args:
        clip, text: the clip's id; whole sentences, the most important first; people as labels or names.
        people: ids of the people the text is about.
        score, by: log-probability or another confidence, where there is one; who wrote it, e.g. `observer`.
        shorter: the same caption said in fewer words, longest first.
        evidence: what supports the text.
        span: what it describes, if that is not the whole clip.
        until: for each wording, when it must have been said, since the picture then contradicts it; () if it does not.
        notes: what was measured in the clip and is never spoken: light, camera and sound.
        why, effect, trait: what the seen implies (intention, effect, attribute); never spoken.
    """

    clip: str
    text: str
    people: tuple[str, ...] = ()
    score: float | None = None
    by: str | None = None
    shorter: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    span: Span | None = None
    until: tuple[Seconds, ...] = ()
    notes: tuple[str, ...] = ()
    why: str | None = None
    effect: str | None = None
    trait: str | None = None


@dataclass(frozen=True)
class Silenced(Record):
    """A rule of the lint whose remarks about a cue a person has silenced, and why, in the person's words."""

    rule: str
    reason: str


@dataclass(frozen=True)
class Cue(Record):
    """One piece of the audio description.

    Args:
        span: when the voice speaks, on the film's clock; an extended cue holds the film at `span.end` for `pause`.
        text: what it says.
        people: ids of the people it is about.
        why, effect, trait, figure: what the seen implies (intention, effect, attribute) and means (metaphor), unspoken.
        evidence: what supports the text.
        status: spoken in a gap, dropped for lack of room, or extended.
        by, rate: who wrote it; speed of the voice, 1 is normal.
        pause: seconds that the film waits at `span.end`; above 0 for an extended cue only.
        reason: why it was dropped, shortened or extended, in words.
        id: stable within the script, also in every export; a `Script` gives one to a cue that has none.
        notes: what was measured around it and is never spoken: light, camera and sound.
        shorter: the same said in fewer words, longest first, as its captioner offered.
        hand_made: whether a person wrote or changed it; describing the film again leaves it as it is.
        comment: what describers note for each other; never spoken.
        recording: the WAV file that is heard in place of the voice, relative to the description's folder.
        could_wait: whether a dropped cue would be heard if the film waited for it.
        accepted: whether a person let it stand as it is; describing the film again leaves it too.
        silenced: remarks of the lint that a person has silenced.

    Raises:
        RecordError: when the pause or the rate is out of range.
    """

    span: Span
    text: str
    people: tuple[str, ...] = ()
    why: str | None = None
    effect: str | None = None
    trait: str | None = None
    figure: str | None = None
    evidence: tuple[Evidence, ...] = ()
    status: CueStatus = "spoken"
    by: str | None = None
    rate: float = 1.0
    pause: Seconds = 0.0
    reason: str | None = None
    id: str = ""
    notes: tuple[str, ...] = ()
    shorter: tuple[str, ...] = ()
    hand_made: bool = False
    comment: str | None = None
    recording: str | None = None
    could_wait: bool = False
    accepted: bool = False
    silenced: tuple[Silenced, ...] = ()

    def __post_init__(self) -> None:
        check_duration(self.pause, "a cue's pause")
        if not 1 / MAX_RATE <= self.rate <= MAX_RATE:
            raise RecordError(f"a cue's rate is {brief(self.rate)}; expected {1 / MAX_RATE:g} to {MAX_RATE:g}")

    @property
    def is_seen(self) -> bool:
        """Whether a person has accepted, changed or written it."""
        return self.accepted or self.hand_made


@dataclass(frozen=True)
class ScreenText(Record):
    """Text that can be read in the picture.

    Args:
        span: from its first to its last visible picture.
        text: its lines from top to bottom; blocks that differ in size or stand apart are separated by ` / `.
        box: where, the hull of all its lines; for rolling credits the hull of their way.
        score: mean confidence of its letters, 0 to 1.
        kind: a title card, the credits, a burned-in subtitle, a watermark, or anything else: signs, letters, captions.
        language, translation: BCP 47 tag of the text; the text in the description's language, where it is in another.
    """

    span: Span
    text: str
    box: Box
    score: float
    kind: TextKind = "sign"
    language: str | None = None
    translation: str | None = None


@dataclass(frozen=True)
class Script(Record):
    """A film's audio description: people, shots, speech, gaps, the cues that are spoken in them, and on-screen texts.

    Dropped cues stay in `cues`, so that nothing disappears silently. Cues without an id are called `c1`, `c2`, ...

    Raises:
        RecordError: when two cues have the same id.
    """

    film: Film
    people: tuple[Person, ...] = ()
    shots: tuple[Shot, ...] = ()
    speech: tuple[Speech, ...] = ()
    gaps: tuple[Gap, ...] = ()
    cues: tuple[Cue, ...] = ()
    texts: tuple[ScreenText, ...] = ()
    language: str = "en"
    version: int = field(default=1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cues", _with_ids(self.cues))

    def spoken(self) -> tuple[Cue, ...]:
        """The cues that are heard, in order: spoken and extended ones."""
        return tuple(cue for cue in self.cues if cue.status != "dropped")


def _with_ids(cues: tuple[Cue, ...]) -> tuple[Cue, ...]:
    given = [cue.id for cue in cues if cue.id]
    if len({*given}) < len(given):
        twice = sorted(name for name, n in Counter(given).items() if n > 1)
        raise RecordError(f"two cues have the id {twice[0]!r}; give each cue an id of its own")
    if len(given) == len(cues):
        return cues
    taken, named = set(given), list[Cue]()
    for number, cue in enumerate(cues, 1):
        free = (name for name in chain([f"c{number}"], (f"c{number}-{n}" for n in count(2))) if name not in taken)
        named.append(cue if cue.id else cue.replace(id=next(free)))
        taken.add(named[-1].id)
    return tuple(named)
