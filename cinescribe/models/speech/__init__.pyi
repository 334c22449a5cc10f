from .hub_transcriber import HubTranscriber as HubTranscriber
from .hub_transcriber import hub_transcriber as hub_transcriber
from .named_transcriber import transcriber_named as transcriber_named
from .served_answers import NoTimesError as NoTimesError
from .served_answers import detected_language as detected_language
from .served_answers import read_served_transcript as read_served_transcript
from .served_transcriber import ServedTranscriber as ServedTranscriber
from .served_transcriber import served_transcriber as served_transcriber
