from types import TracebackType
from typing import Any, Iterable, Iterator

from ._options import _Bytes, _Option, _Path

class Link:
    """A URL of a page. Attributes of fields that the batch lacks are "" or 0.

    >>> (link,) = urlsieve.Extractor().links("<a href=x rel=next>the next</a>", base="http://a.example/b")
    >>> link.url, link.where, link.rel, link.text, str(link)
    ('http://a.example/x', 'a@href', 'next', 'the next', 'http://a.example/x')
    """

    @property
    def url(self) -> str:
        """The resolved and normalized URL."""
    @property
    def raw(self) -> str:
        """The reference as written; needs the field raw."""
    @property
    def source(self) -> str:
        """The URL or name of the document; needs the field source."""
    @property
    def where(self) -> str:
        """The place of the reference: "text", "a@href", "css" ..."""
    @property
    def rel(self) -> str:
        """The relation of the link: "next", "nofollow" ..."""
    @property
    def text(self) -> str:
        """The text of the link, with white space collapsed."""
    @property
    def flags(self) -> str:
        """The safety flags, separated by commas; needs the field flags."""
    @property
    def offset(self) -> int:
        """The offset of the reference in the document, in bytes from 0; needs the field offset."""
    @property
    def host(self) -> str:
        """The host of the URL."""
    @property
    def domain(self) -> str:
        """The registrable domain of the host: "example.co.uk"."""
    @property
    def subdomain(self) -> str:
        """The labels of the host in front of the registrable domain: "www"."""
    @property
    def suffix(self) -> str:
        """The public suffix of the host: "co.uk"."""
    @property
    def extension(self) -> str:
        """The file extension of the last path segment, in lower case: "pdf"."""
    @property
    def path(self) -> str:
        """The path of the URL."""
    @property
    def query(self) -> str:
        """The query of the URL, without "?"."""
    @property
    def surt(self) -> str:
        """The sort-friendly form of the URL: "uk,co,example,www)/x"."""

class Batch:
    """Rows of URLs, stored by column. ``batch["url"]`` returns the values of a field as a list.

    Exports Arrow (PyCapsule interface: pyarrow, polars, DuckDB) without a copy. ``len(batch)`` is the number of rows.
    Raises KeyError for a field that the batch lacks.

    >>> rows = urlsieve.Extractor(fields=["url", "where"]).batch("<a href=x>x</a>", base="http://a.example/b")
    >>> rows.fields, len(rows), rows["url"]
    (['url', 'where'], 1, ['http://a.example/x'])
    """

    @property
    def fields(self) -> list[str]:
        """The names of the fields, in the order of the columns."""
    def __len__(self) -> int: ...
    def __getitem__(self, field: str) -> list[Any]: ...
    def links(self) -> list[Link]:
        """Returns the rows as a list of links.

        >>> urlsieve.Extractor().batch("http://a.example").links()
        [Link('http://a.example/')]
        """
    def to_pandas(self) -> Any:
        """Returns the rows as a pandas.DataFrame, with a column per field. Needs pandas.

        >>> urlsieve.Extractor().batch("http://a.example").to_pandas()["url"].tolist()
        ['http://a.example/']
        """
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

class Extractor:
    """Extracts URLs from pages in memory. Make one Extractor per thread, and reuse the object for many pages.

    ``dedup`` returns each URL once per page ("page"), once per extractor ("extractor"), or for each reference ("off").
    ``fields`` are the columns of batches, and ``options`` the options of ``urlsieve extract``. Raises UsageError for
    an unknown field, an invalid option, and a call from a second thread during a call.

    >>> extractor = urlsieve.Extractor(drop_tracking=True)
    >>> extractor.links('<a href="../x?utm_source=y">', base="http://a.example/b/c")
    [Link('http://a.example/x')]
    """

    def __init__(
        self, dedup: str = "page", fields: Iterable[str] = ("url", "where", "rel", "text"), **options: _Option
    ) -> None: ...
    def links(
        self,
        page: _Bytes,
        base: str | None = None,
        source: str | None = None,
        content_type: str | None = None,
        charset: str | None = None,
    ) -> list[Link]:
        """Returns the URLs of a page, in page order. Releases the interpreter lock.

        ``base`` is the URL of the page; a ``<base>`` in the page takes precedence. ``source`` is the value of the field
        source, ``content_type`` the declared media type. ``charset`` is the charset of bytes; a str needs none.

        >>> urlsieve.Extractor().links(b"See http://a.example/.", content_type="text/plain")
        [Link('http://a.example/')]
        """
    def batch(
        self,
        page: _Bytes,
        base: str | None = None,
        source: str | None = None,
        content_type: str | None = None,
        charset: str | None = None,
    ) -> Batch:
        """Returns the URLs of a page as a batch of the fields of the Extractor. Arguments: see links().

        >>> urlsieve.Extractor(fields=["url", "offset"]).batch("See http://a.example/.")["offset"]
        [4]
        """
    def forget(self) -> None:
        """Forgets the URLs that dedup="extractor" knows, so pages return them again.

        >>> extractor = urlsieve.Extractor(dedup="extractor")
        >>> len(extractor.links("http://a.example")), len(extractor.links("http://a.example"))
        (1, 0)
        >>> extractor.forget()
        >>> len(extractor.links("http://a.example"))
        1
        """

class Scan:
    """An iterator over batches of the URLs of files; scan() returns a Scan.

    Exports an Arrow stream (PyCapsule interface). A ``with`` block closes the files at its end.

    >>> with urlsieve.scan("samples/urls.txt", batch=2) as batches:
    ...     len(next(batches))
    2
    """

    def __init__(
        self, inputs: _Path | Iterable[_Path], fields: Iterable[str] = ["url"], batch: int = 65536, **options: _Option
    ) -> None: ...
    def __iter__(self) -> Iterator[Batch]: ...
    def __next__(self) -> Batch: ...
    def close(self) -> None:
        """Ends the reading. Later calls of next() raise StopIteration.

        >>> batches = urlsieve.scan("samples/urls.txt")
        >>> batches.close()
        >>> list(batches)
        []
        """
    @property
    def statistics(self) -> dict[str, Any] | None:
        """The statistics of the run, as of extract(): "ended" is "faulty" if input was damaged. None before the end.

        >>> batches = urlsieve.scan("samples/urls.txt")
        >>> rows = list(batches)
        >>> batches.statistics["ended"]
        'complete'
        """
    def __enter__(self) -> Scan: ...
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

def scan(
    inputs: _Path | Iterable[_Path], fields: Iterable[str] = ("url",), batch: int = 65536, **options: _Option
) -> Scan:
    """Reads files (archives, mail, text; compressed or not) and iterates over batches of URLs, in input order.

    ``inputs`` are paths or URLs. ``fields`` names the columns, as ``--fields`` does. ``batch`` is the number of rows
    of each batch but the last. ``options`` are the options of ``urlsieve extract``. The scan reads ahead in background
    threads; ``close()``, or leaving a ``with`` block, ends the reading.

    Raises UsageError for invalid arguments, and InputError if an input is missing or no input can be read. Damaged
    input raises no error: see ``Scan.statistics``.

    >>> for rows in urlsieve.scan("samples/pages.warc.gz", fields=["url", "where"]):
    ...     print(len(rows), rows["url"][0], rows["where"][0])
    122 https://www.example.com/gazette/style.css?v=3 link@href
    """
