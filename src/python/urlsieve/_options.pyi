from os import PathLike
from typing import Iterable, Sequence

_Option = bool | int | float | str | PathLike[str] | Iterable[str] | None
_Path = str | bytes | PathLike[str] | PathLike[bytes]
_Bytes = str | bytes | bytearray | memoryview

class Error(Exception):
    """Base class of all errors of the package."""

class UsageError(Error, ValueError):
    """An argument or option is invalid or unsupported, or a base is not an absolute URL."""

class InputError(Error, OSError):
    """An input does not exist or cannot be read."""

class OutputError(Error, OSError):
    """An output exists already, or cannot be opened or written."""

def option_names() -> Sequence[str]:
    """Returns the names of all options, as on the command line without "--".

    As keywords, options have "_" for "-". A switch takes True or False, a number an int, a size an int (bytes) or
    a str such as "4GiB", and a list an iterable of str. None means "not given".

    >>> "drop-tracking" in urlsieve.option_names()
    True
    """
