from .finding import Finding as Finding
from .guidelines import DEFAULT_GUIDELINES as DEFAULT_GUIDELINES
from .guidelines import SHIPPED_GUIDELINES as SHIPPED_GUIDELINES
from .guidelines import Guidelines as Guidelines
from .guidelines import read_guidelines as read_guidelines
from .lint import lint as lint
from .lint import lint_script as lint_script
