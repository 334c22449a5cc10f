from .footage import FaceTrack as FaceTrack
from .names import references as references
from .observer import Observer as Observer
from .wording import listed as listed
from .wording import place as place
