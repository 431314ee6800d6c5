"""The links of web archives: archive_links.py FILE..., one "page TAB link TAB where" a line."""

import sys

import urlsieve

FIELDS = ["source", "url", "where"]


def main(files):
    for rows in urlsieve.scan(files, fields=FIELDS, no_dedup=True):
        for row in zip(*(rows[field] for field in FIELDS)):
            print(*row, sep="\t")


if __name__ == "__main__":
    main(sys.argv[1:])
