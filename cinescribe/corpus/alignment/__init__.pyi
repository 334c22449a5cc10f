from .action_sentences import script_sentences as script_sentences
from .script_align import AlignedLine as AlignedLine
from .script_align import align_script as align_script
from .script_align import match_script as match_script
from .word_alignment import matched_words as matched_words
