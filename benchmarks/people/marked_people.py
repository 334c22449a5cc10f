"""Who is seen when and where in real films, marked by hand on contact sheets."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.schema import Face
from cinescribe.timing import Seconds, Span


@dataclass(frozen=True)
class Mark:
    """Somebody who is seen in a part of the picture during a part of a film.

    Args:
        who: the person.
        start: second.
        end: second, not included.
        left: of the part of the picture in which the middle of the face is, as a fraction of its width.
        right: of the same, not included.
    """

    who: str
    start: Seconds
    end: Seconds
    left: float = 0.0
    right: float = 1.0

    def has(self, face: Face) -> bool:
        """Return whether a face is this person's."""
        middle = (face.box[0] + face.box[2]) / 2
        return Span(self.start, self.end).has(face.time) and self.left <= middle < self.right


@dataclass(frozen=True)
class Marked:
    """A film and everybody in it whose face can be seen.

    Args:
        path: relative to the folder of films.
        marks: who is seen; of two that hold, the first counts. Faces outside them all show nobody.
    """

    path: str
    marks: tuple[Mark, ...] = ()

    def who(self, face: Face) -> str:
        """Return the person of a face."""
        return next((mark.who for mark in self.marks if mark.has(face)), f"nobody at {face.time}")


FILM_END = 1e4
# In ../shared/data/video; reel as in its truth_people.json. Their tracks set constants of tracks and people.
TUNED = (
    Marked(
        "intel_people/reel.mp4",
        (
            Mark("woman with long dark hair", 0, 1.92),
            Mark("man in a blue T-shirt", 1.92, 7.12),
            Mark("woman in a white dress", 7.12, 10, 0, 0.5),
            Mark("man in a patterned shirt", 7.12, 10, 0.5),
            Mark("woman with long dark hair", 10, 13.44, 0, 0.33),
            Mark("bald man with a beard", 10, 13.44, 0.33, 0.64),
            Mark("blonde woman with glasses", 10, 13.44, 0.64),
            Mark("woman with long dark hair", 13.44, 18.08, 0, 0.5),
            Mark("man in a blue T-shirt", 13.44, 18.08, 0.5),
        ),
    ),
    Marked("friday/friday.mp4", (Mark("seated woman", 0, 6.2, 0, 0.55), Mark("woman with a hat", 0, 6.2, 0.55))),
    Marked("w3c_perspective/perspective-video.mp4", (Mark("man", 5, 14.92), Mark("woman", 14.92, 16.6))),
    Marked("nasa/nasa_13013.mp4"),
    Marked("sam2/01_dog.mp4", (Mark("woman", 0, 10),)),
    Marked("sam2/02_cups.mp4"),
    Marked("sam2/05_default_juggle.mp4", (Mark("man", 0, 11),)),
    Marked("mdn_flower/flower.mp4"),
    Marked("intel/one-by-one-person-detection.mp4"),
)
# Films that set nothing, in a folder of their own that is not part of the project (`--held`).
UNTOUCHED = (
    Marked(
        "hamilton_short.mp4",
        (
            Mark("pianist", 0, 2.5),
            Mark("rapper", 2.5, 7.95),
            Mark("boy behind", 7.95, 10.1, 0, 0.2),
            Mark("older woman", 7.95, 10.1, 0.2, 0.42),
            Mark("man with his hand at his chin", 7.95, 10.1, 0.42, 0.6),
            Mark("woman with an earring", 7.95, 10.1, 0.6),
        ),
    ),
    Marked("tears_of_steel_battle.webm", (Mark("soldier", 0, 12), Mark("youth", 12, 45), Mark("soldier", 45, 60))),
    Marked("carphone.mp4", (Mark("man", 0, 5),)),
    Marked("mma_demo.mp4", (Mark("one", 0, 11),)),
    Marked("asl_sister.mkv", (Mark("man", 0, 3),)),
    Marked("psd_rotate.mp4", (Mark("woman", 0, 11),)),
    Marked("bikes.mp4", (Mark("man", 0, 10),)),
    Marked("pancake.mkv", (Mark("woman", 0, 11),)),
    Marked("chaplin.mp4", (Mark("one", 0, 5),)),
    Marked("cockatoo.mp4"),
    Marked("intel_bottle.mp4"),
    Marked("echo_hereweare.webm"),
    Marked("bug_video.mp4"),
    Marked(
        "transnet_test.mp4",
        (
            Mark("dancer", 9.5, 11),
            Mark("barman", 52, 56.5),
            Mark("barman", 78, 79.5),
            Mark("dancer", 172.2, 175.7),
            Mark("barman", 183, 184),
            Mark("singer", 0, FILM_END),
        ),
    ),
)
