#!/bin/sh
# Builds the subjects in Rust, whose programs and packages are the lines of standard input; what is missing is named.
set -eu
cd "$(dirname "$0")"
while read -r name package; do
    package=${package:-subjects}
    cargo build --release --locked --quiet -p "$package" --bin "$name" || echo "$name cannot be built (no registry?)"
done
