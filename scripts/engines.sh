#!/bin/sh
# Makes what the engines' subjects need and runs them. A toolchain, a package or a registry that is missing is named; the rows of its
# engines stay as they are in the committed table. Each language has a prepare.sh of its own; with
# --only SUBJECT that of its language runs, and no other.
set -eu
cd "$(dirname "$0")/../experiments/engines/subjects"
ENGINES_JOBS="${ENGINES_JOBS:-2}"
export ENGINES_JOBS
quick=
case " $* " in *" --quick "*) quick=--quick ;; esac
# the one subject that is wanted, or none in particular
ENGINES_ONLY=
previous=
for word; do
    [ "$previous" != --only ] || ENGINES_ONLY=$word
    previous=$word
done
export ENGINES_ONLY

# a workspace of its own, whose build the target folder of the subjects holds
runner() {
    cargo "$1" --release --locked --quiet -j "$ENGINES_JOBS" --manifest-path runner/Cargo.toml --target-dir target
}

if ! runner build; then
    echo "make engines: the runner cannot be built"
    exit 1
fi
[ -z "$quick" ] || runner test
# whether the folder of a language has a subject that is wanted
is_wanted() {
    [ -z "$ENGINES_ONLY" ] || [ -e "$1/$ENGINES_ONLY.cpp" ] || [ -e "$1/requirements-$ENGINES_ONLY.txt" ] ||
        grep -qs "^$ENGINES_ONLY " "$1/subjects.txt"
}
for prepare in */prepare.sh; do
    [ -e "$prepare" ] && is_wanted "${prepare%/*}" || continue
    sh "$prepare" $quick || echo "make engines: $prepare failed; the rows of its engines stay"
done
exec target/release/engines "$@"
