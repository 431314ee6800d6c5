from os import PathLike
from types import TracebackType
from typing import Any, Iterable, Iterator, NamedTuple, Sequence, overload

__version__: str

_Option = bool | int | str | Iterable[str] | None
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

class Violation(NamedTuple):
    component: str
    position: int
    rule: str
    message: str

class Parsed(NamedTuple):
    scheme: str | None
    authority: str | None
    userinfo: str | None
    host: str | None
    port: str | None
    path: str
    query: str | None
    fragment: str | None
    subdomain: str | None
    domain: str | None
    suffix: str | None
    extension: str | None
    surt: str
    valid: bool
    violations: list[Violation]
    parts: list[tuple[str, str]]
    flags: list[str]

class Comparison(NamedTuple):
    equal: bool
    rung: str | None
    a: str
    b: str
    a_rules: list[str]
    b_rules: list[str]

class UrlColumn:
    """A column of normalized URLs, with None for rejected references. Exports Arrow (large_utf8) without a copy."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: int) -> str | None: ...
    def to_pylist(self) -> list[str | None]:
        """Returns the URLs as a list."""
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

class Link:
    """A URL of a page. Attributes of fields that the batch lacks are "" or 0. ``offset`` is in bytes."""

    @property
    def url(self) -> str: ...
    @property
    def raw(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def where(self) -> str: ...
    @property
    def rel(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def flags(self) -> str: ...
    @property
    def offset(self) -> int: ...
    @property
    def host(self) -> str: ...
    @property
    def domain(self) -> str: ...
    @property
    def subdomain(self) -> str: ...
    @property
    def suffix(self) -> str: ...
    @property
    def extension(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def query(self) -> str: ...
    @property
    def surt(self) -> str: ...

class Batch:
    """Rows of URLs, stored by column. ``batch["url"]`` returns the values of a field. Converts to Arrow and pandas."""

    @property
    def fields(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, field: str) -> list[Any]: ...
    def links(self) -> list[Link]:
        """Returns the rows as a list of links."""
    def to_pandas(self) -> Any: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

class Extractor:
    """Extracts URLs from pages in memory. One thread at a time may use an Extractor; reuse it for many pages.

    ``dedup`` returns each URL once per page ("page"), once per extractor ("extractor"), or for each reference ("off").
    """

    def __init__(self, dedup: str = "page", fields: Iterable[str] = ..., **options: _Option) -> None: ...
    def links(
        self,
        page: _Bytes,
        base: str | None = None,
        source: str | None = None,
        content_type: str | None = None,
        charset: str | None = None,
    ) -> list[Link]:
        """Returns the URLs of a page, in page order.

        ``base`` is the URL of the page; a ``<base>`` in the page takes precedence. ``source`` is the value of the field
        source, ``content_type`` the declared media type. ``charset`` is the charset of bytes; a str needs none.
        Releases the interpreter lock.
        """
    def batch(
        self,
        page: _Bytes,
        base: str | None = None,
        source: str | None = None,
        content_type: str | None = None,
        charset: str | None = None,
    ) -> Batch:
        """Returns the URLs of a page as a batch of ``fields``. Arguments: see links()."""
    def forget(self) -> None:
        """Forgets the URLs that dedup="extractor" knows, so pages return them again."""

class Normalizer:
    """Normalizes URLs with any options. One thread at a time may use a Normalizer."""

    def __init__(self, base: str | None = None, **options: _Option) -> None: ...
    def normalize(self, url: _Bytes) -> str | None:
        """Resolves ``url`` against the base, if any, and normalizes it. Returns None if the reference is rejected."""

class Scan:
    """An iterator over batches of the URLs of files; see scan()."""

    def __init__(
        self, inputs: _Path | Iterable[_Path], fields: Iterable[str] = ..., batch: int = 65536, **options: _Option
    ) -> None: ...
    def __iter__(self) -> Iterator[Batch]: ...
    def __next__(self) -> Batch: ...
    def close(self) -> None:
        """Ends the reading. Later calls of next() raise StopIteration."""
    def __enter__(self) -> Scan: ...
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

def normalize(url: str | bytes, base: str | None = None, ladder: str = "scheme") -> str | None:
    """Resolves ``url`` against ``base``, if any, and normalizes it to the rung ``ladder`` (string, syntax or scheme).

    Returns None if the reference is rejected; explain() returns the reason.
    """
@overload
def normalize_many(  # type: ignore[misc]
    urls: list[str] | tuple[str, ...], base: str | None = None, ladder: str = "scheme"
) -> list[str | None]: ...
@overload
def normalize_many(urls: Any, base: str | None = None, ladder: str = "scheme") -> UrlColumn:
    """Normalizes many references, as normalize() does, without the interpreter lock.

    A list or tuple of str gives a list; an Arrow array of strings or bytes, or a numpy array of bytes (dtype S), gives
    a UrlColumn. Rejected references give None.
    """

def surt(url: str | bytes) -> str | None:
    """Returns the sort-friendly form of a URL (SURT), or None if the URL is rejected."""

def parse(url: str) -> Parsed: ...
def compare(a: str, b: str, **options: _Option) -> Comparison: ...
def explain(url: str, base: str | None = None, **options: _Option) -> str | None:
    """Returns the reason why a reference is rejected, or None if it gives a URL."""

def scan(
    inputs: _Path | Iterable[_Path], fields: Iterable[str] = ..., batch: int = 65536, **options: _Option
) -> Scan: ...
def extract(inputs: _Path | Iterable[_Path], *, output: _Path, **options: _Option) -> dict[str, Any]:
    """Extracts the URLs of files into shards in the directory ``output``. Returns the statistics of the run.

    ``ended`` is "complete", "faulty" (some input is damaged) or "nothing-read". Signals, such as Ctrl-C, end the run.
    """

def merge(
    directories: _Path | Iterable[_Path] = (),
    *,
    output: _Path,
    force: bool = False,
    reshard: int = 0,
    memory: int = 0,
    threads: int = 0,
    fields: Iterable[str] = (),
    files_from: _Path | None = None,
    tmpdir: _Path | None = None,
) -> int:
    """Merges output directories into ``output`` and returns the number of distinct URLs.

    ``reshard`` is the number of shards (0: as in the directories), ``memory`` the bound in bytes (0: half of the
    machine's memory), ``threads`` the number of threads (0: all threads of the machine).
    """

def verify(directories: _Path | Iterable[_Path]) -> list[str]:
    """Checks output directories against their manifests. Returns a message per fault; an empty list: no fault."""

def read(directory: _Path) -> Iterator[dict[str, Any]]: ...
def option_names() -> Sequence[str]:
    """Returns the names of all options, as on the command line without "--"."""
