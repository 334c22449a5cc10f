"""Notes about what is never spoken: transitions and black, camera, light, stillness, sound.

A listener hears the sound, and a description has no words for the camera (ITC Guidance 2000, section 3; DCMP). The
notes go to the log and to the cues, for people who edit the description.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cinescribe.models.observer.footage import Footage, spans_where
from cinescribe.models.observer.remarks import Note
from cinescribe.timing import Seconds, Span

_BLACK = 0.02  # maximum brightness of a black frame
_UNLIT = 0.06  # minimum brightness of a frame that a fade starts or ends with
_BLACK_FOR: Seconds = 0.8  # minimum length of black
_FADE: Seconds = 2.0  # before and after black, in which a fade is detected
_DARK, _BRIGHT = 0.10, 0.72  # median brightness of a shot: below and above
_BLUISH = -0.03  # warmth of a dark shot that looks blue
_CHANGE = 0.22  # of brightness, from shot to shot or within one: minimum for a note
_CHANGES_WITHIN: Seconds = 3.0  # for a change of light within a shot
_LIT_FOR: Seconds = 2.0  # shorter shots have no note about light
_SPEED = 0.06  # frame widths per second: slower movement is a shaking camera
_PAN = 0.25  # of the frame's width or height: minimum for a note about the camera
_PAN_FOR: Seconds = 0.6  # shorter movements are no pans
_ZOOM_SPEED = 0.04  # relative growth per second
_ZOOM = math.log(1.25)  # of the frame, likewise
_STILL, _STILL_FOR = 0.0012, 4.0  # maximum activity, and minimum seconds, of a picture that hardly moves
_MUSIC, _MUSIC_FOR = 0.6, 3.0  # music probability, and seconds
_SILENCE_DB, _SILENCE_FOR = -60.0, 3.0  # level, and seconds

_Floats = NDArray[np.float32]


def scenery_notes(film: Footage) -> list[Note]:
    """Return all notes about picture and sound, by time."""
    out = [*_black(film), *_light(film)]
    for shot in range(len(film.shots)):
        out += [*_view(film, shot), *_camera(film, shot), *_stillness(film, shot)]
    return sorted([*out, *_sound(film)], key=lambda note: note.time)


def _black(film: Footage) -> Iterator[Note]:
    """Yield notes about black, with or without a fade."""
    times, light = film.pictures.times, film.pictures.brightness
    for span in spans_where(times, light <= _BLACK, at_least=_BLACK_FOR):
        first = film.samples(span).start
        before = light[film.samples(Span(span.start - _FADE, span.start)).start : first + 1]
        if len(before) < 2:
            continue  # black at the start of the film is noted at its end
        faded = before[0] >= _UNLIT and _jump(before) < 0.8
        words = "The picture fades to black." if faded else "The picture is black."
        what = f"brightness at most {_BLACK} for {span.duration:.1f} s"
        yield Note(span.start, words, what)


def _view(film: Footage, shot: int) -> Iterator[Note]:
    """Yield the note about the transition that opens a shot, if it is no cut."""
    this = film.shots[shot]
    if this.blend is not None:
        words = f"The picture {'dissolves' if this.transition == 'dissolve' else 'fades'} to another view."
        yield Note(this.blend.start, words, f"{this.transition} of {this.blend.duration:.1f} s")


def _light(film: Footage) -> Iterator[Note]:
    """Yield notes about dark and bright shots, if that changes, and about large changes within a shot."""
    before: float | None = None
    mentioned = ""
    for shot in range(len(film.shots)):
        clear = film.clear_span(shot)
        light = film.pictures.brightness[film.samples(clear)]
        if clear.duration < _LIT_FOR or len(light) < 3 or float(np.median(light)) <= _BLACK:
            continue
        now = float(np.median(light))
        words = _shade(now, float(np.median(film.pictures.warmth[film.samples(clear)])))
        if words and words != mentioned:
            yield _lit(clear.start, f"The picture is {words}.", now)
            before, mentioned = now, words
            continue  # one note per shot about light
        elif not words and before is not None and abs(now - before) >= _CHANGE:
            yield _lit(clear.start, f"The picture is {'brighter' if now > before else 'darker'}.", now)
        yield from _change_of_light(film, clear)
        before, mentioned = now, words


def _change_of_light(film: Footage, clear: Span) -> Iterator[Note]:
    """Yield the note about the largest change of light within a few seconds of a shot."""
    samples = film.samples(clear)
    times, light = film.pictures.times[samples], film.pictures.brightness[samples].astype(np.float64)
    if light.min() <= _BLACK:
        return  # a fade has its own note
    later = np.interp(times + _CHANGES_WITHIN, times, light)
    change = later - light
    at = int(np.abs(change).argmax())
    if abs(change[at]) >= _CHANGE:
        words = f"The picture grows {'brighter' if change[at] > 0 else 'darker'}."
        yield _lit(float(times[at]), words, float(later[at]))


def _shade(light: float, warmth: float) -> str:
    if light < _DARK:
        return "dark and bluish" if warmth <= _BLUISH else "dark"
    return "bright" if light > _BRIGHT else ""


def _lit(time: Seconds, words: str, light: float) -> Note:
    return Note(time, words, f"median brightness {light:.2f}")


def _camera(film: Footage, shot: int) -> Iterator[Note]:
    """Yield notes about pans, tilts and zooms that are steady and large enough."""
    samples = film.samples(film.clear_span(shot))
    times = film.pictures.times[samples]
    shift, zoom = film.pictures.shift[samples], film.pictures.zoom[samples]
    movements = (
        (shift[:, 0], _SPEED, _PAN, "The camera moves to the right.", "The camera moves to the left."),
        (shift[:, 1], _SPEED, _PAN, "The camera moves down.", "The camera moves up."),
        (zoom, _ZOOM_SPEED, _ZOOM, "The camera moves closer.", "The camera moves back."),
    )
    for speed, slowest, least, forth, back in movements:
        for sign, words in ((1, forth), (-1, back)):
            for span, distance in _steady(times, sign * speed, slowest):
                if distance >= least:
                    what = f"camera movement of {sign * distance:+.2f} in {span.duration:.1f} s"
                    yield Note(span.start, words, what)


def _steady(times: NDArray[np.float64], speed: _Floats, slowest: float) -> Iterator[tuple[Span, float]]:
    """Yield each time span of movement without a pause, and its distance."""
    for span in spans_where(times, np.nan_to_num(speed) >= slowest, at_least=_PAN_FOR):
        inside = (times >= span.start) & (times < span.end)
        yield span, float(np.nanmean(speed[inside])) * span.duration


def _stillness(film: Footage, shot: int) -> Iterator[Note]:
    samples = film.samples(film.clear_span(shot))
    times, light = film.pictures.times[samples], film.pictures.brightness[samples]
    still = (np.nan_to_num(film.pictures.activity[samples], nan=1.0) < _STILL) & (light > _BLACK)
    for span in spans_where(times, still, at_least=_STILL_FOR)[:1]:
        what = f"activity below {_STILL} for {span.duration:.1f} s"
        yield Note(span.start, "The picture hardly moves.", what)


def _sound(film: Footage) -> Iterator[Note]:
    """Yield notes about where music or silence begins."""
    sounds = film.sounds
    if sounds is None or (sounds.level_db <= _SILENCE_DB).all():
        start = film.shots[0].span.start if film.shots else 0.0
        what = "the file has no sound stream" if sounds is None else f"sound at most {_SILENCE_DB:.0f} dBFS throughout"
        yield Note(start, "The film has no sound.", what)
        return
    for span in spans_where(sounds.times, sounds.level_db <= _SILENCE_DB, at_least=_SILENCE_FOR):
        what = f"sound at most {_SILENCE_DB:.0f} dBFS for {span.duration:.1f} s"
        yield Note(span.start, "There is silence.", what)
    for span in spans_where(sounds.times, sounds.music >= _MUSIC, at_least=_MUSIC_FOR):
        what = f"like music for {span.duration:.1f} s"
        yield Note(span.start, "Music plays.", what)


def _jump(light: _Floats) -> float:
    """Return the largest step between neighbours, as share of the whole range: 1 for a cut, small for a fade."""
    whole = float(light.max() - light.min())
    return float(np.abs(np.diff(light)).max(initial=0.0)) / whole if whole else 0.0
