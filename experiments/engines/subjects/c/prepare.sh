#!/bin/sh
# Compiles the subjects in C++; what is missing is named.
set -eu
cd "$(dirname "$0")/.."

missing() {
    echo "make engines: $1; the rows of $2 stay"
}

mkdir -p target/c
if ! command -v c++ >/dev/null; then
    missing "no C++ compiler" "LevelDB"
elif [ ! -x target/c/leveldb ] || [ -n "$(find c -newer target/c/leveldb -name '*[ph]')" ]; then
    c++ -std=c++17 -O2 c/leveldb.cpp -o target/c/leveldb -lleveldb 2>target/c/messages ||
        missing "leveldb cannot be compiled (apt-get install libleveldb-dev)" "LevelDB"
fi
