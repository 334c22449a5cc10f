from .outputs import ListedOutputFile as ListedOutputFile
from .outputs import OutputFile as OutputFile
from .outputs import OutputFolder as OutputFolder
from .outputs import check_outputs as check_outputs
from .outputs import overwrite_option as overwrite_option
from .outputs import overwrites as overwrites
from .outputs import refuse_input as refuse_input
