from typing import Any, Iterable, Iterator, NamedTuple

from ._options import _Option, _Path

def extract(inputs: _Path | Iterable[_Path], *, output: _Path, **options: _Option) -> dict[str, Any]:
    """Extracts the URLs of files into shards in the directory ``output``. Returns the statistics of the run.

    ``inputs`` are paths or URLs, and ``options`` the options of ``urlsieve extract``. ``ended`` is "complete", "faulty"
    (some input is damaged) or "nothing-read". ``references``, ``kept`` and ``unique`` count URLs, ``bytes_read`` and
    ``bytes`` the input as stored and decompressed; ``damaged`` counts damage by kind.

    Releases the interpreter lock. Signals, such as Ctrl-C, end the run. Raises UsageError for invalid options,
    InputError if an input is missing, and OutputError if ``output`` exists (``force=True`` replaces an output) or
    cannot be written. Damaged input raises no error.

    >>> counts = urlsieve.extract("samples/pages.warc.gz", output="links", fields=["url", "count"], force=True)
    >>> counts["ended"], counts["references"], counts["unique"]
    ('complete', 142, 122)
    """

def update(
    state: _Path, inputs: _Path | Iterable[_Path], *, output: _Path, compact: str = "auto", **options: _Option
) -> dict[str, Any]:
    """Adds the URLs of files to a state, and writes the URLs that the state lacks into the directory ``output``.

    ``state`` is created if it is missing. ``inputs`` and ``options`` are as in extract(). Options that shape URLs and
    rows are taken from the state unless they are given. ``compact`` decides when layers of the state are merged:
    "auto", "now" or "never". If the input has faults (``ended`` is not "complete"), nothing changes.

    Returns the statistics of extract(), and besides the number of new URLs (``added``), the URLs of the state
    afterwards (``urls_of_state``), its ``layers``, and whether the state has changed (``is_published``). Releases the
    interpreter lock. Signals end the update, and the state stays as it was. Raises UsageError for options that
    contradict the state, and the errors of extract().

    >>> import shutil; shutil.rmtree("state", ignore_errors=True)
    >>> urlsieve.update("state", "samples/urls.txt", input_format="urls", output="new", force=True)["added"]
    1502
    >>> urlsieve.update("state", "samples/urls.txt", input_format="urls", output="new", force=True)["added"]
    0
    """

def purge(
    state: _Path,
    *,
    hosts: _Path | Iterable[_Path] | None = None,
    domains: _Path | Iterable[_Path] | None = None,
    include: list[str] = [],
    urls_from: _Path | None = None,
    not_seen_since: str | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
) -> dict[str, int]:
    """Removes the URLs that meet all given conditions from a state, as ``urlsieve purge`` does.

    ``hosts`` and ``domains`` are files of names, ``include`` RE2 expressions, ``urls_from`` a file of URLs.
    ``not_seen_since="2026-01-31"`` selects URLs that no run has found on this day or later. Returns the number of
    removed URLs (``removed``) and of those that stay (``unique``). Releases the interpreter lock. Raises UsageError
    without a condition, and InputError if the state is missing or damaged.

    >>> urlsieve.purge("state", include=["^ftp:"])["removed"] > 0
    True
    """

