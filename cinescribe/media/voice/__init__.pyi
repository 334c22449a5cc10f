from .espeak import EspeakVoice as EspeakVoice
from .voice import Spoken as Spoken
from .voice import Voice as Voice
