from .footage import FaceTrack as FaceTrack
from .names import PersonWords as PersonWords
from .names import Reference as Reference
from .names import references as references
from .observer import Observer as Observer
from .wording import Sentences as Sentences
from .wording import side_at as side_at
