#!/bin/sh
# Computes a figure on Slurm: an array of parts, and the job that joins them.
#   scripts/slurm-figure.sh PAPER FIGURE PARTS FOLDER [--parameters FILE]
# FOLDER and FILE are seen by all nodes, and target/release was built for them. sbatch takes partition, account, time and memory from
# its own variables, such as SBATCH_PARTITION. The table is written below FOLDER.
set -eu
[ $# -ge 4 ] || { sed -n '3s/^# *//p' "$0" >&2; exit 2; }
paper=$1 figure=$2 parts=$3 folder=$4
shift 4
case $parts in
  '' | *[!0-9]* | 0) echo "error: PARTS = $parts: a number from 1" >&2; exit 2 ;;
esac
quoted() { printf "'%s' " "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }
run="$(quoted "target/release/$paper") $(quoted "$figure") --output $(quoted "$folder")"
for option in "$@"; do run="$run $(quoted "$option")"; done
mkdir -p "$folder"
array=$(sbatch --parsable --job-name="$figure" --array="1-$parts" --output="$folder/%A_%a.out" --wrap="$run --part \$SLURM_ARRAY_TASK_ID/$parts")
sbatch --parsable --job-name="$figure-join" --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes --output="$folder/%j-join.out" \
  --wrap="$run --join"