class seen_set:
    """A set of URLs that tells which URLs are new, in memory or over a state of ``urlsieve update``.

    ``path`` is the directory of the state, created by the first flush if missing; None: in memory. ``options`` are the
    options that change or reject URLs, ``date``, ``memory``, ``threads`` and ``tmpdir``, and the layout of a new state
    (``shards``, ``order``, ``fields`` ...). An existing state decides the options that are not given. Raises UsageError
    for other options, and for a state with another form of URLs, other rule revisions, or columns that a list of URLs
    cannot fill.

    Over a state, the set has the URLs of the state when the set was opened or last flushed, and the inserted URLs.
    These are in memory until flush() or close() adds them to the state with their counts; a process that ends before
    leaves the state unchanged. They take the URL and about 30 bytes each, at most half of ``memory`` if given.

    As a context manager, the set is closed at the end of the block; after an exception, inserted URLs are discarded.
    One thread at a time may use a seen_set; a call from a second thread raises UsageError.

    >>> with urlsieve.seen_set("seen", date="2026-01-31") as seen:
    ...     seen.insert(["http://a.example", "HTTP://A.example/", "http://b.example/"])
    ['http://a.example/', 'http://b.example/']
    >>> urlsieve.seen_set("seen").insert(["http://b.example/", "http://c.example/"])
    ['http://c.example/']
    """

    def __init__(self, path: _Path | None = None, **options: _Option) -> None: ...
    def insert(self, urls: Any) -> list[str]:
        """Inserts URLs and returns the new ones, normalized, in input order, each once.

        ``urls`` is a column as for normalize_many(): an iterable of str, bytes and None, a numpy array, a pandas Series,
        an Arrow array or stream. Rejected references are counted in ``rejected``. Raises MemoryError if the URLs exceed
        half of ``memory``; the set is unchanged then. Releases the interpreter lock.

        >>> urlsieve.seen_set(drop_tracking=True).insert(["http://a.example/?utm_source=b", "http://a.example/"])
        ['http://a.example/']
        """
    def contains(self, url: str | bytes) -> bool:
        """Returns True if the set has the URL of the reference ``url``. Also ``url in seen``.

        >>> seen = urlsieve.seen_set()
        >>> seen.insert(["http://a.example/"])
        ['http://a.example/']
        >>> seen.contains("HTTP://a.example:80"), "http://b.example/" in seen
        (True, False)
        """
    def __contains__(self, url: str | bytes) -> bool:
        """Returns True if the set has the URL of the reference ``url``, as contains() does."""
    @property
    def rejected(self) -> int:
        """The number of references that insert() has rejected."""
    def flush(self) -> dict[str, int]:
        """Adds the inserted URLs to the state, durably, and forgets them in memory.

        Returns the number of URLs that the state lacked (``added``) and of the URLs of the state afterwards
        (``unique``). Without a state, has no effect. Raises OutputError, for example, if another process changes the
        state; the set and the state are unchanged then. Releases the interpreter lock.

        >>> seen = urlsieve.seen_set("flushed")
        >>> seen.insert(["http://a.example/"])
        ['http://a.example/']
        >>> seen.flush()
        {'added': 1, 'unique': 1}
        """
    def close(self) -> dict[str, int]:
        """Calls flush(), and frees the memory. If flush() fails, the set stays open.

        >>> urlsieve.seen_set().close()
        {'added': 0, 'unique': 0}
        """
    def __enter__(self) -> seen_set: ...
    def __exit__(self, kind: Any, value: Any, trace: Any) -> None: ...

def merge(
    directories: _Path | Iterable[_Path] = (),
    *,
    output: _Path,
    reshard: int | None = None,
    shard: int | None = None,
    bad_revision: str = "fault",
    force: bool | None = None,
    fields: Iterable[str] | None = None,
    compress: str | None = None,
    output_format: str | None = None,
    files_from: _Path | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    tmpdir: _Path | None = None,
    on_error: str = "fail",
    **requests: _Option,
) -> int:
    """Merges output directories into ``output`` and returns the number of distinct URLs, as ``urlsieve merge`` does.

    ``reshard`` is the number of shards (None: as in the directories), ``shard`` the number of the only shard to write,
    from 0. ``output_format`` is the form of the rows (None: as in the first directory). ``memory`` is the bound in bytes (or "4GiB"; None: half of the machine's memory), ``threads`` the number of
    threads (None: all threads of the machine). ``files_from`` names a file that lists further directories, ``tmpdir``
    the directory of intermediate data.

    ``bad_revision="ok"`` accepts directories whose URLs were made under other revisions of the rules,
    ``on_error="ignore"`` directories without _SUCCESS. ``requests`` are the options of requests to remote directories:
    ``endpoint``, ``anonymous``, ``retries``, ``stall`` (seconds).

    Releases the interpreter lock. Signals end the merge. Raises UsageError for invalid options and for directories that
    cannot be merged, InputError for a missing or damaged directory, and OutputError if ``output`` exists (unless
    ``force``) or cannot be written.

    >>> urlsieve.extract("samples/urls.txt", output="monday", force=True)["unique"]
    1500
    >>> urlsieve.extract("samples/pages.warc.gz", output="tuesday", force=True)["unique"]
    122
    >>> urlsieve.merge(["monday", "tuesday"], output="both", force=True)
    1622
    """

