#!/bin/sh
# Builds the subjects in Go, whose programs and the Debian packages of their sources are the lines of standard input; what is missing is named.
set -eu
cd "$(dirname "$0")/.."
command -v go >/dev/null || { echo "no Go (apt-get install golang-go): no subjects in Go"; exit 0; }
# the folder as Go's paths have it, before the one with the packages' sources
mkdir -p target/go/path
ln -sfn "$PWD/go" target/go/path/src
GOPATH=$PWD/target/go/path:/usr/share/gocode
export GOPATH GO111MODULE=off GOFLAGS= GOCACHE="$PWD/target/go/cache"
while read -r name needs; do
    go build -o "target/go/$name" "$name" 2>target/go/messages || echo "$name cannot be built (apt-get install $needs)"
done
