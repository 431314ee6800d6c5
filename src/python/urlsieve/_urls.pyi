from typing import Any, NamedTuple, Sequence, overload

from ._options import _Bytes, _Option

class Violation(NamedTuple):
    """A fault of an invalid URL.

    ``component`` names the part of the URL, ``position`` is a byte offset from 0, ``rule`` the grammar rule, and
    ``message`` a sentence with all of them.

    >>> urlsieve.parse("http://a b.example/").violations[0].message
    'byte 8, " ": not allowed in a host (RFC 3986 section 3.2.2)'
    """

    component: str
    position: int
    rule: str
    message: str

class Parsed(NamedTuple):
    """The components of a URL. An absent component is None; an empty component is "".

    ``parts`` has the (name, value) pairs that the scheme defines, ``flags`` the safety flags of ``--fields flags``.
    ``valid`` is True if the URL is valid by the generic syntax; ``violations`` lists the faults.

    >>> urlsieve.parse("mailto:a@b.example?subject=x").parts
    [('local-part', 'a'), ('domain', 'b.example'), ('hfname', 'subject'), ('hfvalue', 'x')]
    """

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
    """The result of ``compare``.

    ``rung`` is the lowest rung of the ladder at which the URLs are equal, or None. ``a`` and ``b`` are the URLs at
    this rung (at the last rung if the URLs differ), ``a_rules`` and ``b_rules`` the rules that changed them.

    >>> urlsieve.compare("http://A.example/", "http://a.example/").a_rules
    ['host in lower case (RFC 3986 section 6.2.2.1)']
    """

    equal: bool
    rung: str | None
    a: str
    b: str
    a_rules: list[str]
    b_rules: list[str]

class UrlColumn:
    """A column of normalized URLs, with None for rejected references and for missing values.

    Exports Arrow (large_utf8) without a copy: ``pyarrow.array(column)``, ``polars.Series(column)``. Indexes count
    from 0; a wrong index raises IndexError.

    >>> import numpy
    >>> column = urlsieve.normalize_many(numpy.array([b"HTTP://A.example", b"http://["]))
    >>> len(column), column[0], column[1]
    (2, 'http://a.example/', None)
    """

    def __len__(self) -> int: ...
    def __getitem__(self, place: int) -> str | None: ...
    def to_pylist(self) -> list[str | None]:
        """Returns the URLs as a list.

        >>> import numpy
        >>> urlsieve.normalize_many(numpy.array(["HTTP://A.example"])).to_pylist()
        ['http://a.example/']
        """
    def to_numpy(self) -> Any:
        """Returns the URLs as a numpy array of objects (str or None). Needs numpy.

        >>> import numpy
        >>> urlsieve.normalize_many(numpy.array(["HTTP://A.example"])).to_numpy()
        array(['http://a.example/'], dtype=object)
        """
    def to_pandas(self) -> Any:
        """Returns the URLs as a pandas Series of objects (str or None), with an index from 0. Needs pandas.

        >>> import pandas
        >>> urlsieve.normalize_many(pandas.Series(["HTTP://A.example"])).to_pandas().tolist()
        ['http://a.example/']
        """
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

class Normalizer:
    """Normalizes URLs with fixed options, against ``base`` if there is one.

    ``options`` are the options of ``urlsieve normalize`` and ``extract`` that change the normal form of a URL or
    reject the URL (``urlsieve extract --help``: URLs, Safety, Opt-in normalization, ``redirects``). By default no
    schemes are dropped. Raises UsageError for other options, and for a base that is not an absolute URL;
    InputError if a file of ``redirects`` cannot be read.

    One thread at a time may use a Normalizer; a call from a second thread raises UsageError.

    >>> urls = urlsieve.Normalizer("http://a.example/b", drop_tracking=True, schemes=["http", "https"])
    >>> urls.normalize("c?utm_source=d"), urls.normalize("ftp://x.example/")
    ('http://a.example/c', None)
    """

    def __init__(self, base: str | None = None, **options: _Option) -> None: ...
    def normalize(self, url: _Bytes) -> str | None:
        """Resolves ``url`` against the base, if any, and normalizes it. Returns None if the reference is rejected.

        >>> urlsieve.Normalizer(fold_https=True).normalize("https://a.example")
        'http://a.example/'
        """
    @overload
    def normalize_many(  # type: ignore[misc]
        self, urls: list[Any] | tuple[Any, ...]
    ) -> list[str | None]: ...
    @overload
    def normalize_many(self, urls: Any) -> UrlColumn:
        """Normalizes many references, as the function normalize_many() does, with the options of the Normalizer.

        >>> urlsieve.Normalizer("http://a.example/").normalize_many(["b", None, "http://["])
        ['http://a.example/b', None, None]
        """

