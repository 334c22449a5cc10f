from .card_facts import card_facts as card_facts
from .quality_card import QualityCard as QualityCard
from .quality_card import quality_card as quality_card
from .report import report as report
from .work import Work as Work
from .work import work_by_hand as work_by_hand
