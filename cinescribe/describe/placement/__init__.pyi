from .film_placement import film_placement as film_placement
from .film_placement import scene_spans as scene_spans
from .free_gaps import gaps_around as gaps_around
from .outcome import cues_with_waiting as cues_with_waiting
from .outcome import log_outcome as log_outcome
from .outcome import silence_line as silence_line
from .placement import place as place
from .wordings import sentences as sentences
