"""A plain reader of clip sets, one vector at a time and without a cache, as the reference of `SetReader`."""

import numpy as np

from cinescribe.features.clip_sets.film_people import people_of_features
from cinescribe.features.clip_sets.set_faces import set_faces


def plain_clip(clip, film, sizes):
    """Return the frames of a clip, the segment of each, and the average actions of each segment."""
    span, parts = clip.span, sizes.n_segments
    frames = film.clip.within(span)
    periods = np.rint((frames.times - frames.times[0]) * sizes.frame_rate_hz)
    kept = [n for n in range(len(periods)) if n == 0 or periods[n] > periods[n - 1]][: sizes.n_frames]
    actions = film.actions.within(span)
    averages = []
    for part in range(parts):
        inside = [n for n, time in enumerate(actions.times) if _part(time, span, parts) == part]
        middle = span.start + (part + 0.5) * span.duration / parts
        inside = inside or [int(np.abs(actions.times - middle).argmin())]
        averages.append(np.mean(actions.rows[inside], axis=0, dtype=np.float64))
    return frames.rows[kept], [_part(frames.times[n], span, parts) for n in kept], np.array(averages, np.float32)


def plain_faces(clips, film, sizes, face_tokens):
    """Return the face tokens of a set."""
    return face_tokens(set_faces(people_of_features(film), [clip.span for clip in clips], sizes=sizes), sizes)


def plain_words(clip_set, tokens):
    """Return the tokens of a set's captions, from start to end."""
    words = [tokens.start]
    for clip in clip_set.clips:
        words += [*tokens.encode(clip.text), tokens.separator]
    return [*words[:-1], tokens.end]


def _part(time, span, n):
    return min(max(int((time - span.start) / max(span.duration, 1e-9) * n), 0), n - 1)
