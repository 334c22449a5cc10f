"""Pages of a challenge: rules, data, team, submissions, leaderboard, and what organisers see."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
