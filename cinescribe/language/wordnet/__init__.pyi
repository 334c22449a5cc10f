from .nouns import is_noun as is_noun
from .nouns import text_nouns as text_nouns
from .senses import senses as senses
from .verbs import Verb as Verb
from .verbs import verbs as verbs
from .wordnet import Pos as Pos
from .wordnet import part_of as part_of
from .wordnet import wordnet as wordnet
