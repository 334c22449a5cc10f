from .captioner import HubCaptioner as HubCaptioner
from .captioner import hub_captioner as hub_captioner
from .inputs import PlainViewer as PlainViewer
from .prompts import mentioned as mentioned
from .prompts import one_sentence as one_sentence
from .prompts import people_in as people_in
from .prompts import prompt as prompt
from .prompts import with_people as with_people
