"""Arrow's C data interface by ctypes: reads exported arrays, and exports arrays as pyarrow and polars do."""

import ctypes


class ArrowSchema(ctypes.Structure):
    pass


ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowSchema))),
    ("private_data", ctypes.c_void_p),
]


class ArrowArray(ctypes.Structure):
    pass


ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))),
    ("dictionary", ctypes.POINTER(ArrowArray)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArray))),
    ("private_data", ctypes.c_void_p),
]


class ArrowStream(ctypes.Structure):
    pass


ArrowStream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowStream), ctypes.c_void_p)),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowStream), ctypes.POINTER(ArrowArray))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(ArrowStream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowStream))),
    ("private_data", ctypes.c_void_p),
]

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def strings_of(array):
    """The values of a large_utf8 array, by the letter of the C data interface."""
    ends = ctypes.cast(array.buffers[1], ctypes.POINTER(ctypes.c_int64))
    valid = ctypes.cast(array.buffers[0], ctypes.POINTER(ctypes.c_uint8)) if array.buffers[0] else None
    values = []
    for i in range(array.length):
        text = ctypes.string_at(array.buffers[2] + ends[i], ends[i + 1] - ends[i]).decode() if array.buffers[2] else ""
        values.append(text if valid is None or valid[i // 8] >> i % 8 & 1 else None)
    return values


def array_of(given, name=b"arrow_array"):
    return ctypes.cast(_pointer(given, name), ctypes.POINTER(ArrowArray)).contents

_new = ctypes.pythonapi.PyCapsule_New
_new.restype = ctypes.py_object
_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Exported:
    """Arrays of one format, with `buffers` per array (bytes or None), exported as an array or as a stream.

    `held` is the number of arrays that no consumer has released.
    """

    def __init__(self, form, arrays, as_stream=False):
        self.form, self.arrays, self.held, self.kept = form, arrays, 0, []
        setattr(self, "__arrow_c_stream__" if as_stream else "__arrow_c_array__", self._stream if as_stream else self._pair)

    def _keep(self, *values):
        self.kept += values
        return values[0]

    def _address(self, buffer):
        return buffer if buffer is None else ctypes.addressof(self._keep(ctypes.create_string_buffer(buffer)))

    def _fill_schema(self, schema):
        release = ArrowSchema._fields_[7][1](lambda one: setattr(one.contents, "release", ArrowSchema._fields_[7][1]()))
        schema.format, schema.flags, schema.release = self.form, 2, self._keep(release)

    def _fill(self, array, length, offset, buffers):
        def release(one):
            self.held -= 1
            one.contents.release = ArrowArray._fields_[8][1]()

        self.held += 1
        pointers = (ctypes.c_void_p * len(buffers))(*map(self._address, buffers))
        array.length, array.null_count, array.offset, array.n_buffers = length, -1, offset, len(buffers)
        array.buffers = ctypes.cast(self._keep(pointers), ctypes.POINTER(ctypes.c_void_p))
        array.release = self._keep(ArrowArray._fields_[8][1](release))

    def _pair(self, requested_schema=None):
        schema, array = self._keep(ArrowSchema()), self._keep(ArrowArray())
        self._fill_schema(schema)
        self._fill(array, *self.arrays[0])
        return _new(ctypes.addressof(schema), b"arrow_schema", None), _new(ctypes.addressof(array), b"arrow_array", None)

    def _stream(self, requested_schema=None):
        left = list(self.arrays)
        types = dict(ArrowStream._fields_)

        def get_schema(_, out):
            self._fill_schema(ctypes.cast(out, ctypes.POINTER(ArrowSchema)).contents)
            return 0

        def get_next(_, out):
            if left:
                self._fill(out.contents, *left.pop(0))
            else:
                out.contents.release = types_of_array["release"]()
            return 0

        types_of_array = dict(ArrowArray._fields_)
        stream = self._keep(ArrowStream())
        stream.get_schema = self._keep(types["get_schema"](get_schema))
        stream.get_next = self._keep(types["get_next"](get_next))
        stream.get_last_error = self._keep(types["get_last_error"](lambda _: b"failed"))
        return _new(ctypes.addressof(stream), b"arrow_array_stream", None)
