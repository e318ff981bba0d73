#!/bin/sh
# Submits one figure's simulation to Slurm as an array of shards, and the merge that draws the figure after all of them.
#   scripts/slurm-figure.sh PAPER FIGURE SHARDS STORE [--parameters FILE] [--output FOLDER]
# STORE, FILE and FOLDER are seen by all nodes, and target/release was built for them. sbatch takes partition, account, time and
# memory from its own variables, such as SBATCH_PARTITION; CPUS is the number of cores of a task, 1 by default. A task that is
# killed is requeued; a second call with the same STORE computes what is missing.
set -eu

usage() {
  sed -n '2,3s/^# *//p' "$0" >&2
  exit 2
}

[ $# -ge 4 ] || usage
paper=$1 figure=$2 shards=$3 store=$4
shift 4
case $shards in
  '' | *[!0-9]* | 0) echo "error: SHARDS = $shards: a number from 1" >&2; exit 2 ;;
esac

quoted() { printf "'%s' " "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }

parameters='' output=''
while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || usage
  case $1 in
    --parameters) parameters="--parameters $(quoted "$2")" ;;
    --output) output="--output $(quoted "$2")" ;;
    *) usage ;;
  esac
  shift 2
done

mkdir -p "$store"
run="$(quoted "target/release/$paper") $(quoted "$figure") $parameters --store $(quoted "$store")"
cores=${CPUS:-1}

# a program that a signal ended, as where memory is short or a node is taken back, has another try
shard="export RAYON_NUM_THREADS=$cores
status=0
$run --shard \$SLURM_ARRAY_TASK_ID/$shards || status=\$?
if [ \$status -gt 128 ] && [ \${SLURM_RESTART_COUNT:-0} -lt 3 ]; then scontrol requeue \$SLURM_JOB_ID; fi
exit \$status"
array=$(sbatch --parsable --job-name="$figure" --array="1-$shards" --cpus-per-task="$cores" --requeue \
  --open-mode=append --output="$store/%A_%a.out" --wrap="$shard")
merge=$(sbatch --parsable --job-name="$figure-merge" --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes \
  --cpus-per-task="$cores" --output="$store/%j-merge.out" --wrap="RAYON_NUM_THREADS=$cores $run --merge $output")
echo "${array%%;*} ${merge%%;*}"
