from .action_sentences import script_sentences as script_sentences
from .align_script import AlignedLine as AlignedLine
from .align_script import align_script as align_script
from .align_script import match_script as match_script
from .word_alignment import matched_words as matched_words
