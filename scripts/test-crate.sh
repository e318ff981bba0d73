#!/bin/sh
# Reads the RO-Crate and CITATION.cff with other people's programs, `rocrate` and `cffconvert`, in an environment of their own.
set -eu
environment=${CARGO_TARGET_DIR:-target}/crate-python
[ -x "$environment/bin/python" ] || "${PYTHON:-python3}" -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --requirement scripts/crate-requirements.txt
"$environment/bin/python" scripts/test_crate.py
"$environment/bin/cffconvert" --validate --infile CITATION.cff
