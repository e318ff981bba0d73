"""Tables as frames."""

import bloomlab
import bloomlab._comparison
import numpy as np
import pytest


def test_a_polars_frame():
    polars = pytest.importorskip("polars")
    table = bloomlab.compare(1000, 0.01, frame="polars")
    arrays = bloomlab.compare(1000, 0.01, frame="arrays")
    assert isinstance(table, polars.DataFrame) and table.columns == list(arrays)
    assert table["bits_per_item"].to_list() == arrays["bits_per_item"].tolist()
    assert table["cache_lines"].null_count() == int(np.isnan(arrays["cache_lines"]).sum()) == 2
    bloom = table.row(by_predicate=polars.col("filter") == "bloom", named=True)["parameters"]
    given = {name: setting for name, setting in bloom.items() if setting is not None}
    assert given == arrays["parameters"][arrays["filter"].tolist().index("bloom")]


def test_a_pandas_frame():
    pandas = pytest.importorskip("pandas")
    table = bloomlab.compare_window(100, 0.01, frame="pandas")
    arrays = bloomlab.compare_window(100, 0.01, frame="arrays")
    assert isinstance(table, pandas.DataFrame) and list(table.columns) == list(arrays)
    for name, column in arrays.items():
        assert table[name].tolist() == column.tolist(), name


@pytest.mark.parametrize(
    ("installed", "kind"), [({"polars", "pandas"}, "polars"), ({"pandas"}, "pandas"), (set(), "builtins")]
)
def test_the_frame_is_of_what_is_installed(monkeypatch, installed, kind):
    monkeypatch.setattr(bloomlab._comparison, "find_spec", lambda name: name if name in installed else None)
    table = bloomlab.compare(1000, 0.01)
    assert type(table).__module__.split(".")[0] == kind


def test_types_of_arrays():
    table = bloomlab.compare(1000, 0.01, frame="arrays")
    kinds = {name: column.dtype.kind for name, column in table.items()}
    assert kinds == {
        "filter": "O",
        "bits_per_item": "f",
        "rate": "f",
        "cache_lines": "f",
        "deletable": "b",
        "insertable": "b",
        "mergeable": "b",
        "parameters": "O",
    }
