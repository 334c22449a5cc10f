from .hub_transcriber import HubTranscriber as HubTranscriber
from .hub_transcriber import hub_transcriber as hub_transcriber
