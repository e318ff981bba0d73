"""The notebook, executed from its first cell to its last: what it shows is what is committed."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[1] / "examples" / "size-a-filter.ipynb"


def shown(notebook):
    texts = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.output_type in ("execute_result", "stream"), output
            texts.append(output.text if output.output_type == "stream" else output.data["text/plain"])
    return texts


def test_the_notebook_shows_what_is_committed():
    committed = nbformat.read(NOTEBOOK, as_version=4)
    executed = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(executed, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    assert shown(executed) == shown(committed)
    assert len(shown(committed)) >= 5