def normalize(url: str | bytes, base: str | None = None, ladder: str = "scheme") -> str | None:
    """Resolves ``url`` against ``base``, if any, and normalizes it to the rung ``ladder`` (string, syntax or scheme).

    Returns None if the reference is rejected; explain() returns the reason. Without a base, a relative reference
    stays relative. Raises ValueError for another rung. A Normalizer has all options.

    >>> urlsieve.normalize("HTTP://Example.COM:80/%7Euser/../a")
    'http://example.com/a'
    >>> urlsieve.normalize("../x", base="http://a.example/b/c")
    'http://a.example/x'
    """

@overload
def normalize_many(  # type: ignore[misc]
    urls: list[Any] | tuple[Any, ...], base: str | None = None, **options: _Option
) -> list[str | None]: ...
@overload
def normalize_many(urls: Any, base: str | None = None, **options: _Option) -> UrlColumn:
    """Normalizes many references without the interpreter lock. The options are those of Normalizer.

    A list, a tuple or another iterable of str or bytes gives a list. These columns give a UrlColumn: numpy arrays
    of bytes (dtype S), str (U) and objects; a pandas Series; Arrow arrays, chunked arrays and streams of strings
    or bytes (PyCapsule interface: pyarrow, polars).

    Rejected references give None, and so do None, NaN and nulls. Raises TypeError for other columns and elements,
    and UsageError as Normalizer does.

    >>> urlsieve.normalize_many(["HTTP://A.example", b"x?utm_source=y", None], "http://b.example", drop_tracking=True)
    ['http://a.example/', 'http://b.example/x', None]
    """

def resolve(
    reference: _Bytes, base: _Bytes, *, keep_fragment: bool | None = None, **options: _Option
) -> str | None:
    """Resolves ``reference`` against ``base``, an absolute or relative URL, as ``urlsieve resolve`` does.

    Without options, the target is exactly the result of the algorithm, with the fragment (rung "string").
    ``ladder`` and the other options of Normalizer apply to the target. ``keep_fragment``: None keeps fragments at
    the rung "string" only.

    Returns None if the reference is rejected. Raises UsageError for an invalid base or option.

    >>> urlsieve.resolve("../g?y#s", "http://a/b/c/d;p?q")
    'http://a/b/g?y#s'
    >>> urlsieve.resolve("page#part", "dir/", ladder="scheme")
    'dir/page'
    """

def surt(url: str | bytes) -> str | None:
    """Returns the sort-friendly form of a URL (SURT), or None if the URL is rejected.

    >>> urlsieve.surt("http://www.archive.org/x")
    'org,archive)/x'
    """

def parse(url: str) -> Parsed:
    """Splits a URL into components, by the generic syntax and by the names of its scheme.

    Accepts any string: an invalid URL is split, too, and ``violations`` lists its faults.

    >>> parsed = urlsieve.parse("http://user@example.com:80x/a?b")
    >>> parsed.host, parsed.query, parsed.fragment, parsed.valid
    ('example.com', 'b', None, False)
    >>> parsed.violations[1].component, parsed.violations[1].position
    ('port', 26)
    >>> parsed.flags
    ['userinfo', 'odd-port']
    """

def compare(a: str, b: str, **options: _Option) -> Comparison:
    """Compares two URLs rung by rung (rfc2396bis-01 section 6.2).

    The options are those of Normalizer. Raises UsageError for an invalid option.

    >>> urlsieve.compare("http://example.com/%7Ea", "http://example.com/~a").rung
    'syntax'
    >>> urlsieve.compare("http://example.com/a", "http://example.com/b").equal
    False
    """

def explain(url: str, base: str | None = None, **options: _Option) -> str | None:
    """Returns the reason why a reference is rejected, or None if the reference gives a URL.

    The options are those of Normalizer. Positions in the reason are byte offsets from 0. Raises UsageError for an
    invalid option, and for a base that is not an absolute URL.

    >>> urlsieve.explain("http://[::1/")
    'byte 7, "[" without "]" (RFC 3986 section 3.2.2) (invalid-host)'
    """
