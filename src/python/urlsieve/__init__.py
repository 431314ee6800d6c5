"""URLs found, resolved, normalized: the library of the program `urlsieve`.

>>> import urlsieve
>>> urlsieve.normalize("HTTP://Example.COM:80/%7Euser/../a")
'http://example.com/a'
>>> [link.url for link in urlsieve.Extractor().links('<a href="../x">', base="http://a.example/b/c")]
['http://a.example/x']

Options are those of the command line, by the same words, with "_" in place of "-": ``drop_tracking=True``,
``ladder="syntax"``, ``schemes=["http", "https"]``. What goes wrong is an ``urlsieve.Error``.
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
    """What is not valid in a URL: where, at which byte, which rule it breaks, and all that as a sentence."""

    component: str
    position: int
    rule: str
    message: str


class Parsed(_NamedTuple):
    """The parts of a URL; one that is not there is None, which is not the same as an empty one."""

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
    """Whether two URLs are equal, and the lowest rung of the ladder at which they are."""

    equal: bool
    rung: "str | None"
    a: str
    b: str
    a_rules: "list[str]"
    b_rules: "list[str]"


def parse(url):
    """The parts of a URL, by the generic syntax and by the names that its scheme has for them.

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
    """Whether two URLs are equivalent, and by which rules (rfc2396bis-01 section 6.2).

    >>> urlsieve.compare("http://example.com/%7Ea", "http://example.com/~a").rung
    'syntax'
    >>> urlsieve.compare("http://example.com/a", "http://example.com/b").equal
    False
    """
    return Comparison(**_urlsieve.compare(a, b, **options))


def scan(inputs, fields=("url",), batch=65536, **options):
    """The URLs of files (archives, mail, text; compressed or not), in batches of rows, in input order.

    >>> for rows in urlsieve.scan("note.txt", fields=["url", "where"]):
    ...     print(rows["url"])
    ['http://a.example/', 'http://b.example/']
    """
    return Scan(inputs, fields, batch, **options)


def read(directory):
    """The rows of an output directory as dicts of its fields, shard by shard.

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
    """The rows as a pandas.DataFrame."""
    import pandas

    return pandas.DataFrame({name: self[name] for name in self.fields})


Batch.to_pandas = _to_pandas
