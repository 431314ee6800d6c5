"""Pages from the help of the program: the manual of each subcommand, and the tables of `urlsieve help TOPIC`."""

import re
import subprocess


class Program:
    def __init__(self, path):
        self.path = path

    def help(self, *arguments):
        """Returns the output of `urlsieve help ARGUMENTS`."""
        return subprocess.run([self.path, "help", *arguments], capture_output=True, text=True, check=True,
                              env={"COLUMNS": "80"}).stdout

    def subcommands(self):
        """Returns (name, purpose) of each subcommand."""
        listed = re.search(r"^Find URLs:\n(?s:.*?)(?=^Common options:)", self.help(), flags=re.M)[0]
        return re.findall(r"^  ([a-z-]+) +(.*)$", listed, flags=re.M)

    def subcommand_list(self):
        """Returns a list of links to the manuals."""
        return "".join(f"- [`urlsieve {name}`](manual/{name}.md): {purpose}\n" for name, purpose in self.subcommands())

    def manual(self, name):
        """Returns the manual page of a subcommand as Markdown: each option is a term with an anchor."""
        blocks, lines = [], iter(self.help("--man", name).splitlines())
        for line in lines:
            macro, _, words = line.partition(" ")
            if macro == ".SH":
                blocks.append(f"## {plain(words).capitalize()}\n")
            elif macro == ".SS":
                blocks.append(f"### {plain(words)}\n")
            elif macro == ".TP":
                term, definition = markdown(next(lines)), markdown(next(lines))
                anchor = re.search(r"--[a-z-]+", term)
                blocks.append(f"{term}{f' {{: #{anchor[0]} }}' if anchor else ''}\n:   {definition}\n")
            elif not line.startswith("."):
                blocks.append(markdown(line) + "\n")
        text = "\n".join(blocks)
        title = re.match(r"## Name\n\n[^\n]* - (.)(.*)\n", text)
        return f"# urlsieve {name}\n\n{title[1].upper()}{title[2]}.\n" + text[title.end():].partition("## See also")[0]

    def topic(self, name):
        """Returns the lists of `urlsieve help NAME` as tables."""
        tables = []
        for heading, lines in re.findall(r"^(\S.*):\n((?:  .*\n)+)", self.help(name), flags=re.M):
            rows = re.findall(r"^  (\S+) +(\S.*(?:\n {4,}\S.*)*)", lines, flags=re.M)
            cells = ((word, escaped(re.sub(r"\s+", " ", text)).replace("|", "\\|")) for word, text in rows)
            tables.append(f"| {escaped(heading.lower())} | meaning |\n| --- | --- |\n" + "".join(f"| `{word}` | {text} |\n" for word, text in cells))
        return "\n".join(tables)


def plain(words):
    """Returns the words of a line of a manual page without escapes."""
    for escape, character in ((r"\-", "-"), (r"\:", ""), (r"\(ga", "`"), (r"\(aq", "'"), (r"\&", ""), (r"\e", "\\")):
        words = words.replace(escape, character)
    return words


def markdown(line):
    """Returns a line of a manual page as Markdown: words in bold are code, words in italics are emphasized."""
    spans = re.split(r"(\\fB.*?\\fR|\\fI.*?\\fR)", line)
    return "".join(f"`{plain(span[3:-3])}`" if span.startswith(r"\fB") else
                   f"*{escaped(plain(span[3:-3]))}*" if span.startswith(r"\fI") else escaped(plain(span)) for span in spans)


def escaped(text):
    """Returns text with options as code, and with the characters escaped that Markdown would interpret."""
    text = re.sub(r"(`[^`]*`)|(?<![\w-])(--[a-z][a-z-]*)", lambda found: found[1] or f"`{found[2]}`", text)
    return "".join(part if part.startswith("`") else re.sub(r"([*_\[\]])", r"\\\1", part).replace("<", "&lt;")
                   for part in re.split(r"(`[^`]*`)", text))
