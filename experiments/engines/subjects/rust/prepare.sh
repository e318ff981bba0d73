#!/bin/sh
# Builds the subjects in Rust; what is missing is named. With --quick, SlateDB is left out: its dependencies take minutes.
set -eu
cd "$(dirname "$0")/.."

build() {
    cargo build --release --locked --quiet -j "${ENGINES_JOBS:-2}" --manifest-path rust/Cargo.toml --target-dir target/rust -p "$1" ||
        echo "make engines: $1 cannot be built (no registry?); the rows of $2 stay"
}

build subjects "lsm-tree and selectors"
case " $* " in *" --quick "*) ;; *) build subject-slatedb "SlateDB" ;; esac
