#!/bin/sh
# Releases in a temporary clone, with the long checks left out, and tries what must be refused.
set -eu
version=$(sed -n 's/^version: //p' CITATION.cff)
crate=$(pwd)/ro-crate-metadata.json
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM

fail() {
  echo "error: release: $1" >&2
  exit 1
}
refused() {
  if RELEASE_CHECKS=${checks-true} VERSION=$1 sh scripts/release.sh > said 2>&1; then fail "$2 was accepted"; fi
  grep -q '^error: release: ' said || fail "$2: no word why: $(cat said)"
  rm said
}

git clone --quiet --local . "$copy/bloomlab"
cd "$copy/bloomlab"
git config user.name release
git config user.email release@localhost
unset CARGO_TARGET_DIR

for bad in '' 1 1.2 01.2.3 v0.1.0 0.1.0-beta '0.1.0;x' 99.0.0; do refused "$bad" "VERSION=$bad"; done
cp "$crate" .
checks=false
refused "$version" "a failed check"
checks=true
echo >> README.md
refused "$version" "a change that is not committed"
git checkout --quiet README.md
checks='echo >> README.md'
refused "$version" "a check that changes files"
git checkout --quiet README.md
checks=true
[ -z "$(git tag --list "v$version")" ] || git tag --delete "v$version" > /dev/null

RELEASE_CHECKS=true VERSION=$version sh scripts/release.sh
archive=target/release-archive/bloomlab-$version.tar.gz
(cd target/release-archive && sha256sum --quiet --check "bloomlab-$version.tar.gz.sha256")
tar -tzf "$archive" > names
for file in README.md Cargo.lock figures/index.html ro-crate-metadata.json; do
  grep -qx "bloomlab-$version/$file" names || fail "$file is not in the archive"
done
[ "$(git rev-parse "v$version^{commit}")" = "$(git rev-parse HEAD)" ] || fail "the tag is not on this commit"
rm names
refused "$version" "a tag that exists"
echo "release: a version is tagged and archived; what must be refused is"
