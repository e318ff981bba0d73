#!/bin/sh
# Kills the making of a figure, a shard and a merge at random moments, KILLS times, in a folder of their own. What is there
# afterwards is whole, the next run ends with the bytes of an undisturbed one, and nothing unfinished is left. Then a
# read-only folder and, for root on Linux, a full disk: a clear error, and what was there stays.
set -eu
kills=${KILLS:-200}
programs=$(cd "${CARGO_TARGET_DIR:-target}/release" && pwd)
program=$programs/kwon-dfp
figure=fig2-example
simulated=fig4-deletability
work=$(mktemp -d)
full=$work/full
trap 'umount "$full" 2> /dev/null || :; chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

fail() {
  echo "error: test-kills: $1" >&2
  exit 1
}

# the folder's files that a run has to leave, with their contents
state() { (cd "$1" && find . -type f ! -path './.cache/*' | LC_ALL=C sort | xargs sha256sum); }
unfinished() { find "$1" -name '.unfinished-*' | grep -q .; }
# every tally, table and picture of a killed run is that of the undisturbed one
whole() {
  (cd "$1" && find . -type f ! -name '.unfinished-*') | while read -r file; do
    cmp -s "$1/$file" "$2/$file" || fail "$file is torn after a kill of $3"
  done
}

printf '[parameters]\nepochs = 2\n' > "$work/few.toml"
make_figure() { "$program" "$figure" --force --output "$work/$1"; }
shard() { "$program" "$simulated" --parameters "$work/few.toml" --shard "$2" --store "$work/$1"; }
merge() { "$program" "$simulated" --parameters "$work/few.toml" --merge --store "$work/store" --output "$work/$1"; }

# how many microseconds a command takes, at least a millisecond
took() {
  before=$(date +%s%N)
  "$@" > /dev/null 2>&1 || fail "$* does not run undisturbed"
  echo $((($(date +%s%N) - before) / 1000 + 1000))
}

figure_takes=$(took make_figure expected)
shard_takes=$(took shard store 1/2)
took shard store 2/2 > /dev/null
merge_takes=$(took merge merged)
[ -n "$(state "$work/store")" ] || fail "the shards left no tally"

seed=${SEED:-14}
# a moment in the time that the command takes, in microseconds
moment() {
  seed=$(((seed * 1103515245 + 12345) % 2147483648))
  pause=$((seed / 1024 * 64 % $1))
}

stopped=0
# kills a command after a random part of its time
kill_once() {
  moment "$1"
  shift
  "$@" > /dev/null 2>&1 &
  victim=$!
  sleep "$(printf '%d.%06d' $((pause / 1000000)) $((pause % 1000000)))"
  if kill -9 "$victim" 2> /dev/null; then stopped=$((stopped + 1)); fi
  wait "$victim" 2> /dev/null || :
}

killed=0
while [ "$killed" -lt "$kills" ]; do
  case $((killed % 3)) in
    0)
      kill_once "$figure_takes" "$program" "$figure" --force --output "$work/made"
      if [ -d "$work/made" ]; then whole "$work/made" "$work/expected" "a figure"; fi
      ;;
    1)
      rm -rf "$work/tallies"
      kill_once "$shard_takes" "$program" "$simulated" --parameters "$work/few.toml" --shard 1/2 --store "$work/tallies"
      if [ -d "$work/tallies" ]; then whole "$work/tallies" "$work/store" "a shard"; fi
      ;;
    2)
      kill_once "$merge_takes" "$program" "$simulated" --parameters "$work/few.toml" --merge --store "$work/store" \
        --output "$work/other"
      if [ -d "$work/other" ]; then whole "$work/other" "$work/merged" "a merge"; fi
      ;;
  esac
  killed=$((killed + 1))
done

make_figure made > /dev/null 2>&1 || fail "the figure is not made after the kills"
shard tallies 1/2 > /dev/null 2>&1 || fail "the shard does not go on after the kills"
shard tallies 2/2 > /dev/null 2>&1
for pair in 'made expected' 'tallies store'; do
  set -- $pair
  # a merge sweeps what killed shards left in a store
  if [ "$1" = tallies ]; then
    "$program" "$simulated" --parameters "$work/few.toml" --merge --store "$work/tallies" --output "$work/other" > /dev/null 2>&1 ||
      fail "the killed shard's tallies do not merge"
  fi
  [ "$(state "$work/$1")" = "$(state "$work/$2")" ] || fail "after the kills $1 is not $2"
  if unfinished "$work/$1"; then fail "something unfinished is left in $1"; fi
done
[ "$(state "$work/other")" = "$(state "$work/merged")" ] || fail "after the kills the merged figure is another"
echo "test-kills: $killed runs, $stopped of them killed before they ended: nothing torn, nothing left, the same bytes after"

before=$(state "$work/made")
if [ "$(id -u)" = 0 ]; then
  # root writes where nobody may; only a file system says no
  mkdir "$full"
  if mount -t tmpfs -o size=16k tmpfs "$full" 2> /dev/null; then
    if "$program" "$figure" --force --output "$full" > /dev/null 2> "$work/why"; then fail "a full disk was not noticed"; fi
    grep -q 'space' "$work/why" || fail "a full disk: no word why: $(cat "$work/why")"
    if unfinished "$full"; then fail "something unfinished is left on the full disk"; fi
    mount -o remount,ro "$full"
    if "$program" "$figure" --force --output "$full" > /dev/null 2> "$work/why"; then fail "a read-only disk was not noticed"; fi
    grep -qi 'read-only' "$work/why" || fail "a read-only disk: no word why: $(cat "$work/why")"
    umount "$full"
    echo "test-kills: a full and a read-only disk are named"
  else
    echo "test-kills: skipped: a full disk, as no tmpfs can be mounted here"
  fi
else
  chmod -R a-w "$work/made"
  if "$program" "$simulated" --parameters "$work/few.toml" --merge --store "$work/store" --output "$work/made" > /dev/null 2> "$work/why"; then
    fail "a read-only folder was not noticed"
  fi
  grep -q 'ermission denied' "$work/why" || fail "a read-only folder: no word why: $(cat "$work/why")"
  chmod -R u+w "$work/made"
  echo "test-kills: a read-only folder is named; skipped: a full disk, which only root can make"
fi
[ "$(state "$work/made")" = "$before" ] || fail "something was lost"
