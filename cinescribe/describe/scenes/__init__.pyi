from .clothes_evidence import clothes as clothes
from .film_scenes import film_scenes as film_scenes
from .person_words import CaptionedFilm as CaptionedFilm
from .person_words import off_screen as off_screen
from .person_words import with_pointed_people as with_pointed_people
from .scene_people import analysed_people as analysed_people
from .scene_people import with_wide_shots as with_wide_shots
