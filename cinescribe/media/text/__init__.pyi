from .text_finder import TextFinder as TextFinder
from .text_finder import screen_texts as screen_texts
from .text_similarity import similarity as similarity
