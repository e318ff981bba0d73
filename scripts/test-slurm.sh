#!/bin/sh
# Runs a figure on a Slurm cluster of four nodes on this machine: an array of 16 shards, of which a node and a task are killed in
# the middle, and the merge. What it draws has the bytes of one process; without a tally, or with a damaged one, it refuses.
# Everything lies in a temporary folder, and every process that was started is ended by its number.
set -eu
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin:/sbin
paper=kwon-dfp figure=fig4-deletability
most=${SECONDS_AT_MOST:-300}
folder=$(mktemp -d)
began=$(date +%s)
export SLURM_CONF="$folder/slurm.conf"

fail() {
  echo "error: test-slurm: $1" >&2
  tail -n 5 "$folder"/*.log "$folder"/store/*.out >&2 2> /dev/null || true
  exit 1
}

# The numbers of the processes that belong to this cluster, of those only that have a variable and a program where they are given:
# Slurm hands our SLURM_CONF down to all it starts.
processes() {
  for environment in $(grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ 2> /dev/null); do
    number=${environment#/proc/} number=${number%/environ}
    [ -z "${1:-}" ] || grep -qzxF "$1" "$environment" 2> /dev/null || continue
    # a process that has ended has no command
    command=$(tr '\0' ' ' 2> /dev/null < "/proc/$number/cmdline") || continue
    case $command in '') ;; "${2:-}"*) echo "$number" ;; esac
  done
}

# The daemons first, which would start others, and the controller in peace, as it has a child to wait for.
end() {
  trap - EXIT
  for daemon in ${daemons:-}; do kill "${daemon#*/}" 2> /dev/null || true; done
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -n "$(processes)" ] || break
    sleep 0.5
  done
  for daemon in ${daemons:-}; do kill -9 "${daemon#*/}" 2> /dev/null || true; done
  wait 2> /dev/null
  rest=$(processes '' slurmstepd)
  for number in $rest $(processes); do kill -9 "$number" 2> /dev/null || true; done
  rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM

# Waits until a command says something, while every daemon lives that was not killed on purpose.
until_it_says() {
  until said=$(eval "$1") && [ -n "$said" ]; do
    for daemon in $daemons; do
      # a process that has ended has no command
      grep -q . "/proc/${daemon#*/}/cmdline" 2> /dev/null || died "${daemon%/*}"
    done
    [ $(($(date +%s) - began)) -lt "$most" ] || fail "nothing after $most s from: $1"
    sleep 0.2
  done
}

died() {
  echo "error: test-slurm: the daemon $1 died; its last words:" >&2
  tail -n 5 "$folder/$1.log" >&2
  exit 1
}

# Starts a command as the daemon of a name.
start() {
  name=$1
  shift
  "$@" > "$folder/$name.log" 2>&1 &
  daemons="${daemons:-} $name/$!"
}

chmod 711 "$folder"
mkdir "$folder/state" "$folder/store" "$folder/run"
head -c 1024 /dev/urandom > "$folder/run/key"
chmod 400 "$folder/run/key"
port=$((20000 + $$ % 9000))
sed -e "s/HOST/$(hostname -s)/; s/USER/$(id -un)/; s|FOLDER|$folder|" -e "s/PORT0/$port/; s/PORT1/$((port + 1))/; s/PORT4/$((port + 4))/" \
  scripts/slurm.conf > "$SLURM_CONF"
# from 23.11 on slurmd wants a file system of control groups, which containers lack, unless it is told that there is none;
# before, it does not know the word
version=$(slurmd -V | grep -o '[0-9][0-9]\.[0-9][0-9]' | head -n 1)
if [ "$(printf '%s\n' 23.11 "$version" | sort | head -n 1)" = 23.11 ]; then
  echo 'CgroupPlugin=disabled' > "$folder/cgroup.conf"
