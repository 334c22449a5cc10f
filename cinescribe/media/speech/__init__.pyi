from .asr import RATE_HZ as RATE_HZ
from .asr import Asr as Asr
from .asr import RecognisedWord as RecognisedWord
from .gaps import SHORTEST as SHORTEST
from .gaps import film_gaps as film_gaps
from .gaps import gaps as gaps
from .pocketsphinx_asr import PocketsphinxAsr as PocketsphinxAsr
from .speech import VoiceDetector as VoiceDetector
from .speech import film_speech as film_speech
from .speech import merge_speech as merge_speech
from .srt import srt_block as srt_block
from .subtitles import (
    embedded_subtitles as embedded_subtitles,
)
from .subtitles import (
    read_subtitles as read_subtitles,
)
from .subtitles import (
    read_timed_text as read_timed_text,
)
from .whisper_asr import WhisperAsr as WhisperAsr
