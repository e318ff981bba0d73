"""git's filters of changed paths. A model history has COMMITS commits of n paths each at the root, children of one empty commit, so
that one filter holds n items; the real one is this project's. A question is a path that no commit has: of the first ones, one
`git rev-list` each, git's own trace says how many filters answered maybe, and were wrong; the filters' bytes must say the same, and
answer the others."""

import json
import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from changed_paths import Filters
from protocol import NotMeasured, case, only, outcome, serve

COMMITS = 400
# paths asked for, by the filters' bytes, and of these by git itself
ASKED, BY_GIT = 10_000, 100
PATHS = [1, 2, 4, 10, 50, 512]
# the last commit of the history that is measured
PINNED = b"d4acb3e9368f4171ffabd6d27430df7d6cbd0f8a"
QUIET = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "LC_ALL": "C", "PATH": os.environ["PATH"]}


def git(repository, *arguments, given=None):
    done = subprocess.run(["git", "-C", repository, *arguments], input=given, env={**QUIET, "GIT_TRACE2_EVENT": "2"}, capture_output=True)
    if done.returncode:
        words = [line for line in done.stderr.decode().splitlines() if not line.startswith("{")]
        raise NotMeasured(f"git {arguments[0]}: {' '.join(words)[:200]}")
    return done


def model(rng, paths):
    """A stream for git fast-import: an empty commit, then commits of new names, each a branch."""
    who = "committer model <model@example.org> 0 +0000\ndata 0\n\n"
    lines = ["blob\nmark :1\ndata 0\n\n", f"commit refs/heads/first\nmark :2\n{who}"]
    for i in range(COMMITS):
        lines.append(f"commit refs/heads/c{i}\n{who}from :2\n")
        lines += [f"M 100644 :1 {rng.getrandbits(64):016x}\n" for _ in range(paths)]
        lines.append("\n")
    return "".join(lines).encode()


def asked(repository, path):
    """Whether the path is in a commit, and what the filters answered."""
    done = git(repository, "rev-list", "--all", "--full-history", "--", path)
    for line in done.stderr.splitlines():
        event = json.loads(line) if line.startswith(b"{") else {}
        if event.get("category") == "bloom" and event.get("key") == "statistics":
            return bool(done.stdout), event["value"]
    raise NotMeasured("git asked no filter")


def trial(name, items, target, rng):
    real = name.startswith("history")
    with tempfile.TemporaryDirectory() as folder:
        repository = f"{folder}/history.git"
        if real:
            fetch(folder, repository)
        else:
            git(folder, "init", "-q", "--bare", repository)
            stream = model(rng, items)
            git(repository, "fast-import", "--quiet", given=stream)
            git(repository, "pack-refs", "--all")
            present = [line.split()[-1].decode() for line in stream.splitlines() if line.startswith(b"M ")]
        git(repository, "-c", "commitGraph.maxNewFilters=1000000", "commit-graph", "write", "--reachable", "--changed-paths")
        filters = Filters(f"{repository}/objects/info/commit-graph")
        paths = [f"{rng.getrandbits(64):016x}" for _ in range(ASKED)]
        with ThreadPoolExecutor(2) as threads:
            answers = list(threads.map(lambda path: asked(repository, path), paths[:BY_GIT]))
            missed = 0 if real else sum(not found for found, _ in threads.map(lambda path: asked(repository, path), present[:20]))
    if any(found or statistics["filter_not_present"] for found, statistics in answers):
        raise NotMeasured("a commit has a path that was drawn at random, or has no filter")
    number = only([statistics["maybe"] + statistics["definitely_not"] for _, statistics in answers], "numbers of filters")
    # the model's empty commit holds nothing, and always says no where it is asked
    number -= not real and number > COMMITS
    counts = list(map(filters.maybe, paths))
    if counts[:BY_GIT] != [statistics["false_positive"] for _, statistics in answers]:
        raise NotMeasured("git answers otherwise than its filters' bytes")
    bits = None if real else 8 * only([size for size in filters.sizes if size > 1], "sizes of filters")
    return outcome(
        items, counts, number, "query", bits, filters.hashes, missed=missed, detail=f"{number} filters of {sum(filters.sizes)} bytes"
    )


def fetch(folder, repository):
    """This project's history up to the pinned commit, from the clone that the program lies in."""
    clone = subprocess.run(["git", "-C", os.path.dirname(os.path.abspath(__file__)), "rev-parse", "--show-toplevel"], capture_output=True)
    if clone.returncode:
        raise NotMeasured("this is no clone of the project, so it has no history")
    git(folder, "clone", "-q", "--bare", "--no-tags", clone.stdout.decode().strip(), repository)
    refs = git(repository, "for-each-ref", "--format=delete %(refname)").stdout
    git(repository, "update-ref", "--no-deref", "--stdin", given=refs + b"create refs/heads/pinned " + PINNED + b"\n")


CASES = [case(f"paths={n}", n, setting=f"{n} changed paths", quick=n < 50) for n in PATHS] + [
    case("history", 0, setting="this project's history"),
]

if __name__ == "__main__":
    version = lambda: subprocess.run(["git", "version"], capture_output=True, text=True, check=True).stdout.split()[2]
    serve("git", version, CASES, trial)
