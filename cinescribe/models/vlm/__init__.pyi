from .server_captioner import server_captioner as server_captioner
