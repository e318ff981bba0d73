#!/bin/sh
# Makes the environments of the subjects in Python, `target/python-NAME` for each `python/requirements-NAME.txt`; those that ask for the same share
# one. Names what is missing and never fails as a whole. Of one subject, ENGINES_ONLY, it makes the one. With --quick it makes only those that take less than a minute, and installs nothing
# of the system's.
set -u
cd "$(dirname "$0")/.."
quick=
case " $* " in *" --quick "*) quick=yes ;; esac
# large or slow to install
slow=' clickhouse lance-index parquet-clickhouse parquet-datafusion parquet-deltalake parquet-java '

missing() {
    echo "make engines: $1; the rows of $2 stay"
}

# An environment of one list of requirements.
environment() {
    [ ! -e "$2/complete" ] || return 0
    rm -rf "$2"
    if [ -s "$1" ]; then
        python3 -m venv "$2" && "$2/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --requirement "$1"
    else
        python3 -m venv --without-pip "$2"
    fi && touch "$2/complete"
}

if ! sh ../../../scripts/needs.sh python; then
    missing "no Python of 3.11 or newer with the module venv" "its engines"
    exit 0
fi
only=${ENGINES_ONLY:-}
case "$quick$only" in
'' | postgresql-*) sh ../../../scripts/needs.sh postgresql || missing "no PostgreSQL" "postgresql-brin and postgresql-bloom" ;;
esac
mkdir -p target
for requirements in python/requirements-*.txt; do
    name=$(basename "$requirements" .txt)
    name=${name#requirements-}
    [ -z "$only" ] || [ "$only" = "$name" ] || continue
    folder=environment-$(cksum <"$requirements" | tr ' ' -)
    if [ -n "$quick" ] && [ ! -e "target/$folder/complete" ]; then
        case "$slow" in *" $name "*) continue ;; esac
    fi
    if environment "$requirements" "target/$folder" >"target/messages-$name" 2>&1; then
        ln -sfn "$folder" "target/python-$name"
        rm -f "target/messages-$name"
    else
        grep -E 'ERROR|rror:' "target/messages-$name" | tail -n 2
        missing "$(tr '\n' ' ' <"$requirements")cannot be installed (no registry?)" "$name"
    fi
done
