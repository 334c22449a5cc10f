from .languages import is_right_to_left as is_right_to_left
from .languages import native_name as native_name
from .messages import Messages as Messages
from .messages import read_messages as read_messages
from .page_messages import PAGE_LANGUAGES as PAGE_LANGUAGES
from .page_messages import page_messages as page_messages
from .spoken_messages import SPOKEN_LANGUAGES as SPOKEN_LANGUAGES
from .spoken_messages import spoken_messages as spoken_messages