fi
start munged munged --foreground --force --key-file "$folder/run/key" --socket "$folder/munge.socket" \
  --pid-file "$folder/run/munged.pid" --log-file "$folder/run/munged.log" --seed-file "$folder/run/munged.seed"
until_it_says "ls '$folder/munge.socket' 2> /dev/null"
start slurmctld slurmctld -D -c
for node in n1 n2 n3 n4; do start "$node" slurmd -D -N "$node"; done
until_it_says "sinfo --noheader --states=idle --format=%D 2> /dev/null | grep -x 4"

# epochs enough that a task takes some seconds: looking for one among all processes takes half of one
printf '[parameters]\nepochs = 96\n' > "$folder/parameters.toml"
"target/release/$paper" "$figure" --parameters "$folder/parameters.toml" --output "$folder/alone" 2> /dev/null
jobs=$(scripts/slurm-figure.sh "$paper" "$figure" 16 "$folder/store" --parameters "$folder/parameters.toml" --output "$folder/merged")
array=${jobs% *} merge=${jobs#* }

program="target/release/$paper"

# What looks after tasks, and would report that one was killed: a node that fails reports nothing.
reporters() {
  for number in "$@"; do
    parent=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$number/status" 2> /dev/null)
    ! grep -q '^slurmstepd' "/proc/$parent/cmdline" 2> /dev/null || echo "$parent"
  done
}

# a node fails with all that runs on it, and a task on another node is killed; either may end before it is hit
until_it_says 'reporters $(processes SLURMD_NODENAME=n2)'
for daemon in $daemons; do
  case $daemon in n2/*) kill -9 "${daemon#*/}" ;; *) living="${living:-} $daemon" ;; esac
done
daemons=$living
tasks=$(processes SLURMD_NODENAME=n2)
for number in $(reporters $tasks) $tasks; do kill -9 "$number" 2> /dev/null || true; done
until_it_says "number=\$(processes SLURMD_NODENAME=n3 '$program' | head -n 1); kill -9 \"\$number\" 2> /dev/null && echo \"\$number\""
echo "test-slurm: node n2 and a task on n3 are killed when $(find "$folder/store" -name '*.tally' | wc -l) tallies are there"

until_it_says "squeue --noheader --jobs=$array,$merge --format=%i 2> /dev/null | grep -q . || echo over"
scontrol show job "$merge" | grep -q 'JobState=COMPLETED' || fail "the merge did not complete: $(scontrol show job "$merge")"
restarts=$(scontrol show job "$array" | grep -c 'Restarts=[1-9]') || fail "no task was requeued"
echo "test-slurm: $restarts tasks were requeued, and the merge completed"
for what in data figures; do
  diff -r "$folder/alone/$what" "$folder/merged/$what" || fail "the merge has other bytes than one process"
done

# What a merge must refuse, and by which words.
refused() {
  if "$program" "$figure" --parameters "$folder/parameters.toml" --merge --store "$folder/store" --output "$folder/refused" 2> "$folder/why"; then
    fail "a merge with a tally that $1"
  fi
  grep -q "$(basename "$tally") $1" "$folder/why" || fail "$(cat "$folder/why")"
  [ ! -e "$folder/refused/data" ] || fail "a refused merge wrote a table"
}
tally=$(find "$folder/store" -name '*.tally' | sort | head -n 1)
mv "$tally" "$folder/tally"
refused 'is missing'
cp "$folder/tally" "$tally"
printf X | dd of="$tally" bs=1 seek=300 conv=notrunc 2> /dev/null
refused 'is damaged'
cp "$folder/tally" "$tally"
"$program" "$figure" --parameters "$folder/parameters.toml" --merge --store "$folder/store" --output "$folder/again" 2> /dev/null ||
  fail "a merge of whole tallies"

end
[ -z "$(processes)" ] || fail "processes are left: $(processes)"
[ ! -e "$folder" ] || fail "files are left in $folder"
echo "test-slurm: same bytes as one process; a missing and a damaged tally are refused; $(($(date +%s) - began)) s"
