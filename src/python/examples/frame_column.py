"""A column of URLs in a pandas frame: frame_column.py FILE.csv, which has a column "url"; its hosts by their URLs."""

import sys

import pandas

import urlsieve


def main(name):
    frame = pandas.read_csv(name)
    frame["url"] = urlsieve.normalize_many(frame["url"].tolist())
    frame = frame.dropna(subset="url").drop_duplicates("url")
    frame["host"] = [urlsieve.parse(url).host for url in frame["url"]]
    print(frame.groupby("host").size().to_string(header=False))


if __name__ == "__main__":
    main(sys.argv[1])
