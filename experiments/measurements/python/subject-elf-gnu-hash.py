"""The filter of a shared library's section .gnu.hash, as the linker writes it. A model library has n symbols of random names;
installed ones are asked for the symbols that other libraries define. The bytes are the linker's own; the dynamic loader asks them as
is done here."""

import glob
import os
import shutil
import struct
import subprocess
import tempfile

from protocol import NotMeasured, case, outcome, serve

INSTALLED = ["libc.so.6", "libm.so.6", "libstdc++.so.6", "libcrypto.so.3"]
SIZES = [10, 100, 1000, 1023, 1024, 1025, 10_000]
ASKED = 20_000


def sections(data):
    """The contents of the sections of each type, of a library of 64 bits."""
    if data[:5] != b"\x7fELF\2":
        raise NotMeasured("the library is not of 64 bits")
    start, size, count = struct.unpack_from("<Q", data, 40)[0], *struct.unpack_from("<2H", data, 58)
    found = {}
    for at in range(start, start + size * count, size):
        kind, offset, length = struct.unpack_from("<I", data, at + 4)[0], *struct.unpack_from("<2Q", data, at + 24)
        found[kind] = data[offset : offset + length]
        if kind == 11:
            # the symbols' names: the section that theirs is linked to
            strings = start + size * struct.unpack_from("<I", data, at + 40)[0]
            found["names"] = data[slice(*(lambda o, n: (o, o + n))(*struct.unpack_from("<2Q", data, strings + 24)))]
    return found


class Filter:
    def __init__(self, path):
        with open(path, "rb") as file:
            found = sections(file.read())
        if 0x6FFFFFF6 not in found:
            raise NotMeasured(f"{os.path.basename(path)} has no section .gnu.hash")
        table = found[0x6FFFFFF6]
        _, first, words, self.shift = struct.unpack_from("<4I", table)
        self.words = struct.unpack_from(f"<{words}Q", table, 16)
        symbols = [struct.unpack_from("<I", found[11], at)[0] for at in range(24 * first, len(found[11]), 24)]
        # a symbol of several versions is there several times
        self.items = len(symbols)
        self.names = sorted({found["names"][at : found["names"].index(b"\0", at)] for at in symbols})

    def has(self, name):
        h = 5381
        for byte in name:
            h = h * 33 + byte & 0xFFFFFFFF
        word = self.words[h // 64 % len(self.words)]
        return bool(word >> (h & 63) & word >> (h >> self.shift & 63) & 1)

    def rate(self):
        """The exact rate given the bits, of uniform hashes: the shift takes bits that the word's number and the first bit leave."""
        if 1 << self.shift != 64 * len(self.words):
            return None
        return sum((word.bit_count() / 64) ** 2 for word in self.words) / len(self.words)


def installed(name):
    found = glob.glob(f"/usr/lib/*/{name}") + glob.glob(f"/usr/lib64/{name}") + glob.glob(f"/lib/*/{name}")
    if not found:
        raise NotMeasured(f"no {name} is installed")
    return found[0]


def linked(rng, items, folder):
    """A library of random names, as the installed linker makes it."""
    if not shutil.which("cc"):
        raise NotMeasured("no linker (apt-get install gcc)")
    with open(f"{folder}/model.s", "w") as file:
        for _ in range(items):
            name = f"f{rng.getrandbits(64):016x}"
            file.write(f".globl {name}\n.type {name}, @function\n{name}:\n")
        file.write(".text\nret\n.section .note.GNU-stack\n")
    command = ["cc", "-shared", "-nostdlib", "-Wl,--hash-style=gnu", f"{folder}/model.s", "-o", f"{folder}/model.so"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise NotMeasured(f"cc: {done.stderr[-200:]}")
    return f"{folder}/model.so"


def trial(name, items, target, rng):
    if name == "model":
        with tempfile.TemporaryDirectory() as folder:
            asked = Filter(linked(rng, items, folder))
        absent = [f"f{rng.getrandbits(64):016x}".encode() for _ in range(ASKED)]
    else:
        asked = Filter(installed(name))
        others = {symbol for other in INSTALLED if other != name for symbol in Filter(installed(other)).names}
        # drawn with replacement, so that trials add up to the rate among all of them
        absent = rng.choices(sorted(others - set(asked.names)), k=ASKED)
    missed = sum(not asked.has(symbol) for symbol in asked.names)
    answers = [int(asked.has(symbol)) for symbol in absent]
    counts, each, unit = ([sum(answers)], ASKED, "filter") if name == "model" else (answers, 1, "query")
    return outcome(asked.items, counts, each, unit, 64 * len(asked.words), 2, given_bits=asked.rate(), missed=missed)


CASES = [case("model", n, None, f"{n} symbols of random names", quick=n <= 1000) for n in SIZES]
CASES += [case(name, 0, None, f"{name} as installed; symbols of other libraries") for name in INSTALLED]

if __name__ == "__main__":
    version = lambda: (
        "ld-" + subprocess.run(["ld", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0].split()[-1]
    )
    serve("elf-gnu-hash", version, CASES, trial)
