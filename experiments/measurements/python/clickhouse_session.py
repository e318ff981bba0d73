"""The one session of ClickHouse, by chdb, of a process, in a temporary folder."""

import atexit
import os
import shutil
import tempfile
from importlib.metadata import version as package

from chdb.session import Session

session = None
folder = None


def ask(text):
    """What the query answers, in lines of words with tabs between."""
    global session, folder
    if not session:
        folder = tempfile.mkdtemp(prefix="engines-clickhouse-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        session = Session(folder)
        atexit.register(session.close)
    return session.query(text, "TSVRaw").data()


def file(rows):
    """The path of a file of these rows."""
    ask("select 1")
    path = os.path.join(folder, "rows.tsv")
    with open(path, "w") as written:
        written.writelines(f"{row}\n" for row in rows)
    return path


def version():
    return f"{ask('select version()').strip()}-chdb-{package('chdb')}"
