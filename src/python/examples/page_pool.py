"""Pages in a pool of processes: page_pool.py FILE, lines of JSON with "url" and "html"; the links of each, once a page.

An extractor is made once in each process; a page then costs what is in it.
"""

import json
import multiprocessing
import sys

import urlsieve

extractor: urlsieve.Extractor


def begin(options):
    global extractor
    extractor = urlsieve.Extractor(**options)


def links_of(line):
    page = json.loads(line)
    return page["url"], [link.url for link in extractor.links(page["html"], base=page["url"])]


def main(name):
    with multiprocessing.Pool(2, begin, [{"dedup": "page", "drop_tracking": True}]) as pool, open(name) as lines:
        for url, links in pool.imap(links_of, lines, chunksize=64):
            print(url, *links)


if __name__ == "__main__":
    main(sys.argv[1])
