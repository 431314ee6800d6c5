#!/usr/bin/env python3
"""Counts the messages of mbox files with Python's mailbox module: every line that begins with "From ".

    tests/documents/mailboxes/count_messages.py FILE...

Expected counts of tests/documents/mailboxes/mail_counts_test.cpp were compared by hand. The counts differ if a line of
a body begins with "From " without an empty line before or a header line after, or is the separator of git, and if a
writer omitted the empty line before a separator.
"""
import mailbox
import sys

for path in sys.argv[1:]:
    print(len(mailbox.mbox(path, create=False)), path)
