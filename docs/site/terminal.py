"""Runs commands in a terminal and draws the session as SVG: terminal.py COLUMNS COMMAND... > PICTURE

The terminal is a pseudoterminal, so programs print colours and a line of progress. The drawing interprets colours, bold
text, carriage returns and "erase to the end of the screen".
"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from xml.sax.saxutils import escape

# Foreground colours by their SGR code; the colours of a dark terminal that are legible for most readers.
colours = {31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#76e3ea"}
plain, background, prompt = "#e6edf3", "#161b22", "#7ee787"
character_width, line_height, margin = 8.4, 19, 16


def output(command, columns):
    """Returns all that a command prints on a terminal with this number of columns."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen(["bash", "-c", command], stdin=slave, stdout=slave, stderr=slave,
                               env={**os.environ, "TERM": "xterm-256color"})
    os.close(slave)
    printed = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # the terminal has no writer any more
            break
        if not piece:
            break
        printed += piece
    process.wait()
    os.close(master)
    return printed.decode()


def screen(printed, columns):
    """Returns the lines that a terminal shows: lists of (character, colour, bold)."""
    lines, column, colour, bold = [[]], 0, plain, False
    for token in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|.", printed, flags=re.S):
        if token == "\n":
            lines.append([])
        elif token == "\r":
            column = 0
        elif token.startswith("\x1b"):
            if token.endswith("m"):
                for code in map(int, token[2:-1].split(";") if token[2:-1] else ["0"]):
                    colour = plain if code == 0 else colours.get(code, colour)
                    bold = code == 1 or (bold and code != 0)
            elif token[-1] in "JK":
                del lines[-1][column:]
        elif token == "\t":
            lines[-1] += [(" ", plain, False)] * (8 - column % 8)
            column += 8 - column % 8
        else:
            if column == columns:
                lines.append([])
                column = 0
            lines[-1][column:column + 1] = [(token, colour, bold)]
            column += 1
    while lines and not lines[-1]:
        lines.pop()
    return lines


def runs(line):
    """Returns (first column, text, colour, bold) of each run of equal characters in a line."""
    first = 0
    for i in range(1, len(line) + 1):
        if i == len(line) or line[i][1:] != line[first][1:]:
            yield first, "".join(character for character, _, _ in line[first:i]), *line[first][1:]
            first = i


def drawing(lines, columns):
    width, height = columns * character_width + 2 * margin, len(lines) * line_height + 2 * margin
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" width="{width:g}" height="{height}" '
           'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">')
    yield f'<rect width="100%" height="100%" rx="8" fill="{background}"/>'
    for row, line in enumerate(lines):
        for first, text, colour, bold in runs(line):
            first += len(text) - len(text.lstrip())
            text = text.strip()
            if text:
                weight = ' font-weight="bold"' if bold else ""
                yield (f'<text x="{margin + first * character_width:g}" y="{margin + row * line_height + 14}" fill="{colour}"'
                       f'{weight} textLength="{len(text) * character_width:g}">{escape(text).replace(" ", "&#160;")}</text>')
    yield "</svg>"


def main():
    columns, lines = int(sys.argv[1]), []
    for command in sys.argv[2:]:
        typed = [("$", prompt, False), (" ", plain, False)] + [(character, plain, True) for character in command]
        lines += [typed[i:i + columns] for i in range(0, len(typed), columns)]
        lines += screen(output(command, columns), columns) + [[]]
    print("\n".join(drawing(lines[:-1], columns)))


main()