def convert(
    directories: _Path | Iterable[_Path] = (),
    *,
    output: _Path,
    to_current_rules: bool = False,
    bad_revision: str = "fault",
    shards: int | None = None,
    shard_by: str | None = None,
    order: str | None = None,
    layout: str | None = None,
    output_format: str | None = None,
    compress: str | None = None,
    key: str | None = None,
    fields: Iterable[str] | None = None,
    force: bool | None = None,
    files_from: _Path | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    tmpdir: _Path | None = None,
    on_error: str = "fail",
    **options: _Option,
) -> dict[str, Any]:
    """Converts output directories into another layout, and normalizes their URLs further, as ``urlsieve convert`` does.

    ``shards``, ``shard_by``, ``order``, ``output_format``, ``compress``, ``key`` and ``fields`` are the form of the
    output, and ``layout`` the names of its shards, ``"flat"`` or ``"hive"`` (None: as in the first directory). ``options`` are options of URLs, such as ``ladder``, ``drop_tracking`` and ``fold_www``: the
    URLs are normalized again, and rows with equal URLs are united. ``to_current_rules`` normalizes URLs again that were
    made under other revisions of the rules.

    Returns the number of distinct URLs (``unique``), the number of references whose URL the new rules reject
    (``rejected``), and the first such rows (``examples``). The other arguments, ``options`` of requests and the errors
    are as in merge(). Releases the interpreter lock. Signals end the conversion.

    >>> counts = urlsieve.extract("samples/urls.txt", output="links", fields=["url", "count"], force=True)
    >>> urlsieve.convert("links", output="clean", shard_by="host", drop_tracking=True, force=True)["unique"]
    1500
    """

def verify(
    directories: _Path | Iterable[_Path],
    *,
    memory: int | str | None = None,
    threads: int | None = None,
    on_error: str = "fail",
    **requests: _Option,
) -> list[str]:
    """Checks output directories against their manifests. Returns a message per fault; an empty list: no fault.

    ``memory``, ``threads``, ``on_error`` and ``requests`` are as in merge(). Releases the interpreter lock. Signals end
    the check. Raises InputError if a directory is missing.

    >>> counts = urlsieve.extract("samples/urls.txt", output="links", force=True)
    >>> urlsieve.verify("links")
    []
    """

def graph(
    directories: _Path | Iterable[_Path],
    *,
    output: _Path,
    layout: str = "full",
    force: bool | None = None,
    compress: str | None = None,
    memory: int | str | None = None,
    tmpdir: _Path | None = None,
    on_error: str = "fail",
    **requests: _Option,
) -> dict[str, int]:
    """Makes a web graph of hosts or domains from the edges of runs, as ``urlsieve graph`` does.

    Writes vertices.tsv and edges.tsv into ``output``. Returns the numbers of ``vertices`` and of distinct ``edges``,
    ``links`` (the sum of the counts of edges) and ``bytes`` (the size of the files).

    ``directories`` are outputs of extract() with ``edges="host"`` or ``edges="domain"``. ``compress`` is the compression
    of both files. ``layout="commoncrawl"`` writes the columns of Common Crawl's graphs. The other arguments and the errors are as in merge(). Releases the interpreter lock. Signals end the
    call.

    >>> counts = urlsieve.extract("samples/pages.warc.gz", output="links", edges="host", force=True)
    >>> urlsieve.graph("links", output="graph", force=True)["vertices"]
    18
    """

