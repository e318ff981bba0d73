#!/bin/sh
# Builds the programs of the audited libraries and runs them. A toolchain or a registry that is missing is named; the rows of its
# libraries stay as they are in the committed table.
set -eu
cd "$(dirname "$0")/../experiments/library-audit/subjects"
jobs="${AUDIT_JOBS:-2}"

if ! cargo build --release --locked --quiet -j "$jobs" -p audit; then
    echo "make audit: the runner cannot be built"
    exit 1
fi
cargo build --release --locked --quiet -j "$jobs" -p subjects ||
    echo "make audit: the Rust libraries cannot be built (no registry?); their rows stay"
if command -v python3 >/dev/null; then
    [ -x target/python/bin/python ] || python3 -m venv target/python
    target/python/bin/python -m pip install --quiet --disable-pip-version-check --requirement python/requirements.txt ||
        echo "make audit: the Python libraries cannot be installed (no registry?); their rows stay"
else
    echo "make audit: no python3; the rows of Python libraries stay"
fi
exec target/release/audit "$@"
