#!/bin/sh
# Makes what the engines' subjects need and runs them. A toolchain, a package or a registry that is missing is named; the rows of its
# engines stay as they are in the committed table. Each language has a prepare.sh of its own.
set -eu
cd "$(dirname "$0")/../experiments/engines/subjects"
ENGINES_JOBS="${ENGINES_JOBS:-2}"
export ENGINES_JOBS
quick=
case " $* " in *" --quick "*) quick=--quick ;; esac

# a workspace of its own, whose build the target folder of the subjects holds
runner() {
    cargo "$1" --release --locked --quiet -j "$ENGINES_JOBS" --manifest-path runner/Cargo.toml --target-dir target
}

if ! runner build; then
    echo "make engines: the runner cannot be built"
    exit 1
fi
[ -z "$quick" ] || runner test
for prepare in */prepare.sh; do
    [ -e "$prepare" ] || continue
    sh "$prepare" $quick || echo "make engines: $prepare failed; the rows of its engines stay"
done
exec target/release/engines "$@"
