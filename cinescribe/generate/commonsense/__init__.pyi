from .commonsense_reader import CommonsenseItem as CommonsenseItem
from .commonsense_reader import CommonsenseReader as CommonsenseReader
from .confidence import fitted_line as fitted_line
from .corpus_commonsense import corpus_commonsense as corpus_commonsense
from .corpus_commonsense import read_commonsense_checkpoint as read_commonsense_checkpoint
from .note_writer import NoteWriter as NoteWriter
from .write_commonsense import WrittenCommonsense as WrittenCommonsense
from .write_commonsense import write_commonsense as write_commonsense
