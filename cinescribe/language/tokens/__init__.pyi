from .parsed_sentence import Parser as Parser
from .parsed_sentence import Sentence as Sentence
from .parsed_sentence import Word as Word
from .ptb_words import ABBREVIATIONS as ABBREVIATIONS
from .ptb_words import BEFORE_NUMBERS as BEFORE_NUMBERS
from .ptb_words import MID_SENTENCE as MID_SENTENCE
from .tokenize import tokenize as tokenize
from .ud_tokens import ud_tokenizer as ud_tokenizer
from .vocabulary import (
    BLANK as BLANK,
)
from .vocabulary import (
    END as END,
)
from .vocabulary import (
    N_PEOPLE as N_PEOPLE,
)
from .vocabulary import (
    PAD as PAD,
)
from .vocabulary import (
    SPECIAL as SPECIAL,
)
from .vocabulary import (
    START as START,
)
from .vocabulary import (
    UNKNOWN as UNKNOWN,
)
from .vocabulary import (
    Tokens as Tokens,
)
from .vocabulary import (
    Vocabulary as Vocabulary,
)
from .vocabulary import (
    is_person as is_person,
)
from .vocabulary import (
    word_tokens as word_tokens,
)
from .word_pieces import WordPieces as WordPieces
from .word_pieces import read_word_pieces as read_word_pieces
