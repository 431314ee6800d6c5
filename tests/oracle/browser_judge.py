"""urlsieve beside a browser, on stored pages of many sites.

Chromium loads each page without network, with the scripts of the page off and on. The judge compares the URLs that
Chromium would request or navigate to with the URLs that `urlsieve extract` finds in the same WARC record, by kind.
README.md has the method. Exit codes: 1: a difference without a known reason; 77: skipped.
"""

import argparse
import collections
import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # Nothing is written into the source tree.
import chromium  # noqa: E402

HERE = os.path.dirname(os.path.realpath(__file__))
SHARED = os.environ.get("URLSIEVE_SHARED", os.path.join(HERE, "..", "..", "..", "shared"))
ARCHIVE = os.path.join(SHARED, "data", "web-pages.warc.gz")
# Not requests: code, bytes in the page, and names of documents in memory. `extract` drops these schemes by default.
DROPPED = ("javascript:", "data:", "about:", "blob:", "view-source:", "chrome:", "chrome-error:")

KINDS = ["anchor", "form", "image", "srcset", "script", "stylesheet", "link, other rel", "style url()", "frame", "media",
         "object, embed", "SVG", "meta refresh", "import map", "ping"]
# Why a browser ignores a URL that is in the page (page_links.js).
INERT = {"template": "in <template>", "comment": "in a conditional comment", "parent": "source outside media or picture",
         "input": "input that is no picture",
         "declaration": "in a declaration that CSS drops or replaces"}


def kind_of(where, rel):
    """Returns the kind of a link, or None for places at which a browser requests nothing."""
    element, _, attribute = where.rpartition("@")
    if where == "css" or attribute == "style":
        return "style url()"
    if where == "script#importmap":
        return "import map"
    if element.startswith("svg:"):
        return "SVG" if element in ("svg:a", "svg:image", "svg:use", "svg:feimage", "svg:script") else None
    if attribute in ("srcset", "imagesrcset"):
        return "srcset"
    if attribute == "background":
        return "image"
    if where == "link@href":
        return "stylesheet" if "stylesheet" in rel.lower().split() else "link, other rel"
    return {
        "a@href": "anchor", "area@href": "anchor", "a@ping": "ping", "area@ping": "ping",
        "form@action": "form", "button@formaction": "form", "input@formaction": "form",
        "img@src": "image", "input@src": "image", "video@poster": "image",
        "script@src": "script", "iframe@src": "frame", "frame@src": "frame",
        "video@src": "media", "audio@src": "media", "source@src": "media", "track@src": "media",
        "embed@src": "object, embed", "object@data": "object, embed", "meta@refresh": "meta refresh",
    }.get(where)


def is_local_style(kind, raw):
    """Returns true for `url(#name)`, which names an element of the page."""
    return kind == "style url()" and raw.startswith("#")


def is_default_icon(kind, url):
    """Returns true for the icon that browsers request although the page does not name it."""
    return kind == "Other" and url.endswith("/favicon.ico")


def declares_charset(content_type, body):
    return bool("charset=" in content_type or body.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"))
                or re.search(rb"<meta\b[^>]*charset", body, re.I))


def records(path):
    """Yields (URL, content type, body) of each response in the archive."""
    with gzip.open(path) as file:
        data = file.read()
    at = 0
    while at < len(data):
        end = data.index(b"\r\n\r\n", at)
        fields = dict(line.split(":", 1) for line in data[at:end].decode("latin-1").lower().split("\r\n")[1:])
        block = data[end + 4:end + 4 + int(fields["content-length"])]
        if fields["warc-type"].strip() == "response":
            lines = data[at:end].decode().split("\r\n")
            target = next(line for line in lines if line.lower().startswith("warc-target-uri:"))
            head, _, body = block.partition(b"\r\n\r\n")
            headers = dict(line.lower().split(": ", 1) for line in head.decode("latin-1").split("\r\n")[1:])
            yield target.split(":", 1)[1].strip(), headers.get("content-type", ""), body
        at = end + 4 + int(fields["content-length"]) + 4


def chosen(pages, count):
    """Returns `count` pages: one of each host before a second of any host, in the order of SHA-256 of their URLs."""
    times = collections.Counter(url for url, _, _ in pages)
    # A few names of the archive are no URLs ("https://hard::a.html/").
    usable = (page for page in pages if times[page[0]] == 1 and re.match(r"https?://[\w.-]+(:[0-9]+)?/", page[0]))
    ordered = sorted(usable, key=lambda page: hashlib.sha256(page[0].encode()).digest())
    seen = collections.Counter()
    turns = []
    for page in ordered:
        host = page[0].split("/")[2]
        turns.append((seen[host], page))
        seen[host] += 1
    return [page for _, page in sorted(turns, key=lambda turn: turn[0])[:count]]


