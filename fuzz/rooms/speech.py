"""What is read of transcripts: answers of servers of speech to text, as OpenAI and its kin write them."""

from __future__ import annotations

from pathlib import Path

from cinescribe.input_files import decoded, read_bytes
from cinescribe.media.transcription.heard_lines import heard_lines
from cinescribe.models.speech.served_answers import detected_language, read_served_transcript
from fuzz.reader import file_reader

_DURATION = 10.0  # seconds of the sound that the answers are about
_OPENAI = (
    b'{"task": "transcribe", "language": "german", "duration": 3.0, "text": "Komm her! Anna?", "words": ['
    b'{"word": "Komm", "start": 0.5, "end": 1.0}, {"word": "her", "start": 1.0, "end": 1.4}, '
    b'{"word": "Anna", "start": 2.0, "end": 2.5}], "segments": [{"id": 0, "start": 0.5, "end": 2.5, '
    b'"text": " Komm her! Anna?", "avg_logprob": -0.2, "no_speech_prob": 0.01}]}'
)
_WHISPER_CPP = (
    b'{"language": "english", "detected_language": "polish", "text": " Come here!", "segments": [{"id": 0, '
    b'"text": " Come here!", "start": 0.5, "end": 1.0, "words": [{"word": " Come", "start": 0.5, "end": 0.75, '
    b'"t_dtw": -1, "probability": 0.9}, {"word": " here!", "start": 0.75, "end": 1.0, "probability": 0.8}]}]}'
)
_LOCAL_AI = (
    b'{"segments": [{"id": 0, "start": 0, "end": 2000000000, "text": "Come here!", "tokens": [1]}], "text": "C"}'
)
_VLLM = (
    b'{"duration": "2.5", "language": "en", "text": "Come here!", "segments": [{"start": "0.5", "end": "1.0", '
    b'"text": "Come here!", "avg_logprob": -1.0, "no_speech_prob": -1.0}]}'
)
_SRT = b"1\n00:00:00,500 --> 00:00:01,000\nCome here!\n\n2\n00:00:01,500 --> 00:00:02,000\nAnna?\n"
_VTT = b"WEBVTT\n\n00:00.500 --> 00:01.000\nCome here!\n"


def _transcript(path: Path) -> None:
    body = decoded(read_bytes(path), path)
    detected_language(body)
    found = read_served_transcript(body, duration=_DURATION)
    starts = [word.span.start for word in found.words]
    assert starts == sorted(starts)
    assert all(0 <= word.span.start <= word.span.end <= _DURATION and word.text for word in found.words)
    assert all(0 <= word.confidence <= 1 for word in found.words)
    heard_lines(found.words)


READERS = (
    file_reader(
        _transcript,
        "transcript.json",
        [_OPENAI, _WHISPER_CPP, _LOCAL_AI, _VLLM, _SRT, _VTT],
        label="models.read_transcript",
        covers=[read_served_transcript, detected_language],
    ),
)
