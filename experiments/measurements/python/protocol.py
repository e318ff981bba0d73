"""What every subject in Python does: it answers lines of standard input with lines of standard output, as the README of the
measurements says."""

import json
import random
import signal
import sys


class NotMeasured(Exception):
    """Why a trial has no numbers: no filter was written, no index was used."""


def case(name, items, target=None, setting="", quick=False):
    """One line of the table to be measured; the setting in the engine's own words, the name without spaces and commas."""
    assert not set(name) & set(" ,"), name
    return {"case": name, "items": items, "target": target, "setting": setting or name, "quick": quick}


def outcome(items, counts, asked, unit, bits=None, hashes=None, reported=None, given_bits=None, missed=0, detail=""):
    """A trial's answer: `counts` are the positives of each unit of `asked` questions, `missed` the present keys not found."""
    if not counts or asked < 1:
        raise NotMeasured("nothing was asked")
    if max(counts) > asked:
        raise NotMeasured(f"{max(counts)} positives of {asked} questions")
    assert unit in ("query", "filter", "file") and not set(detail) & set(",\n"), (unit, detail)
    return {
        "items": items,
        "bits": bits,
        "hashes": hashes,
        "reported": reported,
        "given_bits": given_bits,
        "unit": unit,
        "asked": asked,
        "units": len(counts),
        "positives": sum(counts),
        "positives_squared": sum(count * count for count in counts),
        "missed": missed,
        "detail": detail,
    }


def keys(rng, present, absent):
    """Distinct random numbers below 2^62: those to be present, and absent ones within their range."""
    chosen = set()
    while len(chosen) < present + absent:
        chosen.add(rng.getrandbits(62))
    chosen = sorted(chosen)
    # the ends of the range are present
    ends, inner = [chosen[0], chosen[-1]], chosen[1:-1]
    rng.shuffle(inner)
    if present < 2:
        raise ValueError(f"{present} present keys have no range; at least 2 are needed")
    held = ends + inner[: present - 2]
    rng.shuffle(held)
    return held, inner[present - 2 :]


def only(values, what):
    """The one value that all have; several are several cases."""
    distinct = sorted(set(values))
    if len(distinct) != 1:
        raise NotMeasured(f"{what} differ: {distinct[:5]}")
    return distinct[0]


def serve(name, version, cases, trial):
    """Answers until the input ends; `version()` reads the engine's, `trial(case, items, target, rng)` gives an outcome of a case of its
    own, `trial(inserted, items, target, seed, asked)` of one that the runner chose."""
    # so that a program that is stopped removes its folders
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    for line in sys.stdin:
        words = line.split()
        try:
            if words == ["describe"]:
                answer = f"{name} {version()}"
            elif words == ["cases"]:
                answer = json.dumps(cases)
            elif len(words) == 5 and words[0] == "trial":
                asked, items, target = words[1], int(words[2]), None if words[3] == "-" else float(words[3])
                if not any((c["case"], c["items"], c["target"]) == (asked, items, target) for c in cases):
                    raise NotMeasured(f"no case {asked} of {items} items at {words[3]}")
                answer = json.dumps(trial(asked, items, target, random.Random(int(words[4]))))
            elif len(words) == 6 and words[0] == "trial":
                answer = json.dumps(trial(words[1], int(words[2]), float(words[3]), int(words[4]), int(words[5])))
            else:
                raise NotMeasured(f"the line '{line.strip()}' is none of the protocol")
        except NotMeasured as reason:
            answer = f"error: {' '.join(str(reason).split())}"
        print(answer, flush=True)
