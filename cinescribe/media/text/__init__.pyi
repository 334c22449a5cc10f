from .script_recogniser import ScriptReaders as ScriptReaders
from .script_recogniser import script_readers as script_readers
from .text_finder import TextFinder as TextFinder
from .text_finder import screen_texts as screen_texts
from .text_similarity import similarity as similarity
