#!/bin/sh
# Builds the subjects in Go from the sources in Debian's packages; what is missing is named.
set -eu
cd "$(dirname "$0")/.."

if ! command -v go >/dev/null; then
    echo "make engines: no Go (apt-get install golang-go); the rows of its engines stay"
    exit 0
fi
# the folder as Go's paths have it, before the one with the packages' sources
mkdir -p target/go/path
ln -sfn "$PWD/go" target/go/path/src
GOPATH=$PWD/target/go/path:/usr/share/gocode
export GOPATH GO111MODULE=off GOFLAGS= GOCACHE="$PWD/target/go/cache"
while read -r subject package; do
    go build -o "target/go/$subject" "$subject" 2>target/go/messages ||
        echo "make engines: $subject cannot be built (apt-get install $package); its rows stay"
done <<'END'
goleveldb golang-github-syndtr-goleveldb-dev
willf-bloom golang-github-willf-bloom-dev
blobloom golang-github-greatroar-blobloom-dev
dcso-bloom golang-github-dcso-bloom-dev
ristretto golang-github-dgraph-io-ristretto-dev
END
