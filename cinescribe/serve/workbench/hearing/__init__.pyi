from .film_copies import FilmCopies as FilmCopies
from .sounds import Sounds as Sounds
