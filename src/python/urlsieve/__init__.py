"""Extracts, resolves and normalizes URLs: the Python package of the program `urlsieve`.

>>> import urlsieve
>>> urlsieve.normalize("HTTP://Example.COM:80/%7Euser/../a")
'http://example.com/a'
>>> [link.url for link in urlsieve.Extractor().links('<a href="../x">', base="http://a.example/b/c")]
['http://a.example/x']

Options have the names and values of the command line, with "_" for "-": ``drop_tracking=True``, ``ladder="syntax"``,
``schemes=["http", "https"]``. ``option_names()`` lists the options.

Failures raise a subclass of ``urlsieve.Error``: ``UsageError`` (also a ``ValueError``) for invalid arguments,
``InputError`` and ``OutputError`` (also ``OSError``) for files. Damaged input does not raise: it is counted.
"""

from . import _options, _outputs, _pages, _urls
from ._options import *
from ._outputs import *
from ._pages import *
from ._urls import *
from ._urlsieve import __version__

__all__ = sorted(_options.__all__ + _outputs.__all__ + _pages.__all__ + _urls.__all__)
