"""Copies the docstrings of the stubs to the functions and classes that are written in Python."""

from ._urlsieve import docstrings


def documented(item):
    """Sets the docstring of a function, or of a class and its members. Returns ``item``, as a decorator does."""
    name = item.__name__
    item.__doc__ = docstrings[name]
    for member, value in vars(item).items() if isinstance(item, type) else ():
        words = docstrings.get(f"{name}.{member}")
        if words is not None:
            value.__doc__ = words
    return item


def method_of(kind, name):
    """Returns a decorator that makes a function the method ``name`` of a class from C++, with its docstring."""

    def add(function):
        function.__name__ = name
        function.__qualname__ = f"{kind.__name__}.{name}"
        function.__doc__ = docstrings[function.__qualname__]
        setattr(kind, name, function)
        return function

    return add