def records(
    rows: _Path | Iterable[_Path],
    *,
    output: _Path,
    write_cdxj: _Path | None = None,
    fields: Iterable[str] = (),
    force: bool | None = None,
    inputs_prefix: str | None = None,
    connections: int | None = None,
    max_document: int | str | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    tmpdir: _Path | None = None,
    on_error: str = "fail",
    **requests: _Option,
) -> dict[str, int]:
    """Copies the WARC records that rows name into the file ``output``, as ``urlsieve records`` does.

    ``rows`` are output directories with the columns input, record-offset and record-length, or tables with these columns;
    ``fields`` names the columns of tables whose first line does not. ``write_cdxj`` is the file of a CDXJ index.

    Returns the numbers of ``rows``, of rows ``without_place``, of distinct ``places``, of ``records`` copied, of records
    ``recompressed`` and ``verified``, of ``bytes`` written, and of ``faults``. Without any record, ``output`` is not
    written. The other arguments and the errors are as in merge(). Releases the interpreter lock. Signals end the call.

    >>> counts = urlsieve.extract("samples/pages.warc.gz", output="places", force=True,
    ...                           fields=["url", "input", "record-offset", "record-length"])
    >>> urlsieve.records("places", output="records.warc.gz", force=True)["records"]
    11
    """

def stats(
    directories: _Path | Iterable[_Path],
    *,
    top: int = 10,
    memory: int | str | None = None,
    threads: int | None = None,
    on_error: str = "fail",
    **requests: _Option,
) -> dict[str, Any]:
    """Counts the URLs of output directories by scheme, host, domain and public suffix.

    Returns the object of ``urlsieve stats --json``: ``urls``, ``references``, ``bytes`` ..., and for ``schemes``,
    ``hosts``, ``domains`` and ``suffixes`` the ``top`` most frequent names. ``may_lack`` bounds the error of a count, in
    URLs.

    The other arguments are as in merge(). Releases the interpreter lock. Signals end the call. Raises InputError for a
    missing or damaged directory.

    >>> counts = urlsieve.extract("samples/pages.warc.gz", output="links", force=True)
    >>> totals = urlsieve.stats("links", top=1)
    >>> totals["urls"], totals["hosts"]["top"]
    (122, [{'name': 'www.example.com', 'urls': 65}])
    """

def read(directory: _Path, *, on_error: str = "fail", **requests: _Option) -> Iterator[dict[str, Any]]:
    """Yields the rows of an output directory as dicts of its fields, shard by shard.

    Values are strings, except in directories of JSON Lines, whose values have their JSON types. In Parquet outputs,
    ``sources`` is a list. ``on_error`` and ``requests`` are as in merge(). Reads ahead in a thread, without the
    interpreter lock.

    Raises InputError if the directory is missing or damaged. Rows in front of the damage come first.

    >>> counts = urlsieve.extract("samples/pages.warc.gz", output="links", fields=["url", "count"], force=True)
    >>> max(urlsieve.read("links"), key=lambda row: int(row["count"]))
    {'url': 'https://www.example.com/gazette/2024/', 'count': '5'}
    """

def get(
    directory: _Path,
    urls: str | bytes | Iterable[str | bytes] = (),
    *,
    prefixes: str | bytes | Iterable[str | bytes] = (),
    hosts: str | bytes | Iterable[str | bytes] = (),
    domains: str | bytes | Iterable[str | bytes] = (),
    on_error: str = "fail",
    **requests: _Option,
) -> Lookup:
    """Looks up the rows of URLs, prefixes, hosts and domains in an output directory, as ``urlsieve get`` does.

    Returns an iterator over rows, as dicts like those of read(): first the rows of ``prefixes``, then of ``hosts``,
    ``domains`` and ``urls``, each in the order of the request. URLs are normalized first, by the options in the manifest
    of the directory. ``missing`` of the iterator lists the requests without rows.

    ``on_error`` and ``requests`` are as in merge(). Reads in a thread, without the interpreter lock. Raises InputError
    if the directory is missing or damaged, and UsageError if this version normalizes URLs by other rules.

    >>> counts = urlsieve.extract("samples/pages.warc.gz", output="links", force=True)
    >>> rows = urlsieve.get("links", ["https://www.example.com:443/gazette/2024/", "http://none.example/"])
    >>> [row["url"] for row in rows]
    ['https://www.example.com/gazette/2024/']
    >>> rows.missing
    [Missing(kind='url', request='http://none.example/', reason='no rows')]
    >>> len(list(urlsieve.get("links", hosts="www.example.org")))
    21
    """

