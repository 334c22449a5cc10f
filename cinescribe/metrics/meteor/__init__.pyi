from .meteor import meteor as meteor
from .paraphrases import Paraphrases as Paraphrases
from .paraphrases import read_paraphrases as read_paraphrases
from .word_knowledge import stems as stems
