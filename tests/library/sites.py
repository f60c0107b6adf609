"""An example of the C API in Python: the sites of an input, by ctypes.

usage: sites.py LIBGBQ INPUT
"""
import ctypes
import sys

GBQ_MEMORY = 2
TEXT = 3


class Value(ctypes.Structure):
    """struct gbq_value"""
    _fields_ = [("type", ctypes.c_int), ("integer", ctypes.c_int64),
                ("real", ctypes.c_double), ("bytes", ctypes.c_char_p),
                ("len", ctypes.c_size_t)]

    def get(self):
        if self.type == TEXT:
            return self.bytes.decode()
        return {0: None, 1: self.integer, 2: self.real}[self.type]


def load(path):
    library = ctypes.CDLL(path)
    library.gbq_new.restype = ctypes.c_void_p
    library.gbq_error_text.restype = ctypes.c_char_p
    library.gbq_column.restype = Value
    library.gbq_column_count.restype = ctypes.c_size_t
    library.gbq_free.restype = library.gbq_finish.restype = None
    return library


class Gbq:
    """A database in memory."""

    def __init__(self, path):
        self.library = load(path)
        self.handle = ctypes.c_void_p(self.library.gbq_new())
        self.call("gbq_open", None, GBQ_MEMORY)

    def call(self, name, *arguments):
        if getattr(self.library, name)(self.handle, *arguments):
            raise RuntimeError(
                self.library.gbq_error_text(self.handle).decode())

    def rows(self, sql):
        query, row = ctypes.c_void_p(), ctypes.c_bool()
        self.call("gbq_prepare", ctypes.byref(query), sql.encode(), None)
        columns = self.library.gbq_column_count(query)
        while not self.library.gbq_step(query, ctypes.byref(row)) and row:
            yield [self.library.gbq_column(query, ctypes.c_size_t(i)).get()
                   for i in range(columns)]
        self.library.gbq_finish(query)

    def close(self):
        self.library.gbq_free(self.handle)


def main():
    gbq = Gbq(sys.argv[1])
    try:
        gbq.call("gbq_ingest", sys.argv[2].encode(), None, None, None)
        for gb_id, file, line in gbq.rows(
                "SELECT gb_id, short_file, line FROM sites ORDER BY site_id"):
            print(f"{gb_id} {file}:{line}")
    except RuntimeError as error:
        sys.exit(str(error))
    finally:
        gbq.close()


main()
