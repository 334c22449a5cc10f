"""Sound excerpts of a described folder, a few seconds each, for its editor."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from cinescribe.export.cue_room import part_around
from cinescribe.export.excerpts.described_part import HeardPart, described_sound, heard_part
from cinescribe.export.excerpts.film_levels import FilmLevels
from cinescribe.export.excerpts.film_source import FilmLocator
from cinescribe.export.fit import cue_fit
from cinescribe.export.folder_voices import FolderVoices
from cinescribe.export.settings import read_settings
from cinescribe.media.sound.ducking import SpokenCue
from cinescribe.media.sound.mix import DESCRIPTION_LUFS
from cinescribe.media.sound.mix_excerpt import WholeMix, mix_excerpt
from cinescribe.media.sound.soundtrack import Soundtrack, film_part, silent_track
from cinescribe.media.voice.voice import Spoken
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Seconds, Span

FURTHEST: Seconds = 10.0  # before or after a cue: more would be decoded than is listened to
_LONGEST: Seconds = 120.0  # of the film only
_AROUND: Seconds = 1.0  # further cues whose ducking reaches into a stretch


class FilmExcerpts:
    """Parts of the sound of a described film; several threads may ask.

    A cue is heard as an export has it: faster where it does not fit otherwise. The cue that is asked for is heard even
    where an export would leave it out, over what follows.

    Args:
        folder: of the description.
        voices: speak the cues.
    """

    def __init__(self, folder: Path, voices: FolderVoices) -> None:
        self._folder, self._voices = folder, voices
        self.source, self._levels = FilmLocator(folder), FilmLevels(folder)

    def cue(self, script: Script, cue: Cue, *, before: Seconds = 2.0, after: Seconds = 2.0) -> Soundtrack:
        """Return a cue in the described film, with so many seconds around it.

        Args:
            script: the description as it is now.
            cue: of the script; a dropped one is heard as if it were spoken.
            before: seconds, at most `FURTHEST`.
            after: likewise.

        Raises:
            FilmError: when the film is gone, has changed, or cannot be read.
            RecordError: when the folder's settings are malformed.
            VoiceError: when the voice cannot speak, or a recording cannot be read.
        """
        before, after = _limited(before), _limited(after)
        part, span = self._heard(script, cue, max(before, after))
        return self._sound(script, part, Span(span.start - before, span.end + after))

    def start_of(self, script: Script, cue: Cue, *, around: Seconds = 0.5) -> Soundtrack:
        """Return the described film around the moment at which a cue begins.

        Args, Raises: as `cue`.
        """
        part, span = self._heard(script, cue, _limited(around))
        return self._sound(script, part, Span(span.start, span.start).padded(_limited(around)))

    def end_of(self, script: Script, cue: Cue, *, around: Seconds = 0.5) -> Soundtrack:
        """Return the described film around the moment at which a cue ends.

        Args, Raises: as `cue`.
        """
        part, span = self._heard(script, cue, _limited(around))
        return self._sound(script, part, Span(span.end, span.end).padded(_limited(around)))

    def voice(self, script: Script, cue: Cue) -> Soundtrack:
        """Return a cue without the film, as loud as in it.

        Raises:
            RecordError, VoiceError: as `cue`.
        """
        spoken = self._say(self._rated(script, cue, cue.id))
        is_there = self.source.problem(script) is None
        whole = self._whole(script, self.source.film(script)) if is_there else WholeMix(DESCRIPTION_LUFS)
        return mix_excerpt(silent_track(spoken.duration), [SpokenCue(0.0, spoken)], whole)

    def film(self, script: Script, span: Span) -> Soundtrack:
        """Return the film without its description.

        Args:
            script: the description.
            span: of the film; at most `_LONGEST` of it is returned.

        Raises:
            FilmError: as `cue`.
        """
        film = self.source.film(script)
        inside = Span(span.start, min(span.end, span.start + _LONGEST)).within(Span(0.0, film.duration))
        return film_part(film, inside or Span(0.0, 0.0))

    def measure(self, script: Script) -> None:
        """Compare the film with the one that was described, and measure its loudness: levels are exact afterwards.

        It takes some seconds for each hour of film; until then levels are those of a few stretches.

        Raises:
            FilmError: as `cue`.
        """
        film = self.source.film(script)
        self._whole(script, film)  # of a few stretches, for what is asked for meanwhile
        self.source.check(script)
        self._levels.measure(film)

    def _heard(self, script: Script, cue: Cue, reach: Seconds) -> tuple[HeardPart, Span]:
        """The cues around one as they are heard, and when that one is."""
        if cue.status == "dropped":
            cue = cue.replace(status="spoken")
            script = script.replace(cues=tuple(cue if one.id == cue.id else one for one in script.cues))
        takes = self._voices.takes(cue, self._folder)
        near = Span(cue.span.start, max(cue.span.end, cue.span.start + takes)).padded(reach + _AROUND)
        around = part_around(script, near)
        names = {one.id for one in around.cues}
        earlier = [one for one in script.cues if one.id not in names and one.span.end < near.start]
        part = heard_part(
            around.replace(
                cues=tuple(self._rated(script, one, cue.id) if _meets(one, near) else one for one in around.cues)
            ),
            near,
            say=self._say,
            waited=sum(one.pause for one in earlier if one.status == "extended"),
        )
        span = part.span_of(cue.id)
        assert span is not None
        return part, span

    def _rated(self, script: Script, cue: Cue, asked: str) -> Cue:
        """A cue at the rate at which an export has it; without room it is heard only if it is the one asked for."""
        rate = cue_fit(script, cue, self._voices.seconds(self._folder), self._folder).rate
        if rate is not None:
            return cue.replace(rate=rate)
        return cue if cue.id == asked else cue.replace(status="dropped", pause=0.0)

    def _say(self, cue: Cue) -> Spoken:
        return self._voices.heard(cue, self._folder)

    def _sound(self, script: Script, part: HeardPart, span: Span) -> Soundtrack:
        film = self.source.film(script)
        mix, whole = read_settings(self._folder).mix, self._whole(script, film)
        return described_sound(part, span, film=partial(film_part, film), whole=whole, levels=mix)

    def _whole(self, script: Script, film: Film) -> WholeMix:
        return self._levels.whole(script, film, read_settings(self._folder).mix)


def _limited(seconds: Seconds) -> Seconds:
    return min(max(seconds, 0.0), FURTHEST)


def _meets(cue: Cue, span: Span) -> bool:
    return cue.span.start <= span.end and cue.span.end >= span.start
