#!/bin/sh
# Measures filters of libraries and engines and adds to data/library-audit/measured.csv and data/engines/measured.csv; with --quick only
# compares small filters with these tables; with --only NAME those of one name. Fetches what the subjects need into
# experiments/measurements/target, in --quick without what takes minutes; installs nothing in the system. A toolchain, a package or a
# registry that is missing is named, and the rows of its subjects stay.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root/experiments/measurements"
export CARGO_TARGET_DIR="$PWD/target" CARGO_BUILD_JOBS="${CARGO_BUILD_JOBS:-2}"
quick=
case " $* " in *" --quick "*) quick=yes ;; esac

cargo build --release --locked --quiet --manifest-path rust/Cargo.toml -p measure
[ -z "$quick" ] || cargo test --release --locked --quiet --manifest-path rust/Cargo.toml -p measure
for language in rust c jvm go node python; do
    list=$(target/release/measure --list $language "$@")
    [ -z "$list" ] || echo "$list" | sh $language/prepare.sh || echo "make measure: $language/prepare.sh failed"
done
target/release/measure "$@"

# The parameter of each figure by which it knows a new table: how many trials this has.
set_parameter() {
    total=$(awk -F, -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) at = i } NR > 1 { sum += $at } END { print sum }' \
        "$root/data/$1/measured.csv")
    grep -l "^$2 = " "$root/experiments/$1"/*.toml | while read -r page; do
        sed "s/^$2 = .*/$2 = $total/" "$page" >target/page
        cmp -s target/page "$page" || cp target/page "$page"
    done
}

if [ -z "$quick" ]; then
    set_parameter library-audit filters
    set_parameter engines trials
fi
