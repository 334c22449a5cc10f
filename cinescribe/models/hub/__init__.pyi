from .captioner import HubCaptioner as HubCaptioner
from .captioner import hub_captioner as hub_captioner
from .inputs import PlainViewer as PlainViewer
