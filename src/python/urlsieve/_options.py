"""The errors of the package, and the options by name."""

from ._documentation import documented
from ._urlsieve import Error, InputError, OutputError, UsageError, option_names

for _error in (Error, InputError, OutputError, UsageError):
    documented(_error)

__all__ = ["Error", "InputError", "OutputError", "UsageError", "option_names"]
