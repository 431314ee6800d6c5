"""Changes mkdocs' HTML: an option in a span of code never breaks after a hyphen."""

import re


def on_page_content(html, **_):
    def with_options(code):
        return "<code>" + re.sub(r"--[a-z][a-z-]*", r'<span class="option">\g<0></span>', code[1]) + "</code>"

    return re.sub(r"<code>([^<]*)</code>", with_options, html)
