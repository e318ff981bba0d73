#!/bin/sh
# Checks everything, tags, and makes the archive that a repository of artifacts takes. Needs no network once the libraries are
# at hand, and sends nothing anywhere. RELEASE_CHECKS replaces the long checks; it is for the test of this script.
set -eu
version=${VERSION-}
checks=${RELEASE_CHECKS-make test check verify}

refuse() {
  echo "error: release: $1" >&2
  exit 1
}

echo "$version" | grep -Eqx '(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)' ||
  refuse "VERSION=$version: needs three numbers, as in make release VERSION=0.1.0"
tag=v$version
name=bloomlab-$version
date=$(sed -n 's/^date-released: "\(.*\)"/\1/p' CITATION.cff)
has() {
  grep -Fqx -- "$2" "$1" || refuse "$1 has no line '$2'"
}
has Cargo.toml "version = \"$version\""
has CITATION.cff "version: $version"
has codemeta.json "  \"version\": \"$version\","
has codemeta.json "  \"datePublished\": \"$date\","
has CHANGELOG.md "## $version ($date)"
! git rev-parse --quiet --verify "refs/tags/$tag" >/dev/null || refuse "the tag $tag exists already"
[ -z "$(git status --porcelain)" ] || refuse "there are changes that are not committed"

CARGO_NET_OFFLINE=true
export CARGO_NET_OFFLINE
sh -c "$checks" || refuse "the checks failed: $checks"
[ -z "$(git status --porcelain)" ] || refuse "the checks changed files"
[ -s ro-crate-metadata.json ] || refuse "there is no ro-crate-metadata.json: make crate"

folder=${CARGO_TARGET_DIR:-target}/release-archive
mkdir -p "$folder"
# the same commit gives the same bytes
git archive --format=tar --prefix="$name/" --add-file=ro-crate-metadata.json HEAD > "$folder/$name.tar"
gzip -nf9 "$folder/$name.tar"
(cd "$folder" && sha256sum "$name.tar.gz" > "$name.tar.gz.sha256")
git tag --annotate "$tag" --message "bloomlab $version"
echo "tagged $tag; $folder/$name.tar.gz is the archive, with its hash beside it"
