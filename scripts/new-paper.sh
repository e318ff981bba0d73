#!/bin/sh
# Makes experiments/$NAME of templates/paper and enters it in Cargo.lock and in the gallery's chapters: all or nothing.
set -eu
LC_ALL=C
export LC_ALL
name=${NAME-}
cargo=${CARGO:-cargo}

refuse() {
  echo "error: $1" >&2
  exit 1
}

case $name in
  '') refuse 'which paper? make new-paper NAME=author-topic' ;;
  [!a-z]* | *[!a-z0-9-]* | *--* | *-) refuse "NAME=$name: needs words of lower-case letters and digits joined by hyphens, a letter first" ;;
  *-*) ;;
  *) refuse "NAME=$name: needs author and topic joined by a hyphen" ;;
esac
for folder in experiments data figures; do
  [ ! -e "$folder/$name" ] || refuse "$folder/$name exists already"
done
! grep -qx "name = \"$name\"" Cargo.lock || refuse "NAME=$name: a library that the workspace uses has this name"

mkdir -p .cache
draft=$(mktemp -d .cache/new-paper.XXXXXX)
finished=
undo() {
  if [ -z "$finished" ]; then
    rm -rf "experiments/$name"
    [ ! -e "$draft/chapters.toml" ] || cp "$draft/chapters.toml" experiments/chapters.toml
    [ ! -e "$draft/Cargo.lock" ] || cp "$draft/Cargo.lock" Cargo.lock
  fi
  rm -rf "$draft"
}
trap undo EXIT
trap 'exit 130' INT TERM

cp Cargo.lock "$draft"
cp -R templates/paper "$draft/package"
sed "s/author-topic/$name/" templates/paper/Cargo.toml > "$draft/package/Cargo.toml"
mv "$draft/package" "experiments/$name"
if [ -e experiments/chapters.toml ]; then
  cp experiments/chapters.toml "$draft"
  echo "$name = \"choose\"" >> experiments/chapters.toml # the last table of the file: papers and their chapters
fi
"$cargo" update --quiet --workspace --offline || "$cargo" update --quiet --workspace ||
  refuse "Cargo.lock cannot be updated; nothing was made"
finished=yes
echo "experiments/$name is made of templates/paper: a binary, and one figure to replace by the paper's first"
