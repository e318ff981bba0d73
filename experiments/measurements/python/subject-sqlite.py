"""SQLite's filters in joins, by apsw: a table of keys that are absent is joined with one of keys that are present, and SQLite counts
the rows that its filter let through. A filter is made with an automatic index, or with a declared one where a condition of its own
culls the inner table and ANALYZE has counted it. Integers are not hashed, text by its length and ends, so the result belongs to a kind
of key."""

import uuid

import apsw
from protocol import NotMeasured, case, keys, only, outcome, serve

ASKED = 200_000


def third(rng, n, make):
    """A random third of the first 3n numbers is present; of the others at most ASKED are asked for."""
    numbers = list(range(1, 3 * n + 1))
    rng.shuffle(numbers)
    return [make(i) for i in numbers[:n]], [make(i) for i in numbers[n : n + ASKED]]


KINDS = {
    "random": lambda rng, n: keys(rng, n, min(2 * n, ASKED)),
    "ids": lambda rng, n: third(rng, n, int),
    "hundreds": lambda rng, n: third(rng, n, lambda i: 100 * i),
    "thousands": lambda rng, n: third(rng, n, lambda i: 1000 * i),
    "reals": lambda rng, n: third(rng, n, lambda i: i / 100 + 1e-3),
    "uuid": lambda rng, n: third(rng, n, lambda i: str(uuid.UUID(int=rng.getrandbits(128)))),
    "order": lambda rng, n: third(rng, n, lambda i: f"order-{i:08d}"),
    "mail": lambda rng, n: third(rng, n, lambda i: f"customer{i:08d}@example.org"),
    "blob": lambda rng, n: third(rng, n, lambda i: rng.getrandbits(128).to_bytes(16)),
}
WORDS = {
    "random": "random integers",
    "ids": "a third of consecutive integers",
    "hundreds": "a third of consecutive multiples of 100",
    "thousands": "a third of consecutive multiples of 1000",
    "reals": "reals with two digits",
    "uuid": "random UUIDs as text",
    "order": "text order-00001234",
    "mail": "text customer00001234@example.org",
    "blob": "random blobs of 16 bytes",
}


def join(database, condition):
    """The rows of the join, what the filter answered, and the filter's bytes."""
    query = f"select count(*) from asked cross join present on asked.key = present.key {condition}"
    code = database.execute(f"explain {query}").fetchall()
    sizes = {row[3]: row[2] for row in code if row[1] == "Blob"}
    registers = [row[2] for row in code if row[1] == "Filter"]
    if not registers:
        raise NotMeasured("the join has no filter")
    events = []
    database.trace_v2(apsw.SQLITE_TRACE_PROFILE, events.append)
    found = database.execute(query).fetchone()[0]
    status = events[-1]["stmt_status"]
    passed, stopped = status["SQLITE_STMTSTATUS_FILTER_MISS"], status["SQLITE_STMTSTATUS_FILTER_HIT"]
    return found, passed, stopped, only([sizes.get(register, 0) for register in registers], "filters")


def trial(name, items, target, rng):
    how, kind = name.split(":")
    held, absent = KINDS[kind](rng, items)
    known = held[:1000]
    database = apsw.Connection(":memory:")
    database.execute("create table present (key, used); create table asked (key)")
    database.executemany("insert into present values (?, 1)", ((key,) for key in held))
    database.executemany("insert into asked values (?)", ((key,) for key in absent + known))
    condition = ""
    if how == "counted":
        condition = "and present.used > 0"
        database.execute("create index of_key on present (key); analyze")
    found, passed, stopped, size = join(database, condition)
    if passed + stopped != len(absent) + len(known):
        raise NotMeasured(f"of {len(absent) + len(known)} rows the filter was asked {passed + stopped}")
    # every row found has passed the filter
    return outcome(items, [passed - found], len(absent), "filter", 8 * size, 1, missed=len(known) - found)


CASES = [
    case(f"{how}:{kind}", n, None, f"{'automatic index' if how == 'automatic' else 'counted by ANALYZE'}; {WORDS[kind]}", quick=n == 10_000)
    for how, sizes in (("automatic", (1_000, 10_000, 100_000)), ("counted", (100_000,)))
    for kind in KINDS
    for n in sizes
]

if __name__ == "__main__":
    serve("sqlite", apsw.sqlite_lib_version, CASES, trial)
