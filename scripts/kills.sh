# What scripts/test-kills.sh is made of: random moments, kills, and comparisons of folders below $work.

fail() {
  echo "error: test-kills: $1" >&2
  exit 1
}

# the folder's files that a run has to leave, with their contents
state() { (cd "$1" && find . -type f ! -path './.cache/*' -print0 | LC_ALL=C sort -z | xargs -0 -r sha256sum); }
unfinished() { find "$1" -name '.unfinished-*' 2> /dev/null | grep -q .; }
made_in() { mkdir -p "$1" && echo "$1"; }

# every file of a folder of a killed run is that of the undisturbed one; what is missing is no harm
whole() {
  [ -d "$work/$1/$2" ] || return 0
  (cd "$work/$1_whole" && find "$2" -type f -exec sha256sum {} +) | LC_ALL=C sort > "$work/expected"
  (cd "$work/$1" && find "$2" -type f ! -name '.unfinished-*' -exec sha256sum {} +) | LC_ALL=C sort > "$work/present"
  torn=$(LC_ALL=C comm -13 "$work/expected" "$work/present")
  [ -z "$torn" ] || fail "torn after a kill of $1: $torn"
}

# a folder is that of an undisturbed run, and nothing unfinished is in it
as_undisturbed() {
  expected=$work/$(echo "$1" | sed 's:\([a-z]*\):\1_whole:')
  [ "$(state "$work/$1")" = "$(state "$expected")" ] || fail "after the kills $1 is not what an undisturbed run makes"
  if unfinished "$work/$1"; then fail "something unfinished is left in $1"; fi
}

# WHAT goes wrong and by which WORDS, of a COMMAND: it fails, says why, and leaves nothing unfinished in the FOLDERS
refuses() {
  what=$1 words=$2 refused=$3
  shift 3
  if sh -c "$refused" > "$work/why" 2>&1; then fail "$what was not noticed"; fi
  grep -qi "$words" "$work/why" || fail "$what: no word why: $(cat "$work/why")"
  for folder in "$@"; do
    if unfinished "$folder"; then fail "$what: something unfinished is left"; fi
  done
}

microseconds() { echo $(($(date +%s%N) / 1000)); }

hits=0
misses=0
seed=${SEED:-14}

# kills a command, and all that it started, at a moment that is uniform in the time it takes: that of its last undisturbed run, at
# first and whenever it ended before the kill, which does not count. The name is that of the variable for this time.
kill_once() {
  eval "takes=\${takes_$1:-0}"
  if [ "$takes" = 0 ]; then
    began=$(microseconds)
    sh -c "$2" > /dev/null 2>&1 || fail "$2 fails"
    takes=$(($(microseconds) - began + 1000))
    eval "takes_$1=$takes"
    return 0
  fi
  seed=$(((seed * 1103515245 + 12345) % 2147483648))
  pause=$((seed / 1024 * 64 % takes))
  setsid sh -c "exec $2" > /dev/null 2>&1 &
  victim=$!
  sleep "$(printf '%d.%06d' $((pause / 1000000)) $((pause % 1000000)))"
  # a group of its own begins with setsid, which may not have run yet
  kill -9 "-$victim" 2> /dev/null || kill -9 "$victim" 2> /dev/null || :
  status=0
  wait "$victim" 2> /dev/null || status=$?
  if [ "$status" = 137 ]; then
    hits=$((hits + 1))
  else
    misses=$((misses + 1))
    eval "takes_$1=0"
  fi
}
