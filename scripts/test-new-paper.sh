#!/bin/sh
# Does in a copy of the workspace what CONTRIBUTING.md says of a new paper, and tries names that must be refused. The copy keeps
# times and relative paths, and shares the folder of what is built: cargo compiles nothing but the new package.
set -eu
cargo=${CARGO:-cargo}
mkdir -p "${CARGO_TARGET_DIR:=target}"
CARGO_TARGET_DIR=$(cd "$CARGO_TARGET_DIR" && pwd)
export CARGO_TARGET_DIR
name=trial-paper
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM

fail() {
  echo "error: new-paper: $1" >&2
  exit 1
}

mkdir "$copy/experiments"
cp -Rp Cargo.toml Cargo.lock Makefile rustfmt.toml crates scripts templates "$copy"
cp -p experiments/build.rs "$copy/experiments"
# the tables that a program is compiled with: in data they would be files without a figure
for table in library-audit/promises.csv engines/promises.csv; do
  here=$(echo "$table" | tr / -)
  cp -p "data/$table" "$copy/crates/calculator/src/$here"
  sed -i "s|\"../../../data/$table\"|\"$here\"|" "$copy"/crates/calculator/src/*.rs
done
cd "$copy"

for bad in '' Author-topic 1author-topic author author- author--topic -topic ../author-topic 'author-topic;x' \
  bloomlab-formulas gmp-mpfr-sys; do
  if make --silent new-paper NAME="$bad" 2> refusal; then fail "NAME=$bad was accepted"; fi
  grep -q '^error: ' refusal || fail "NAME=$bad: no word why: $(cat refusal)"
  [ "$(ls experiments)" = build.rs ] || fail "NAME=$bad left something behind"
done

make --silent new-paper NAME=$name
for made in "data/$name/rate.csv" "data/$name/claims.csv" "figures/$name/rate.svg"; do
  [ -s "$made" ] || fail "$made was not made"
done
if make --silent new-paper NAME=$name 2> refusal; then fail "the same paper was made twice"; fi
make --silent verify
"$cargo" test --quiet --release --locked --workspace --bin $name
"$cargo" clippy --quiet --release --locked --workspace --bin $name -- -D warnings
"$cargo" fmt --package $name --check
"$cargo" clean --quiet --release --package $name
echo "new-paper: a paper is made, drawn, verified and tested"
