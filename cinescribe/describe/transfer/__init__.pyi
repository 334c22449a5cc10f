from .findings import Finding as Finding
from .transfer import TRANSFER as TRANSFER
from .transfer import Transferred as Transferred
from .transfer import transfer_description as transfer_description
