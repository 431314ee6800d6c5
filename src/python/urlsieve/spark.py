"""Extracts the URLs of pages that Spark holds. The workers need the wheel of urlsieve, and for extract() also pandas and
PyArrow, which Spark's mapInPandas uses.

    import urlsieve.spark
    pages = spark.read.parquet("pages")                                 # url, content
    links = urlsieve.spark.extract(pages, fields=["url", "source", "where"], drop_tracking=True)
    links.groupBy("url").count().write.parquet("links")

Not run with Spark: tests call the functions with batches of pandas and with partitions, as Spark does.
"""

from __future__ import annotations

from typing import Any, Iterable, Iterator

from ._pages import Extractor
from ._urlsieve import UsageError

INTEGER_FIELDS = frozenset(["offset", "record-offset", "record-length", "status", "line"])


def schema_of(fields: Iterable[str] = ("url", "source")) -> str:
    """Returns the schema of the rows with these fields in the language of Spark: "`url` string, `offset` bigint"."""
    return ", ".join(f"`{field}` {'bigint' if field in INTEGER_FIELDS else 'string'}" for field in fields)


class _PageReader:
    """Returns the rows of pages. Workers receive an object with the options, and make an Extractor per partition."""

    def __init__(self, fields: Iterable[str], content_type: str | None, options: dict[str, Any]) -> None:
        self.fields = list(fields)
        self.content_type = content_type
        self.options = options
        self.new_extractor()  # refuses wrong options on the driver

    def new_extractor(self) -> Extractor:
        return Extractor(fields=self.fields, **self.options)

    def columns(self, extractor: Extractor, url: Any, page: Any) -> list[list[Any]]:
        """Returns a list for each field. A page without content (null) has no rows."""
        if not isinstance(page, (str, bytes, bytearray, memoryview)):
            return [[] for _ in self.fields]
        base = url if isinstance(url, str) else None
        batch = extractor.batch(page, base=base, source=base, content_type=self.content_type)
        return [batch[field] for field in self.fields]


class _FrameReader(_PageReader):
    """The function of mapInPandas: frames of the columns url and content to frames of the fields."""

    def __call__(self, frames: Iterable[Any]) -> Iterator[Any]:
        import pandas  # type: ignore[import]

        extractor = self.new_extractor()
        for frame in frames:
            found: list[list[Any]] = [[] for _ in self.fields]
            for url, page in zip(frame.iloc[:, 0], frame.iloc[:, 1]):
                for column, values in zip(found, self.columns(extractor, url, page)):
                    column.extend(values)
            types = ["Int64" if field in INTEGER_FIELDS else "object" for field in self.fields]
            columns = [pandas.Series(values, dtype=kind) for values, kind in zip(found, types)]
            yield pandas.concat(columns, axis=1, keys=self.fields)


class _PairReader(_PageReader):
    """The function of mapPartitions: pairs of URL and content to tuples of the fields."""

    def __call__(self, pairs: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, ...]]:
        extractor = self.new_extractor()
        for url, page in pairs:
            yield from zip(*self.columns(extractor, url, page))


def extract(
    pages: Any,
    url: str = "url",
    content: str = "content",
    fields: Iterable[str] = ("url", "source"),
    content_type: str | None = None,
    **options: Any,
) -> Any:
    """Returns a DataFrame with a row per URL of the pages in the DataFrame ``pages``.

    ``url`` names the column with the URL of a page, ``content`` the column with its bytes or text. ``fields``,
    ``content_type`` and ``options`` are as for urlsieve.Extractor; the field ``source`` is the URL of the page. Each page
    has each URL once (``dedup="page"``). Pages without content are skipped. Raises UsageError for wrong options and
    fields, before Spark starts. Rows of one page follow one another, in page order.
    """
    if url == content:
        raise UsageError("url and content are the same column")
    fields = list(fields)
    return pages.select(url, content).mapInPandas(_FrameReader(fields, content_type, options), schema_of(fields))


def extract_pairs(
    pages: Any, fields: Iterable[str] = ("url", "source"), content_type: str | None = None, **options: Any
) -> Any:
    """Returns an RDD with a tuple per URL, for an RDD of pairs (URL of a page, content). Needs no pandas. See extract().

    ``urlsieve.spark.extract_pairs(rdd).toDF(urlsieve.spark.schema_of())`` is a DataFrame.
    """
    return pages.mapPartitions(_PairReader(fields, content_type, options))
