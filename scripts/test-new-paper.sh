#!/bin/sh
# Makes a paper in a copy of the workspace, as README says, and refuses names that no package can have. The copy keeps times and
# shares the folder of what is built, so that only the new package compiles.
set -eu
mkdir -p "${CARGO_TARGET_DIR:=target}"
CARGO_TARGET_DIR=$(cd "$CARGO_TARGET_DIR" && pwd)
export CARGO_TARGET_DIR
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM
fail() { echo "error: new-paper: $1" >&2; exit 1; }

git ls-files -z | xargs -0 cp --parents -p -t "$copy"
cd "$copy"
for bad in '' Author-topic 1author-topic author author- ../author-topic 'author-topic;x' kwon-dfp; do
  if NAME="$bad" sh scripts/new-paper.sh 2> refusal; then fail "NAME=$bad was accepted"; fi
  grep -q '^error: ' refusal || fail "NAME=$bad: no reason: $(cat refusal)"
done
make --silent new-paper NAME=trial-paper FIGURE=fig1-rate
for made in data/trial-paper/fig1-rate.csv data/trial-paper/claims.csv figures/trial-paper/fig1-rate.svg; do
  [ -s "$made" ] || fail "$made was not made"
done
cargo test --quiet --release -p trial-paper
"$CARGO_TARGET_DIR/release/trial-paper" --verify
report=$CARGO_TARGET_DIR/release/report
if "$report" check 2> refusal; then fail 'words of the template were accepted'; fi
for word in AUTHOR TITLE YEAR TODO; do
  grep -q "^error: experiments/trial-paper/.*: $word " refusal || fail "$word was accepted: $(cat refusal)"
done
sed -i 's/AUTHOR/Author/g; s/TITLE/Title/g; s/YEAR/2000/g; s/TODO: //g' experiments/trial-paper/*.toml experiments/trial-paper/NOTES.md
"$report" draw
"$report" check
cargo clean --quiet --release --package trial-paper
echo 'new-paper: a paper is made, drawn, checked, verified and tested'
