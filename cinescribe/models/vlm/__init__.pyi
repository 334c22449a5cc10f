from .capabilities import Capabilities as Capabilities
from .chat import ChatAnswer as ChatAnswer
from .chat import ChatRequest as ChatRequest
from .chat import json_in as json_in
from .chat_model import ChatModel as ChatModel
from .served_model import ServedModel as ServedModel
from .served_model import served_model as served_model
from .server_captioner import server_captioner as server_captioner
