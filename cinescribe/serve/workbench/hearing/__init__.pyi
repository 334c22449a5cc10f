from .film_copies import FilmCopies as FilmCopies
from .sounds import Sounds as Sounds
from .takes import take_routes as take_routes
from .voice_page import voice_routes as voice_routes
