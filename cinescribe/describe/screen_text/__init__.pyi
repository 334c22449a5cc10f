from .sign_language import is_foreign as is_foreign
from .sign_language import sign_language as sign_language
from .sign_language import with_language as with_language
from .text_translation import Translation as Translation
from .text_translation import film_texts as film_texts
from .text_translation import is_spoken as is_spoken
from .text_translation import translator as translator
