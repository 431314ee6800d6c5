"""Writes the docstrings of the stubs as the rows of docstring.hpp: embed_docstrings.py OUT STUB...

A function has its signature in front of its docstring, so that help() shows the signature.
"""

import ast
import pathlib
import sys


def signature(function):
    """Returns the call of a function without annotations, in the form of __text_signature__."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    for argument in filter(None, every):
        argument.annotation = None
    return f"{function.name}({ast.unparse(arguments)})\n--\n\n"


def is_property(function):
    return any(ast.unparse(decorator) == "property" for decorator in function.decorator_list)


def rows(body, prefix=""):
    """Yields name, signature and docstring of the functions and classes. The last overload gives the signature."""
    for item in body:
        words = ast.get_docstring(item) if isinstance(item, (ast.FunctionDef, ast.ClassDef)) else None
        if isinstance(item, ast.ClassDef):
            yield from rows(item.body, f"{item.name}.")
            yield item.name, "", words
        elif isinstance(item, ast.FunctionDef) and (words or item.name == "__init__"):
            yield prefix + item.name, "" if is_property(item) else signature(item), words or ""


def main(out, *stubs):
    every = [row for stub in stubs for row in rows(ast.parse(pathlib.Path(stub).read_text()).body)]
    lines = [f'    {{"{name}", R"doc({call}{words})doc", {len(call.encode())}}},\n' for name, call, words in sorted(every)]
    pathlib.Path(out).write_text(f"""#include "src/python/docstring.hpp"

namespace urlsieve::python {{
namespace {{

constexpr docstring_row rows_of_stubs[] = {{
{"".join(lines)}}};

}}  // namespace

std::span<const docstring_row> docstring_rows() {{
  return rows_of_stubs;
}}

}}  // namespace urlsieve::python
""")


if __name__ == "__main__":
    main(*sys.argv[1:])
