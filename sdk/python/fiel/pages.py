"""Everything that PROTOCOL.md and DEAL.md define, in one place, for tools such as an auditor."""

from .chains import *  # noqa: F401,F403
from .codes import *  # noqa: F401,F403
from .deal import *  # noqa: F401,F403
from .hand import *  # noqa: F401,F403
from .logged import *  # noqa: F401,F403
from .messages import *  # noqa: F401,F403
from .notation import *  # noqa: F401,F403
from .offer import *  # noqa: F401,F403
from .shown import *  # noqa: F401,F403
from .signed import *  # noqa: F401,F403
from .signs import *  # noqa: F401,F403
from .wire import *  # noqa: F401,F403
