#!/bin/sh
# The crates that the programs are built from, with version and licence, as LICENCES-OF-CRATES.csv; with --check, fails when
# the file is not what Cargo.lock gives.
set -eu
list() {
    echo 'crate,version,licence'
    cargo tree --locked --workspace --edges normal,build --target all --prefix none --format '{p}|{l}' |
        grep -v -e ' (/' -e '^$' | sed 's/ (\*)$//; s/ (proc-macro)//' | awk -F'[ |]' '{ split($0, part, "|"); sub(/^v/, "", $2); print $1 "," $2 "," part[2] }' |
        LC_ALL=C sort -u
}
if [ "${1:-}" = --check ]; then
    list | diff - LICENCES-OF-CRATES.csv >&2 || { echo 'LICENCES-OF-CRATES.csv is stale: make licences' >&2; exit 1; }
else
    list > LICENCES-OF-CRATES.csv
fi
