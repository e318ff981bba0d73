#!/bin/sh
# Builds the Python package as two wheels, without and with certified digits, and tests each as it is installed: against the
# command, which must have been built. What is missing is named.
set -eu
cd "$(dirname "$0")/.."
sh scripts/needs.sh python
target="${CARGO_TARGET_DIR:-$PWD/target}"
python="${PYTHON:-python3}"

fail() {
  echo "make test-python: $1" >&2
  exit 1
}

[ -x "$target/release/bloomlab" ] || fail "missing: $target/release/bloomlab. make test-python builds it"

environment="$target/python-environment"
requirements=crates/python/tests/requirements.txt
if ! cmp -s "$requirements" "$environment/requirements.txt"; then
  rm -rf "$environment"
  "$python" -m venv "$environment"
  "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$requirements" ||
    fail "the packages of $requirements cannot be installed: is the registry of Python packages within reach?"
  cp "$requirements" "$environment/requirements.txt"
fi

export BLOOMLAB="$target/release/bloomlab"
export CARGO_TARGET_DIR="$target/python"
export PYTHONDONTWRITEBYTECODE=1
cd crates/python
cargo fmt --check
for features in "" exact; do
  wheels="$CARGO_TARGET_DIR/wheels-$features"
  rm -rf "$wheels"
  "$environment/bin/maturin" build --quiet --release --locked ${features:+--features "$features"} \
    --interpreter "$environment/bin/python" --out "$wheels"
  "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheels"/*.whl
  echo "bloomlab for Python, with features: ${features:-none}"
  "$environment/bin/python" -m pytest --quiet -p no:cacheprovider
done
