from .answering import store_answers as store_answers
from .leases import RATER as RATER
from .leases import lease_page as lease_page
from .pages import Page as Page
