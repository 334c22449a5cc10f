from .player_data import CueSound as CueSound
from .player_data import PlayerData as PlayerData
from .player_data import Sounds as Sounds
from .player_data import player_data as player_data
from .player_page import player_script as player_script
from .player_page import player_section as player_section
from .player_page import player_style as player_style
from .player_page import write_player as write_player
