#!/bin/sh
# Makes experiments/$NAME of templates/paper, with its first figure named $FIGURE, and enters both in Cargo.lock and in the gallery's
# chapters: all or nothing.
set -eu
LC_ALL=C
export LC_ALL
name=${NAME-} figure=${FIGURE:-rate}

refuse() {
  echo "error: $1" >&2
  exit 1
}

word='[a-z][a-z0-9]*'
expr "$name" : "$word\\(-[a-z0-9][a-z0-9]*\\)\\{1,\\}\$" > /dev/null || refuse "NAME=$name: needs author-topic, in lower-case letters and digits"
expr "$figure" : "$word\\(-[a-z0-9][a-z0-9]*\\)*\$" > /dev/null || refuse "FIGURE=$figure: needs words of lower-case letters and digits, joined by hyphens"
for folder in experiments data figures; do
  [ ! -e "$folder/$name" ] || refuse "$folder/$name exists already"
done
! grep -qx "name = \"$name\"" Cargo.lock || refuse "NAME=$name: a library that the workspace uses has this name"

mkdir -p .cache
kept=$(mktemp -d .cache/new-paper.XXXXXX)
cp Cargo.lock experiments/chapters.toml "$kept"
undo() {
  rm -rf "experiments/$name"
  cp "$kept/Cargo.lock" Cargo.lock
  cp "$kept/chapters.toml" experiments/chapters.toml
  rm -rf "$kept"
}
trap undo EXIT
trap 'exit 130' INT TERM

cp -R templates/paper "experiments/$name"
cd "experiments/$name"
sed -i "s/author-topic/$name/" Cargo.toml
[ "$figure" = rate ] || mv rate.toml "$figure.toml"
module=$(echo "$figure" | tr - _)
if [ "$module" != rate ]; then
  mv src/rate.rs "src/$module.rs"
  sed -i "s/mod rate;/mod $module;/; s/(rate)/($module)/" src/main.rs
fi
cd ../..
echo "$name = \"choose\"" >> experiments/chapters.toml # its last table has the papers and their chapters
"${CARGO:-cargo}" update --quiet --workspace --offline || "${CARGO:-cargo}" update --quiet --workspace || refuse 'Cargo.lock cannot be updated'
trap - EXIT
rm -rf "$kept"
echo "experiments/$name is made: figure $figure, to be replaced by the paper's first"
