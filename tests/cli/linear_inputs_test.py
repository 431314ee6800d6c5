"""linear_inputs_test.py PROGRAM: repeated pieces take time linear in their length, in every format, after compressed
members and archives, valid and truncated."""

import bz2
import gzip
import io
import lzma
import pathlib
import sys
import tarfile
import tempfile
import zipfile

from linear_time import complaint

LINK = b"http://a.example/b\n"
RECORD = (b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 5\r\nWARC-Target-URI: http://a/\r\n\r\n"
          b"hello\r\n\r\n")
MAIL = b"From: a@b.c\nSubject: x\nTo: b@c.d\nMessage-ID: <a@b>\n\n"
FRONTS = {
    "text": b"", "html": b"", "urls": b"", "jsonl": b"", "news": b"", "warc": RECORD, "mail": MAIL,
    "mbox": b"From a@b.c Mon Jan  1 00:00:00 2001\n" + MAIL,
}
PIECES = [
    "a", "T", "<", ">", "<a", "<a href=", '<a href="', "</", "<!--", "-->", "<!", "<![CDATA[", "]]>", '"', "'", "(", "[", "{",
    "}", "http:", "http://", "http://a/", "http://a/ ", "<http://", "<URL:http://", "www.", "//", "/..", "%", "\\", "\\u0041", "&",
    "&#", "&amp;", "=", "=\n", "=3D", "=?utf-8?q?", "\n", "\r", "\r\n", " \n", "\n ", "\n>", "\nFrom ",
    "\nFrom a@b Mon Jan  1 00:00:00 2000\n", "From: a\n", "Content-Type: ", "\n--", "\n--a", "--a\n", "\0", "\u200b", "\u00a0",
    "url(", "@import ", "/*", "srcset=a 1x,", 'style="url(', "<style>", "<script>", "<svg>", "<base href=", "<title>",
    '<iframe srcdoc="', "<template>", ":", "a@b", ".", "a.", "xn--", "?a=b&", ",", "\t", '{"url":"', '{"a":', "[1,",
    "WARC/1.0\r\n", "WARC/1.0\nWARC-Type: a\n", "WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n",
    "WARC/1.0\r\nContent-Length: 99999999\r\n\r\n", "[.]", "(dot)", "<?", "mailto:", "http://[::", "http://%", "<p a=",
    "filedesc:", "http://a 1.2.3.4 20000101000000 a 1\n",
]
MARKS = [
    b"a", b"T", b"a:", b"\0", b"\x1f\x8b\x08\x00", b"\x28\xb5\x2f\xfd", b"\x50\x2a\x4d\x18", b"\x50\x2a\x4d\x18\0\0\0\0",
    b"BZh91AY&SY", b"\xfd7zXZ\0", b"\x04\x22\x4d\x18", b"\x02\x21\x4c\x18", b"LZIP\1\x0c", b"\x1f\x9d", b"PK\3\4", b"PK\1\2",
    b"PK\5\6", b"ustar", b"070701", b"070707", b"!<arch>\n", b"`\n", b"\x71\xc7", b"WARC/", b"WARC/1.0\nWARC-Type: a\n",
    gzip.compress(b"", mtime=0), gzip.compress(b"x", mtime=0)[:-1], bz2.compress(b""),
]


def tar():
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as made:
        member = tarfile.TarInfo("a.txt")
        member.size = len(LINK)
        made.addfile(member, io.BytesIO(LINK))
    return held.getvalue()


def zipped():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as made:
        made.writestr("a.txt", LINK)
    return held.getvalue()


def containers():
    packed = {"gzip": gzip.compress(LINK, mtime=0), "bzip2": bz2.compress(LINK), "xz": lzma.compress(LINK),
              "WARC in gzip": gzip.compress(RECORD, mtime=0), "zip": zipped()}
    yield from packed.items()
    for name, made in packed.items():
        yield f"cut {name}", made[:-4]
    yield "tar", tar()
    yield "tar without its end", tar()[:1024]
    yield "ar", b"!<arch>\n"


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "in")

        def cases():
            for form, front in FRONTS.items():
                for piece in PIECES:
                    yield [f"--input-format={form}"], form, front, piece.encode()
            for name, front in containers():
                for piece in MARKS:
                    yield [], name, front, piece

        slow = []
        for options, name, front, piece in cases():
            found = complaint(program, options, path, lambda size: front + piece * (size // len(piece)))
            if found:
                slow.append(f"{name}, {piece!r}: {found}")
    print("\n".join(slow))
    sys.exit(bool(slow))


main()
