"""Extracts, resolves and normalizes URLs: the Python package of the program `urlsieve`.

>>> import urlsieve
>>> urlsieve.normalize("HTTP://Example.COM:80/%7Euser/../a")
'http://example.com/a'
>>> [link.url for link in urlsieve.Extractor().links('<a href="../x">', base="http://a.example/b/c")]
['http://a.example/x']

Options have the names and values of the command line, with "_" for "-": ``drop_tracking=True``, ``ladder="syntax"``,
``schemes=["http", "https"]``. ``option_names()`` lists the options.

Failures raise a subclass of ``urlsieve.Error``: ``UsageError`` (also a ``ValueError``) for invalid arguments,
``InputError`` and ``OutputError`` (also ``OSError``) for files. Damaged input does not raise: it is counted.
"""

import json as _json
from typing import NamedTuple as _NamedTuple

from ._urlsieve import (
    Batch,
    Error,
    Extractor,
    InputError,
    Link,
    Normalizer,
    OutputError,
    RowReader as _RowReader,
    Scan,
    UrlColumn,
    UsageError,
    __version__,
    explain,
    extract,
    merge,
    normalize,
    normalize_many,
    option_names,
    surt,
    verify,
)
from . import _urlsieve

__all__ = [
    "Batch", "Comparison", "Error", "Extractor", "InputError", "Link", "Normalizer", "OutputError", "Parsed", "Scan",
    "UrlColumn", "UsageError", "Violation", "compare", "explain", "extract", "merge", "normalize", "normalize_many",
    "option_names", "parse", "read", "scan", "surt", "verify",
]  # fmt: skip


class Violation(_NamedTuple):
    """A fault of an invalid URL.

    ``component`` names the part of the URL, ``position`` is a byte offset from 0, ``rule`` the grammar rule, and
    ``message`` a sentence with all of them.
    """

    component: str
    position: int
    rule: str
    message: str


class Parsed(_NamedTuple):
    """The components of a URL. An absent component is None; an empty component is "".

    ``parts`` has the (name, value) pairs that the scheme defines, ``flags`` the safety flags of ``--fields flags``.
    """

    scheme: "str | None"
    authority: "str | None"
    userinfo: "str | None"
    host: "str | None"
    port: "str | None"
    path: str
    query: "str | None"
    fragment: "str | None"
    subdomain: "str | None"
    domain: "str | None"
    suffix: "str | None"
    extension: "str | None"
    surt: str
    valid: bool
    violations: "list[Violation]"
    parts: "list[tuple[str, str]]"
    flags: "list[str]"


class Comparison(_NamedTuple):
    """The result of ``compare``.

    ``rung`` is the lowest rung of the ladder at which the URLs are equal, or None. ``a`` and ``b`` are the URLs at
    this rung (at the last rung if the URLs differ), ``a_rules`` and ``b_rules`` the rules that changed them.
    """

    equal: bool
    rung: "str | None"
    a: str
    b: str
    a_rules: "list[str]"
    b_rules: "list[str]"


def parse(url):
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
    parts = _urlsieve.parse(url)
    parts["violations"] = [Violation(*one) for one in parts["violations"]]
    return Parsed(**parts)


def compare(a, b, **options):
    """Compares two URLs rung by rung (rfc2396bis-01 section 6.2) and returns a ``Comparison``.

    ``options`` are the options of normalization. Raises ``UsageError`` for an invalid option.

    >>> urlsieve.compare("http://example.com/%7Ea", "http://example.com/~a").rung
    'syntax'
    >>> urlsieve.compare("http://example.com/a", "http://example.com/b").equal
    False
    """
    return Comparison(**_urlsieve.compare(a, b, **options))


def scan(inputs, fields=("url",), batch=65536, **options):
    """Reads files (archives, mail, text; compressed or not) and iterates over batches of URLs, in input order.

    ``fields`` names the columns, as ``--fields`` does. ``batch`` is the number of rows of each batch but the last.
    The scan reads ahead in background threads; ``close()``, or leaving a ``with`` block, ends the reading. Raises
    ``UsageError`` for invalid arguments, and ``InputError`` if an input cannot be read.

    >>> for rows in urlsieve.scan("note.txt", fields=["url", "where"]):
    ...     print(rows["url"])
    ['http://a.example/', 'http://b.example/']
    """
    return Scan(inputs, fields, batch, **options)


def read(directory):
    """Yields the rows of an output directory as dicts of its fields, shard by shard.

    Values are strings, except in directories of JSON Lines, whose values have their JSON types. In Parquet outputs,
    ``sources`` is a list. Raises an ``Error`` if the directory is no output of urlsieve or is damaged.

    >>> [row["url"] for row in urlsieve.read("out")]
    ['http://a.example/', 'http://b.example/']
    """
    rows = _RowReader(directory)
    if rows.jsonl:
        yield from map(_json.loads, rows)
        return
    names = rows.fields
    for row in rows:
        values = dict(zip(names, row.split("\t")))
        if rows.parquet and "sources" in values:
            values["sources"] = values["sources"].split("\0") if values["sources"] else []
        yield values


def _to_pandas(self):
    """Returns the rows as a pandas.DataFrame, with a column per field. Needs pandas."""
    import pandas

    return pandas.DataFrame({name: self[name] for name in self.fields})


Batch.to_pandas = _to_pandas
