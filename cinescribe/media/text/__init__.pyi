from .text_finder import TextFinder as TextFinder
from .text_finder import screen_texts as screen_texts
