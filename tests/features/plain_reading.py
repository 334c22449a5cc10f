"""Clip sets read the plain way, row by row and anew each time: what the reader must give."""

import numpy as np

from cinescribe.features.clip_sets.set_faces import set_faces


def plain_clip(clip, film, sizes):
    """Frames of a clip, the part of it each lies in, and the averages of its parts."""
    span, parts = clip.span, sizes.n_segments
    seen = film.clip.within(span)
    periods = np.rint((seen.times - seen.times[0]) * sizes.frame_rate_hz)
    kept = [n for n in range(len(periods)) if n == 0 or periods[n] > periods[n - 1]][: sizes.n_frames]
    done = film.actions.within(span)
    averages = []
    for part in range(parts):
        mine = [n for n, time in enumerate(done.times) if _part(time, span, parts) == part]
        middle = span.start + (part + 0.5) * span.duration / parts
        mine = mine or [int(np.abs(done.times - middle).argmin())]
        averages.append(np.mean(done.rows[mine], axis=0, dtype=np.float64))
    return seen.rows[kept], [_part(seen.times[n], span, parts) for n in kept], np.array(averages, np.float32)


def plain_faces(clips, film, sizes, face_tokens):
    """The face tokens of a set."""
    return face_tokens(set_faces(film.faces, [clip.span for clip in clips], sizes=sizes), sizes)


def plain_words(clip_set, tokens):
    """The tokens of a set's captions, from start to end."""
    words = [tokens.start]
    for clip in clip_set.clips:
        words += [*tokens.encode(clip.text), tokens.separator]
    return [*words[:-1], tokens.end]


def _part(time, span, n):
    return min(max(int((time - span.start) / max(span.duration, 1e-9) * n), 0), n - 1)
