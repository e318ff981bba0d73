#!/bin/sh
# Tags this commit and makes its archive, with a checksum. Sends nothing anywhere.
set -eu
version=${VERSION-}
refuse() { echo "error: release: $1" >&2; exit 1; }
echo "$version" | grep -Eqx '[0-9]+\.[0-9]+\.[0-9]+' || refuse "VERSION=$version: needs three numbers, as in VERSION=0.1.0"
grep -Fqx "version = \"$version\"" Cargo.toml || refuse "Cargo.toml has another version"
grep -Fqx "version: $version" CITATION.cff || refuse "CITATION.cff has another version"
[ -z "$(git status --porcelain)" ] || refuse 'there are changes that are not committed'
folder=${CARGO_TARGET_DIR:-target}/release-archive
mkdir -p "$folder"
git tag --annotate "v$version" --message "bloomlab $version"
git archive --format=tar --prefix="bloomlab-$version/" HEAD | gzip -n9 > "$folder/bloomlab-$version.tar.gz"
(cd "$folder" && sha256sum "bloomlab-$version.tar.gz" | tee "bloomlab-$version.tar.gz.sha256")
