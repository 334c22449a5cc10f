from .film_placement import film_placement as film_placement
from .film_placement import scene_spans as scene_spans
from .free_gaps import gaps_around as gaps_around
from .placement import place as place
from .reasons import COULD_WAIT as COULD_WAIT
from .wordings import sentences as sentences
