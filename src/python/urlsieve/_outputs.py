"""Output directories: how they are made, compared, and read row by row."""

import json as _json
from typing import NamedTuple as _NamedTuple

from . import _urlsieve
from ._documentation import documented as _documented
from ._urlsieve import convert, extract, graph, merge, purge, records, seen_set, update, verify

__all__ = [
    "Difference", "Differences", "Lookup", "Missing", "convert", "diff", "extract", "get", "graph", "merge",
    "purge", "read", "records", "seen_set", "stats", "update", "verify",
]  # fmt: skip


def _parser(layout):
    """Returns a function that converts a row of an output directory to a dict."""
    form, names = layout
    if form == "jsonl":
        return _json.loads

    def values_of(row):
        values = dict(zip(names, row.split("\t")))
        if form == "parquet" and "sources" in values:
            values["sources"] = values["sources"].split("\0") if values["sources"] else []
        return values

    return values_of


@_documented
class Missing(_NamedTuple):
    kind: str
    request: str
    reason: str


@_documented
class Lookup:
    def __init__(self, rows):
        self._rows = rows
        self._values_of = _parser(rows.layout)

    def __iter__(self):
        return self

    def __next__(self):
        return self._values_of(next(self._rows))

    @property
    def missing(self):
        return [Missing(*one) for one in self._rows.missing]


@_documented
class Difference(_NamedTuple):
    change: str
    url: str
    row: "dict | None"
    before: "int | None"
    after: "int | None"


@_documented
class Differences:
    def __init__(self, rows):
        self._rows = rows
        self._values_of = {"removed": _parser(rows.first_layout), "added": _parser(rows.second_layout)}

    def __iter__(self):
        return self

    def __next__(self):
        change, url, row, before, after = next(self._rows)
        return Difference(change, url, row if row is None else self._values_of[change](row), before, after)

    def counts(self):
        return self._rows.counts()


@_documented
def read(directory, *, on_error="fail", **requests):
    rows = _urlsieve.RowStream(directory, on_error=on_error, **requests)
    yield from map(_parser(rows.layout), rows)


@_documented
def get(directory, urls=(), *, prefixes=(), hosts=(), domains=(), on_error="fail", **requests):
    return Lookup(_urlsieve.look_up(directory, urls, prefixes, hosts, domains, on_error=on_error, **requests))


@_documented
def diff(old, new, *, only=None, memory=None, threads=None, on_error="fail", **requests):
    return Differences(
        _urlsieve.DifferenceStream(old, new, only, memory=memory, threads=threads, on_error=on_error, **requests)
    )


@_documented
def stats(directories, *, top=10, memory=None, threads=None, on_error="fail", **requests):
    return _json.loads(
        _urlsieve.census_json(directories, top, memory=memory, threads=threads, on_error=on_error, **requests)
    )
