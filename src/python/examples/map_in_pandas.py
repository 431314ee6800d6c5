"""The links of pages as a function from frames to frames: map_in_pandas.py FILE.jsonl, with "url" and "html" in each line.

Spark calls `links_of` as it is, once an executor's task; here pandas does, a few pages at a time:

    spark.read.json("pages/").select("url", "html").mapInPandas(links_of, "url string, count bigint")
"""

import sys

import pandas

import urlsieve


def links_of(frames):
    """For each frame of pages one of links: the link, and on how many of the pages it is."""
    extractor = urlsieve.Extractor(dedup="page", fields=["url"])
    for frame in frames:
        rows = [extractor.batch(page.encode(), base=url).to_pandas() for url, page in zip(frame["url"], frame["html"])]
        links = pandas.concat(rows, ignore_index=True) if rows else pandas.DataFrame({"url": []})
        yield links.groupby("url", as_index=False).size().rename(columns={"size": "count"})


def main(name):
    pages = pandas.read_json(name, lines=True, chunksize=100)
    found = pandas.concat(links_of(pages), ignore_index=True)
    print(found.groupby("url")["count"].sum().to_string(header=False))


if __name__ == "__main__":
    main(sys.argv[1])
