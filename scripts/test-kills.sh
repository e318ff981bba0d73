#!/bin/sh
# Kills a figure, a shard, a merge and `make figures` at random moments of their real time, until KILLS of them died by the
# signal. Whatever is there afterwards is whole, the next run ends with the bytes of an undisturbed one, and nothing unfinished
# is left. Then a full disk and a read-only `data/`: a clear error, and what was there stays. All in a folder of its own.
set -eu
kills=${KILLS:-200}
programs=$(cd "${CARGO_TARGET_DIR:-target}/release" && pwd)
program=$programs/kwon-dfp
simulated=fig4-deletability
work=$(mktemp -d)
full=$work/full
copy=$work/workspace
trap 'umount "$full" "$copy/data" 2> /dev/null || :; chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
. "$(dirname "$0")/kills.sh"
. "$(dirname "$0")/kills-mutants.sh"

printf '[parameters]\nepochs = 2\n' > "$work/few.toml"
figure="$program $simulated --parameters $work/few.toml --force --output $work/made"
shard="$program $simulated --parameters $work/few.toml --shard 1/2 --store $work/tallies"
merge="$program $simulated --parameters $work/few.toml --merge --store $work/store --output $work/other"
# what has been built is not built again
make_figures="make --no-print-directory -C $copy figures FIGURE=kwon-dfp/fig2-example FORCE=1 CARGO=true BINARIES=$programs"

# the same, undisturbed, into other folders
expect() { sh -c "$1" > /dev/null 2>&1 || fail "$1 does not run undisturbed"; }
expect "$program $simulated --parameters $work/few.toml --force --output $work/made_whole"
for part in 1/2 2/2; do expect "$program $simulated --parameters $work/few.toml --shard $part --store $work/store"; done
expect "$program $simulated --parameters $work/few.toml --merge --store $work/store --output $work/other_whole"
cp -R "$work/store" "$work/tallies_whole"
mkdir "$copy"
git ls-files -z | xargs -0 tar cf - | tar xf - -C "$copy"
expect "$make_figures"
cp -R "$copy" "$work/workspace_whole"

while [ "$hits" -lt "$kills" ]; do
  case $((hits % 4)) in
    0) kill_once figure "$figure" && whole made . ;;
    1) rm -rf "$work/tallies" && kill_once shard "$shard" && whole tallies . ;;
    2) kill_once merge "$merge" && whole other . ;;
    3)
      # what it makes has to be written, and is
      rm -rf "$copy/.cache" "$copy/figures/index.html" "$copy/data/kwon-dfp" "$copy"/figures/kwon-dfp/fig2*
      cp "$work"/workspace_whole/data/kwon-dfp/*.csv "$work"/workspace_whole/data/kwon-dfp/*.json "$(made_in "$copy/data/kwon-dfp")"
      kill_once make_figures "$make_figures" && whole workspace data && whole workspace figures
      ;;
  esac
done

for command in "$figure" "$shard" "$program $simulated --parameters $work/few.toml --shard 2/2 --store $work/tallies" "$make_figures"; do
  expect "$command"
done
# a merge sweeps what killed shards left in a store
expect "$program $simulated --parameters $work/few.toml --merge --store $work/tallies --output $work/other"
for folder in made tallies other workspace/data workspace/figures; do
  as_undisturbed "$folder"
done
echo "test-kills: $hits killed (and $misses that had ended before): nothing torn, nothing left, the same bytes after"

# files that are right already are left alone: another title has to be written
settings=experiments/kwon-dfp/fig2-example.toml
printf 'title = "Another"\n' > "$work/another.toml"
sed 's/^title.*/title = "Another"/' "$settings" > "$copy/$settings"
data=$(state "$copy/data")
if [ "$(id -u)" = 0 ] && mkdir "$full" && mount -t tmpfs -o size=256k tmpfs "$full" 2> /dev/null; then
  expect "$program fig2-example --force --output $full"
  made=$(state "$full")
  head -c 1000000 /dev/zero > "$full/filler" 2> /dev/null || :
  refuses "a full disk" "no space" "$program fig2-example --parameters $work/another.toml --force --output $full" "$full"
  refuses "a full disk under a shard" "no space" "$program $simulated --parameters $work/few.toml --shard 1/2 --store $full/store" "$full"
  rm -rf "$full/filler" "$full/store"
  [ "$(state "$full")" = "$made" ] || fail "a full disk: something was lost"
  umount "$full"
  # root writes where nobody may; only a file system says no
  mount --bind "$copy/data" "$copy/data"
  mount -o remount,bind,ro "$copy/data"
  refuses "a read-only data/" "read-only" "$make_figures" "$copy/data"
  umount "$copy/data"
else
  echo "test-kills: skipped: a full disk, which only root can make"
  chmod -R a-w "$copy/data"
  refuses "a read-only data/" "permission denied" "$make_figures" "$copy/data"
  chmod -R u+w "$copy/data"
fi
[ "$(state "$copy/data")" = "$data" ] || fail "a read-only data/: something was lost"
cp "$settings" "$copy/$settings"
expect "$make_figures"
for folder in data figures; do
  [ "$(state "$copy/$folder")" = "$(state "$work/workspace_whole/$folder")" ] || fail "after a read-only data/ $folder is another"
done
echo "test-kills: a full disk and a read-only data/ are named, and nothing is lost"
