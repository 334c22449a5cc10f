from .explain_words import explain_words as explain_words
from .explain_words import read_regions as read_regions
from .explain_words import refuse_overwriting as refuse_overwriting
from .word_evidence import EVIDENCE_VERSION as EVIDENCE_VERSION
from .word_evidence import word_evidence as word_evidence
from .word_page import write_word_page as write_word_page
