from .film_transcript import all_speech as all_speech
from .film_transcript import film_words as film_words
from .film_transcript import sound_key as sound_key
from .film_transcript import with_heard_language as with_heard_language
from .heard_language import heard_language as heard_language
from .heard_names import HeardName as HeardName
from .heard_names import cast_comment as cast_comment
from .heard_names import heard_names as heard_names
