#!/usr/bin/env python3
"""Counts the messages of mbox files as Python's mailbox module does: every line that begins with "From ".

    tests/documents/mailboxes/count_messages.py FILE...

What tests/documents/mailboxes/mail_counts_test.cpp expects was compared with it by hand. The two differ where a line of a
body begins with "From " behind no empty line, or before no header line, or is the one that git writes; and where
a writer left the empty line before a separator out.
"""
import mailbox
import sys

for path in sys.argv[1:]:
    print(len(mailbox.mbox(path, create=False)), path)
