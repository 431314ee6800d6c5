from ._options import (
    Error as Error,
    InputError as InputError,
    OutputError as OutputError,
    UsageError as UsageError,
    option_names as option_names,
)
from ._outputs import (
    Difference as Difference,
    Differences as Differences,
    Lookup as Lookup,
    Missing as Missing,
    convert as convert,
    diff as diff,
    extract as extract,
    get as get,
    graph as graph,
    merge as merge,
    purge as purge,
    read as read,
    records as records,
    seen_set as seen_set,
    stats as stats,
    update as update,
    verify as verify,
)
from ._pages import Batch as Batch, Extractor as Extractor, Link as Link, Scan as Scan, scan as scan
from ._urls import (
    Comparison as Comparison,
    Normalizer as Normalizer,
    Parsed as Parsed,
    UrlColumn as UrlColumn,
    Violation as Violation,
    compare as compare,
    explain as explain,
    normalize as normalize,
    normalize_many as normalize_many,
    parse as parse,
    resolve as resolve,
    surt as surt,
)

__version__: str