def normalized(program, urls):
    """Returns a dictionary from each URL to its normal form; a URL that urlsieve rejects stays as it is."""
    ordered = sorted(url for url in urls if url and "\n" not in url)
    done = subprocess.run([program, "normalize", "-q", "--slashes", "browser"], input="\n".join(ordered) + "\n", text=True,
                          capture_output=True, check=False)
    forms = done.stdout.split("\n")[:-1]
    assert len(forms) == len(ordered), done.stderr[-2000:]
    return {url: form or url for url, form in zip(ordered, forms)}


def sieved(program, sources):
    """Returns the rows of `extract`, and the reasons of rejected references by (page, text as written)."""
    with tempfile.TemporaryDirectory() as folder:
        rejects = os.path.join(folder, "rejects.tsv")
        done = subprocess.run(
            [program, "extract", "-q", "--no-dedup", "--jsonl", "--same-document", "keep", "--slashes", "browser",
             "--fields", "source,url,where,rel,raw", "--rejects", rejects, ARCHIVE], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        reasons = {}
        with open(rejects, encoding="utf-8", errors="replace") as file:
            for row in map(json.loads, file):
                reasons[row["source"], row["raw"]] = row["reason"]
    return [row for row in rows if row["source"] in sources], reasons


def browse(pages, scripts):
    """Returns the version of the browser, (URL, runs) of each page, and (URL, error) of each page that did not load. The first
    run has the scripts of the page off; with `scripts`, a second run has them on."""
    with open(os.path.join(HERE, "page_links.js"), encoding="utf-8") as file:
        script = file.read()
    browser = chromium.Chromium(chromium.find_chromium())
    modes = (False, True) if scripts else (False,)
    visited = []
    failed = []
    try:
        for url, content_type, body in pages:
            try:
                visited.append((url, [browser.visit(url, content_type, body, script, on) for on in modes]))
            except chromium.BrowserError as error:
                failed.append((url, str(error)))
        return browser.version, visited, failed
    finally:
        browser.close()


def requested_urls(run):
    return {url for kind, url in run[0] if not is_default_icon(kind, url)}


def active_urls(run):
    return {link["url"] for link in run[1] if not link["inert"]}


class Judgement:
    """The URLs of both sides, by (page, kind, URL), and their differences."""

    def __init__(self, program, visited, undeclared):
        """`undeclared`: the pages that declare no charset."""
        self.undeclared = undeclared
        sources = {url for url, _ in visited}
        rows, self.reasons = sieved(program, sources)
        plain = {row["url"] for row in rows}
        for _, runs in visited:
            for requests, links in runs:
                plain.update(url for _, url in requests)
                plain.update(link["url"] for link in links)
        forms = normalized(program, plain)

        def form(url):
            # Browsers escape "'" in queries; RFC 3986 reserves it.
            if not url or url.lower().startswith(DROPPED):
                return None
            return forms.get(url, url).split("#")[0].replace("'", "%27")

        # (page, kind, URL) -> text as written.
        self.ours, self.ours_elsewhere, self.theirs, self.inert = {}, collections.Counter(), {}, {}
        self.our_urls, self.requested, self.built, self.all_urls, self.icons = set(), set(), set(), set(), 0
        for row in rows:
            page, url = row["source"], form(row["url"])
            if url is None:
                continue
            self.our_urls.add((page, url))
            kind = kind_of(row["where"], row["rel"] or "")
            if is_local_style(kind, row["raw"]):
                continue
            if kind:
                self.ours[page, kind, url] = (row["where"], row["raw"])
            else:
                self.ours_elsewhere[row["where"], page, url] += 1
        for page, (off, *on) in visited:
            for link in off[1]:
                url = form(link["url"])
                key = page, kind_of(link["where"], link["rel"]), url
                if url is not None and not is_local_style(key[1], link["raw"]):
                    if link["inert"]:
                        self.inert[key] = link["inert"]
                    else:
                        self.theirs[key] = (link["where"], link["raw"])
            asked, static = ({(page, form(url)) for url in urls} - {(page, None)} for urls in (requested_urls(off), active_urls(off)))
            dynamic = {(page, form(url)) for run in on for url in requested_urls(run) | active_urls(run)} - {(page, None)}
            self.requested |= asked
            self.all_urls |= asked | static | dynamic
            self.built |= dynamic - asked - static
            self.icons += sum(is_default_icon(*request) for request in off[0])

        # Import maps are one of the kinds of data that urlsieve finds in the text of scripts.
        for page, kind, url in self.theirs:
            if kind == "import map" and ("script#text", page, url) in self.ours_elsewhere:
                self.ours[page, kind, url] = self.theirs[page, kind, url]

    def missed(self):
        """Yields (page, kind, URL, where, raw, reason) of each URL of the browser that urlsieve lacks in this kind."""
        for (page, kind, url), (where, raw) in self.theirs.items():
            if (page, kind, url) not in self.ours:
                reason = self.charset_reason(page, raw)
                if self.reasons.get((page, raw)) == "invalid-host" and re.match(r"\s*[a-z]+://[^/?#]*(%20| )", raw, re.I):
                    reason = "a blank in a host, which Chromium accepts and the URL standard forbids"
                yield page, kind, url, where, raw, reason
        for page, url in self.requested - self.our_urls:
            yield page, "request", url, "", "", ""

    def extra(self):
        """Yields (page, kind, URL, where, raw, reason) of each URL of urlsieve that the browser lacks in this kind."""
        for (page, kind, url), (where, raw) in self.ours.items():
            if (page, kind, url) in self.theirs:
                continue
            reason = self.charset_reason(page, raw)
            if (page, kind, url) in self.inert:
                reason = INERT[self.inert[page, kind, url]]
            elif not raw.strip():
                reason = "an empty value, which names the page itself"
            yield page, kind, url, where, raw, reason

    def charset_reason(self, page, raw):
        return "" if raw.isascii() or page not in self.undeclared else "the page declares no charset, and the guesses differ"


def percent(part, whole):
    """Returns the share in percent, rounded down: only the whole is 100 %."""
    return f"{10000 * part // whole / 100:.2f} %" if whole else ""


def table(found):
    """Returns the rows by kind, the last one of all kinds: kind, and counts of the browser, of both, and of urlsieve."""
    rows = []
    for kind in KINDS:
        theirs = {key for key in found.theirs if key[1] == kind}
        ours = {key for key in found.ours if key[1] == kind}
        if theirs or ours:
            rows.append((kind, len(theirs), len(theirs & ours), len(ours)))
    return rows + [("all", *(sum(row[column] for row in rows) for column in (1, 2, 3)))]


def print_table(found, scripts):
    print("| kind | browser | found | recall | urlsieve | precision |\n| --- | --- | --- | --- | --- | --- |")
    for kind, theirs, both, ours in table(found):
        print(f"| {kind} | {theirs:,} | {both:,} | {percent(both, theirs)} | {ours:,} | {percent(both, ours)} |")
    asked = found.requested
    print(f"\nRequests with scripts off: {len(asked):,} URLs, found in any kind: {len(asked & found.our_urls):,} "
          f"({percent(len(asked & found.our_urls), len(asked))}), without {found.icons} icons that no page names.")
    if scripts:
        print(f"Built by scripts at run time: {len(found.built):,} of {len(found.all_urls):,} URLs "
              f"({percent(len(found.built), len(found.all_urls))}), of which urlsieve finds {len(found.built & found.our_urls):,}.")
    places = collections.Counter()
    for where, _, _ in found.ours_elsewhere:
        element, _, attribute = where.rpartition("@")
        places["JSON-LD" if element == "" else where if element == "meta" else f"@{attribute}"] += 1
    print("At places without requests: " + ", ".join(f"{place} {count:,}" for place, count in places.most_common()) + ".")


def print_differences(title, differences, examples):
    """Prints how many URLs differ by kind and reason, and `examples` of each."""
    groups = collections.defaultdict(list)
    for page, kind, url, where, raw, reason in differences:
        groups[kind, reason or "unexplained"].append(f"{where} {raw[:200]!r} {url[:200]} in {page}")
    for (kind, reason), lines in sorted(groups.items()):
        print(f"{title}: {kind}: {reason}: {len(lines)}")
        for line in lines[:examples]:
            print(f"    {line}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--pages", type=int, default=int(os.environ.get("URLSIEVE_BROWSER_PAGES", "30")))
    parser.add_argument("--scripts", action="store_true", help="load each page also with its scripts on")
    parser.add_argument("--examples", type=int, default=5, help="examples of each kind of difference")
    chosen_options = parser.parse_args()
    if not chromium.find_chromium() or not os.path.exists(ARCHIVE):
        print("skipped: no Chromium (package chromium), or no data/web-pages.warc.gz in the shared test data")
        return 77
    pages = chosen(list(records(ARCHIVE)), chosen_options.pages)
    version, visited, failed = browse(pages, chosen_options.scripts)
    undeclared = {url for url, content_type, body in pages if not declares_charset(content_type, body)}
    found = Judgement(os.path.realpath(chosen_options.program), visited, undeclared)
    print(f"{len(visited)} pages of {len({url.split('/')[2] for url, _ in visited})} hosts in {version}.\n")
    for url, error in failed:
        print(f"not loaded: {url}: {error}")
    print_table(found, chosen_options.scripts)
    missed, extra = list(found.missed()), list(found.extra())
    print()
    print_differences("missed", missed, chosen_options.examples)
    print_differences("without the browser", extra, chosen_options.examples)
    unexplained = [difference for difference in missed + extra if not difference[-1]]
    if unexplained or len(failed) * 20 > len(pages):
        print(f"FAILED: {len(unexplained)} unexplained differences, {len(failed)} pages not loaded")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
