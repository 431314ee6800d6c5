"""Writes the reference of the Python package as a Markdown page: python_reference.py PACKAGE > PAGE

The stubs of the package (*.pyi) have the signatures and the docstrings. Private names are left out, except the types
in signatures.
"""

import ast
import itertools
import pathlib
import sys


# In the order of the page.
stubs = ["_urls.pyi", "_pages.pyi", "_outputs.pyi", "_options.pyi"]


def signature(name, function, is_method):
    """Returns the call of a function as code, one argument a line if the call is wider than a page."""
    arguments = list(split_arguments(function.args))[1 if is_method else 0:]
    result = f" -> {ast.unparse(function.returns)}" if function.returns and function.name != "__init__" else ""
    line = f"{name}({', '.join(arguments)}){result}"
    if len(line) <= 80:
        return line
    return f"{name}(\n" + "".join(f"    {argument},\n" for argument in arguments) + f"){result}"


def split_arguments(arguments):
    """Returns each argument as code, with its annotation and default."""
    defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + arguments.defaults
    for argument, default in zip(arguments.args, defaults):
        yield ast.unparse(argument) + (f" = {ast.unparse(default)}" if default else "")
    if arguments.kwonlyargs:
        yield "*"
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        yield ast.unparse(argument) + (f" = {ast.unparse(default)}" if default else "")
    if arguments.kwarg:
        yield f"**{ast.unparse(arguments.kwarg)}"


def is_property(function):
    return any(ast.unparse(decorator) == "property" for decorator in function.decorator_list)


def words_of(item):
    """Returns the docstring of a class or function, with its examples as blocks."""
    words = ast.get_docstring(item) or ""
    blocks = (f"```pycon\n{block}\n```" if block.startswith(">>>") else block for block in words.split("\n\n"))
    return "\n\n".join(blocks) + "\n"


def functions(body, prefix="", level="###"):
    """Returns heading, signatures and docstring of each function of a module or class. Overloads share a heading."""
    public = [item for item in body if isinstance(item, ast.FunctionDef) and not is_property(item) and item.name[0] != "_"]
    for name, overloads in itertools.groupby(public, key=lambda function: function.name):
        overloads = list(overloads)
        yield f"{level} {prefix}{name}()\n"
        yield "```python\n" + "\n".join(signature(prefix + name, one, bool(prefix)) for one in overloads) + "\n```\n"
        yield words_of(overloads[-1])


def attributes(body):
    """Returns a table of the properties of a class or the members of a named tuple."""
    members = [(item.target.id, ast.unparse(item.annotation)) for item in body if isinstance(item, ast.AnnAssign)]
    properties = [item for item in body if isinstance(item, ast.FunctionDef) and is_property(item)]
    if members:
        yield "| attribute | type |\n| --- | --- |\n" + "".join(
            f"| `{name}` | `{kind}` |\n".replace(" | None`", " \\| None`") for name, kind in members)
    if properties:
        yield "| attribute | type | value |\n| --- | --- | --- |\n" + "".join(
            f"| `{item.name}` | `{ast.unparse(item.returns)}` | {ast.get_docstring(item)} |\n" for item in properties)


def class_section(item):
    """Returns heading, constructor, docstring, attributes and methods of a class."""
    yield f"### {item.name}\n"
    for part in item.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            yield "```python\n" + signature(item.name, part, True) + "\n```\n"
    yield words_of(item)
    yield from attributes(item.body)
    yield from functions(item.body, f"{item.name}.", "####")


def page(package):
    """Returns the blocks of the page."""
    body = [item for stub in stubs for item in ast.parse((package / stub).read_text()).body]
    classes = [item for item in body if isinstance(item, ast.ClassDef)]
    errors = [item for item in classes if item.name.endswith("Error")]
    yield "# Python reference\n"
    yield ("`**options` takes the [options](options.md) of the command line, with `_` for `-`. "
           "[Python](../start/python.md) shows first calls. The examples run in a folder with a copy of "
           "`corpora/samples` as `samples`, as that page makes the folder.\n")
    yield "## Functions\n"
    yield from functions(body)
    yield "## Classes\n"
    for item in classes:
        if item not in errors:
            yield from class_section(item)
    yield "## Errors\n"
    yield "| error | bases | meaning |\n| --- | --- | --- |\n" + "".join(
        f"| `{item.name}` | {', '.join(f'`{ast.unparse(base)}`' for base in item.bases)} | {ast.get_docstring(item)} |\n"
        for item in errors)
    yield "## Types in signatures\n"
    yield "```python\n" + "".join(f"{ast.unparse(item)}\n" for item in body
                                  if isinstance(item, ast.Assign)) + "```\n"


if __name__ == "__main__":
    print("\n".join(page(pathlib.Path(sys.argv[1]))))
