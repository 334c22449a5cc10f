from .sentence_language import is_in_language as is_in_language
from .sentence_language import knows_language as knows_language
from .short_text import short_text_language as short_text_language
from .text_language import text_language as text_language
