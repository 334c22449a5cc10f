from .transfer import transfer_description as transfer_description
