#!/bin/sh
# A figure in three parts gives the bytes of one run: under Snakemake if it is installed, and by the Slurm script, whose sbatch is
# replaced by one that runs each job at once.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
paper=kirsch-mitzenmacher-hashing figure=excess
mkdir "$folder/bin"
cat > "$folder/bin/sbatch" <<'END'
#!/bin/sh
for option in "$@"; do
  case $option in
    --array=*) tasks=${option##*-} ;;
    --wrap=*) job=${option#--wrap=} ;;
  esac
done
i=1
while [ "$i" -le "${tasks:-1}" ]; do SLURM_ARRAY_TASK_ID=$i sh -c "$job" >&2; i=$((i + 1)); done
echo 1
END
chmod +x "$folder/bin/sbatch"
PATH="$folder/bin:$PATH" scripts/slurm-figure.sh "$paper" "$figure" 3 "$folder/slurm" > "$folder/jobs"
cmp "data/$paper/$figure.csv" "$folder/slurm/data/$paper/$figure.csv"
echo 'parts: a Slurm array gives the committed table'
if command -v snakemake > /dev/null 2>&1; then
  snakemake --quiet -s scripts/Snakefile --cores 2 --config paper="$paper" figure="$figure" parts=3 output="$folder/snake"
  cmp "data/$paper/$figure.csv" "$folder/snake/data/$paper/$figure.csv"
  echo 'parts: Snakemake gives the committed table'
else
  echo 'parts: Snakemake is not installed, and was not tried'
fi
