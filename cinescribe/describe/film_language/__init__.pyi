from .film_language import LanguageChoice as LanguageChoice
from .film_language import chosen_language as chosen_language
from .film_language import is_english as is_english
from .spoken_settings import description_language as description_language
from .spoken_settings import spoken_settings as spoken_settings
