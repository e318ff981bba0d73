#!/bin/sh
# Compiles the subjects in C++, whose programs and needs are the lines of standard input; what is missing is named.
set -eu
cd "$(dirname "$0")/.."
mkdir -p target/c
command -v c++ >/dev/null || { echo "no C++ compiler: no subjects in C and C++"; exit 0; }
while read -r name needs; do
    [ ! -x "target/c/$name" ] || [ -n "$(find c -newer "target/c/$name" -name '*[ph]')" ] || continue
    case $name in
    # the crates of the package headers hold C++ headers, and Cargo knows where
    boost-*) flags=$(cargo metadata --locked --format-version 1 --manifest-path rust/Cargo.toml | sed 's/"manifest_path":"/\n/g' |
        sed -n 's,^\([^"]*/boost_[^"/]*\)/Cargo\.toml".*,-I\1/include,p' | sort -u) ;;
    *) flags=-l${name#lib} ;;
    esac
    # shellcheck disable=SC2086
    c++ -std=c++17 -O2 "c/$name.cpp" -o "target/c/$name" $flags -lm 2>target/c/messages ||
        echo "$name cannot be compiled${needs:+ (apt-get install $needs)}"
done
