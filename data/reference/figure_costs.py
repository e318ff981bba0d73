"""What each figure takes: processor time and the largest resident memory, computed from nothing.

    python3 data/reference/figure_costs.py "machine" "date" > data/reference/figure_costs.json

Run it in the workspace after `make figures`, on Linux. It copies the settings of the experiments into a temporary folder, so that no
table and no stored simulation is at hand, and runs each experiment's program once per figure. Processor time counts all
threads: other programs on the machine move it little. With two cores a figure takes between half of it and the whole.
The memory is never less than that of the interpreter that starts the program, about 14 MiB.
"""

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path


def cost(program, root, figure):
    """Seconds and MiB of one figure, or None when it failed."""
    pid = os.posix_spawn(
        program, [program, "--root", str(root), "--force", figure], os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, used = os.wait4(pid, 0)
    if status != 0:
        print(f"{figure}: the program failed, no cost", file=sys.stderr)
        return None
    return {"seconds": round(used.ru_utime + used.ru_stime, 2), "mebibytes": round(used.ru_maxrss / 1024)}


def main():
    machine, date = sys.argv[1:]
    programs = Path(os.environ.get("CARGO_TARGET_DIR", "target")).resolve() / "release"
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copytree("experiments", root / "experiments", ignore=shutil.ignore_patterns("target", "subjects"))
        for settings in sorted(Path("experiments").glob("*/*.toml")):
            paper, figure = settings.parent.name, settings.stem
            if figure in ("Cargo", "claims"):
                continue
            found = cost(str(programs / paper), root, figure)
            if found:
                rows.append({"figure": f"{paper}/{figure}", **found})
                print(rows[-1], file=sys.stderr)
    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    print(f'{{"machine": {json.dumps(machine)}, "date": {json.dumps(date)}, "rows": [\n{lines}\n]}}')


main()
