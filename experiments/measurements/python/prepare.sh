#!/bin/sh
# Makes the environment of the subjects in Python, whose programs and requirements are the lines of standard input; what is missing is named.
set -u
cd "$(dirname "$0")/.."
python=target/python/bin/python
mkdir -p target/python
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>target/messages || ! { [ -x $python ] || python3 -m venv target/python; }; then
    echo "no Python of 3.11 or newer with the module venv (apt-get install python3-venv): no subjects in Python"
    exit 0
fi
while read -r name needs; do
    # what the libraries are asked by
    grep -q '^from libraries' "python/subject-$name.py" 2>target/messages && needs="$needs numpy==2.3.5"
    [ "$(cat "target/python/of-$name" 2>target/messages)" != "$needs" ] || continue
    # shellcheck disable=SC2086
    if [ -z "$needs" ] || $python -m pip install --quiet --disable-pip-version-check --retries 1 $needs 2>target/messages; then
        echo "$needs" >"target/python/of-$name"
    else
        grep -E 'fatal error:|ERROR:' target/messages | tail -n 2
        echo "$name: $needs cannot be installed (no registry, or nothing to build it: apt-get install gcc python3-dev)"
    fi
done
