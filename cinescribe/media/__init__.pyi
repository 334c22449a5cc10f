from .described.residual import (
    HOP as HOP,
)
from .described.residual import (
    BandPowers as BandPowers,
)
from .described.residual import (
    Values as Values,
)
from .described.residual import (
    band_powers as band_powers,
)
from .described.residual import (
    transfer_function as transfer_function,
)
from .described.residual import (
    transfer_gain as transfer_gain,
)
from .described.residual import (
    unducked_gain as unducked_gain,
)
from .described.residual_voice import steady_gain as steady_gain
from .described.residual_voice import write_voice as write_voice
from .described.sound_alignment import (
    SoundAlignment as SoundAlignment,
)
from .described.sound_alignment import (
    aligned_film as aligned_film,
)
from .described.sound_alignment import (
    sound_alignment as sound_alignment,
)
from .film.frame_scaling import Image as Image
from .film.frame_scaling import Picture as Picture
from .film.image_files import (
    BROKEN as BROKEN,
)
from .film.image_files import (
    picture_size as picture_size,
)
from .film.image_files import (
    read_picture as read_picture,
)
from .film.image_files import (
    write_picture as write_picture,
)
from .film.probe import probe as probe
from .film.read import PictureSink as PictureSink
from .film.read import read_through as read_through
from .film.resample import Samples as Samples
from .film.resample import Sound as Sound
from .film.resample import SoundSink as SoundSink
from .shots.shots import ShotFinder as ShotFinder
from .shots.shots import shots as shots
from .sound.levels import SoundLevels as SoundLevels
from .sound.levels import SoundMeter as SoundMeter
from .sound.mix import (
    ABOVE_BED as ABOVE_BED,
)
from .sound.mix import (
    CEILING_DB as CEILING_DB,
)
from .sound.mix import (
    DescribedMix as DescribedMix,
)
from .sound.mix import (
    Narration as Narration,
)
from .sound.mix import (
    describe_mix as describe_mix,
)
from .sound.mix import (
    narration as narration,
)
from .sound.mono import MonoTrack as MonoTrack
from .sound.mono import mono_track as mono_track
from .sound.soundtrack import (
    Pause as Pause,
)
from .sound.soundtrack import (
    Soundtrack as Soundtrack,
)
from .sound.soundtrack import (
    film_soundtrack as film_soundtrack,
)
from .sound.soundtrack import (
    with_pauses as with_pauses,
)
from .sound.write import write_described as write_described
from .sound.write import write_wav as write_wav
from .speech.asr import RATE_HZ as RATE_HZ
from .speech.asr import Asr as Asr
from .speech.asr import RecognisedWord as RecognisedWord
from .speech.gaps import SHORTEST as SHORTEST
from .speech.gaps import film_gaps as film_gaps
from .speech.gaps import gaps as gaps
from .speech.pocketsphinx_asr import PocketsphinxAsr as PocketsphinxAsr
from .speech.speech import VoiceDetector as VoiceDetector
from .speech.speech import film_speech as film_speech
from .speech.speech import merge_speech as merge_speech
from .speech.srt import srt_block as srt_block
from .speech.subtitles import (
    embedded_subtitles as embedded_subtitles,
)
from .speech.subtitles import (
    read_subtitles as read_subtitles,
)
from .speech.subtitles import (
    read_timed_text as read_timed_text,
)
from .speech.whisper_asr import WhisperAsr as WhisperAsr
from .voice.espeak import EspeakVoice as EspeakVoice
from .voice.voice import Spoken as Spoken
from .voice.voice import Voice as Voice
