from .envelope import WindowMatches as WindowMatches
from .envelope import envelope as envelope
from .envelope import match_windows as match_windows
from .levels import SoundLevels as SoundLevels
from .levels import SoundMeter as SoundMeter
from .mix import (
    ABOVE_BED as ABOVE_BED,
)
from .mix import (
    CEILING_DB as CEILING_DB,
)
from .mix import (
    DescribedMix as DescribedMix,
)
from .mix import (
    Narration as Narration,
)
from .mix import (
    describe_mix as describe_mix,
)
from .mix import (
    narration as narration,
)
from .mono import MonoTrack as MonoTrack
from .mono import mono_track as mono_track
from .retimed_track import Reader as Reader
from .retimed_track import retimed as retimed
from .sound_blocks import BlockBuffer as BlockBuffer
from .soundtrack import (
    Pause as Pause,
)
from .soundtrack import (
    Soundtrack as Soundtrack,
)
from .soundtrack import (
    film_soundtrack as film_soundtrack,
)
from .soundtrack import (
    with_pauses as with_pauses,
)
from .write import write_described as write_described
from .write import write_wav as write_wav
