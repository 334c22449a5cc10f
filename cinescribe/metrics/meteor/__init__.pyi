from .meteor import meteor as meteor
from .paraphrases import Paraphrases as Paraphrases
from .paraphrases import read_paraphrases as read_paraphrases
from .upper_bound import best_sentences as best_sentences
from .word_knowledge import word_stems as word_stems
