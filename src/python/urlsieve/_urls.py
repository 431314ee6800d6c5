"""Functions on URLs in memory: normal forms, targets, components, comparison."""

from typing import NamedTuple as _NamedTuple

from . import _urlsieve
from ._documentation import documented as _documented, method_of as _method_of
from ._urlsieve import Normalizer, UrlColumn, explain, normalize, normalize_many, resolve, surt

__all__ = [
    "Comparison", "Normalizer", "Parsed", "UrlColumn", "Violation", "compare", "explain", "normalize", "normalize_many",
    "parse", "resolve", "surt",
]  # fmt: skip


@_documented
class Violation(_NamedTuple):
    component: str
    position: int
    rule: str
    message: str


@_documented
class Parsed(_NamedTuple):
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


@_documented
class Comparison(_NamedTuple):
    equal: bool
    rung: "str | None"
    a: str
    b: str
    a_rules: "list[str]"
    b_rules: "list[str]"


@_documented
def parse(url):
    parts = _urlsieve.parse(url)
    parts["violations"] = [Violation(*one) for one in parts["violations"]]
    return Parsed(**parts)


@_documented
def compare(a, b, **options):
    return Comparison(**_urlsieve.compare(a, b, **options))


@_method_of(UrlColumn, "to_numpy")
def _to_numpy(self):
    import numpy

    return numpy.array(self.to_pylist(), dtype=object)


@_method_of(UrlColumn, "to_pandas")
def _to_pandas(self):
    import pandas

    return pandas.Series(self.to_pylist(), dtype=object)
