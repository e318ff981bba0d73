"""ORC's filters as ORC C++ writes them, by pyarrow."""

import pyarrow
import pyarrow.orc
from orc import STRIDE, serve_writer


def write(path, keys, target):
    table = pyarrow.table({"key": pyarrow.array(keys, pyarrow.int64())})
    options = dict(compression="uncompressed", row_index_stride=STRIDE, stripe_size=1 << 28)
    pyarrow.orc.write_table(table, path, bloom_filter_columns=[1], bloom_filter_fpp=target, **options)


if __name__ == "__main__":
    serve_writer("orc-pyarrow", lambda: pyarrow.__version__, write)
