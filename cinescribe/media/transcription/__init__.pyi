from .faster_whisper import FasterWhisper as FasterWhisper
from .pocketsphinx_transcriber import PocketsphinxTranscriber as PocketsphinxTranscriber
from .transcriber import RATE_HZ as RATE_HZ
from .transcriber import HeardWord as HeardWord
from .transcriber import Transcriber as Transcriber
from .transcriber import Transcription as Transcription
