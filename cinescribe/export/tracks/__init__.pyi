from .csv import write_csv as write_csv
from .cue_time_limits import free_until as free_until
from .cue_times import (
    NOTES as NOTES,
)
from .cue_times import (
    TimedCue as TimedCue,
)
from .cue_times import (
    clock_from_ms as clock_from_ms,
)
from .cue_times import (
    inward_milliseconds as inward_milliseconds,
)
from .cue_times import (
    timed_cues as timed_cues,
)
from .cue_times import (
    writable as writable,
)
from .srt import write_srt as write_srt
from .vtt import cue_block as cue_block
from .vtt import write_vtt as write_vtt
