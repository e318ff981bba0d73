"""Tables: rows that are the same whatever is installed, and that frames are made of in a line."""

from types import UnionType
from typing import get_args, get_origin, get_type_hints

import bloomlab
import pytest

ROWS = {"items": bloomlab.compare(1000, 0.01), "window": bloomlab.compare_window(100, 0.01)}


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_types_of_rows(rows):
    assert type(rows) is list and len(rows) > 5
    for row in rows:
        for name, kind in get_type_hints(type(row)).items():
            kinds = get_args(kind) if isinstance(kind, UnionType) else (get_origin(kind) or kind,)
            assert type(getattr(row, name)) in kinds, (row.filter, name)
    bits = [row[1] for row in rows]
    assert bits == sorted(bits)


def test_bounds_touch_no_lines():
    rows = ROWS["items"]
    assert [row.filter for row in rows if row.cache_lines is None] == ["static-bound", "dynamic-bound"]
    deletable = bloomlab.compare(1000, 0.01, deletable=True)
    assert [row.filter for row in deletable] == [row.filter for row in rows if row.deletable]


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
@pytest.mark.parametrize("library", ["polars", "pandas"])
def test_frames(library, rows):
    frame = pytest.importorskip(library).DataFrame(rows)
    assert list(frame.columns) == list(rows[0]._fields) and len(frame) == len(rows)
    for name in (name for name in rows[0]._fields if name != "parameters"):
        for here, there in zip(frame[name].to_list(), rows):
            there = getattr(there, name)
            assert here == there or there is None, name
    for settings, row in zip(frame["parameters"].to_list(), rows):
        assert {name: one for name, one in settings.items() if one is not None} == row.parameters
