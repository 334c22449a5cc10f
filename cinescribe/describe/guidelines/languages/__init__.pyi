from .file_language import file_language as file_language
from .language_words import WORD_LANGUAGES as WORD_LANGUAGES
from .language_words import LanguageWords as LanguageWords
from .language_words import WordList as WordList
from .language_words import language_words as language_words
from .speaking_rates import SpeakingRate as SpeakingRate
from .speaking_rates import speaking_rate as speaking_rate