class Missing(NamedTuple):
    """A request of get() without rows.

    ``kind`` is "url", "prefix", "host" or "domain", ``request`` the request as given, and ``reason`` is "no rows" or
    the reason why the URL is rejected.

    >>> counts = urlsieve.extract("samples/urls.txt", output="links", force=True)
    >>> rows = urlsieve.get("links", "http://[::1/")
    >>> list(rows), rows.missing[0].reason
    ([], 'byte 7, "[" without "]" (RFC 3986 section 3.2.2) (invalid-host)')
    """

    kind: str
    request: str
    reason: str

class Lookup:
    """An iterator over the rows that get() finds.

    >>> counts = urlsieve.extract("samples/urls.txt", output="links", force=True)
    >>> rows = urlsieve.get("links", hosts=["none.example"])
    >>> list(rows), [one.request for one in rows.missing]
    ([], ['none.example'])
    """

    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __next__(self) -> dict[str, Any]: ...
    @property
    def missing(self) -> list[Missing]:
        """The requests without rows so far; all of them behind the last row."""

def diff(
    old: _Path,
    new: _Path,
    *,
    only: str | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    on_error: str = "fail",
    **requests: _Option,
) -> Differences:
    """Compares two output directories, as ``urlsieve diff`` does.

    Returns an iterator over the differences, in the order of ``old``. ``only`` selects "removed" (rows of ``old`` alone),
    "added" (rows of ``new`` alone) or "changed" (other counts). ``memory``, ``threads``, ``on_error``
    and ``requests`` are as in merge().

    Reads in a thread, without the interpreter lock. Raises UsageError if the directories cannot be compared, and
    InputError if a directory is missing or damaged.

    >>> counts = urlsieve.extract("samples/urls.txt", output="old", force=True)
    >>> counts = urlsieve.extract(["samples/urls.txt", "samples/robots.txt"], output="new", force=True)
    >>> next(urlsieve.diff("old", "new")).change
    'added'
    >>> urlsieve.diff("old", "new").counts()
    {'removed': 0, 'added': 3, 'changed': 0, 'same': 1500}
    """

class Difference(NamedTuple):
    """A row that differs between two output directories.

    ``change`` is "removed", "added" or "changed". ``url`` is the URL of the row; for an edge, the URL of the document, a
    TAB and the target. ``row`` has the fields of the row; None for "changed". ``before`` and ``after`` are the counts of
    a changed row, else None.

    >>> counts = urlsieve.extract("samples/urls.txt", output="old", fields=["url", "count"], force=True)
    >>> counts = urlsieve.extract(["samples/urls.txt"] * 2, output="new", fields=["url", "count"], force=True)
    >>> one = next(urlsieve.diff("old", "new"))
    >>> one.change, one.before, one.after
    ('changed', 1, 2)
    """

    change: str
    url: str
    row: dict[str, Any] | None
    before: int | None
    after: int | None

class Differences:
    """An iterator over the differences that diff() finds.

    >>> counts = urlsieve.extract("samples/urls.txt", output="links", force=True)
    >>> list(urlsieve.diff("links", "links"))
    []
    """

    def __iter__(self) -> Iterator[Difference]: ...
    def __next__(self) -> Difference: ...
    def counts(self) -> dict[str, int]:
        """Reads the remaining differences. Returns the numbers of rows: removed, added, changed, same.

        >>> counts = urlsieve.extract("samples/urls.txt", output="links", force=True)
        >>> urlsieve.diff("links", "links").counts()["changed"]
        0
        """
