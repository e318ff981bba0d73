"""ORC's filters as ORC C++ writes them, by pyorc."""

import pyorc
from orc import STRIDE, serve_writer


def write(path, keys, target):
    options = dict(compression=pyorc.CompressionKind.NONE, row_index_stride=STRIDE, stripe_size=1 << 28)
    with open(path, "wb") as file:
        with pyorc.Writer(file, "struct<key:bigint>", bloom_filter_columns=["key"], bloom_filter_fpp=target, **options) as writer:
            writer.writerows((key,) for key in keys)


if __name__ == "__main__":
    serve_writer("orc-pyorc", lambda: f"{pyorc.__version__}-orc-{pyorc.orc_version}", write)
