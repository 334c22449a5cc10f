from .commonsense_notes import with_notes as with_notes
from .film_narration import FilmFacts as FilmFacts
from .film_narration import narrate_film as narrate_film
from .film_narration import with_cues as with_cues
from .narrator import Narrator as Narrator
from .narrator import narrator_of as narrator_of
