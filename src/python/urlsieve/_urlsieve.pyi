# The extension module. The stubs of the other modules describe its functions and classes.
from typing import Any

def __getattr__(name: str) -> Any: ...
