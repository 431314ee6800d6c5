"""The URLs of pages in memory, and of files batch by batch."""

from ._documentation import documented as _documented, method_of as _method_of
from ._urlsieve import Batch, Extractor, Link, Scan

__all__ = ["Batch", "Extractor", "Link", "Scan", "scan"]


@_documented
def scan(inputs, fields=("url",), batch=65536, **options):
    return Scan(inputs, fields, batch, **options)


@_method_of(Batch, "to_pandas")
def _to_pandas(self):
    import pandas

    return pandas.DataFrame({name: self[name] for name in self.fields})
