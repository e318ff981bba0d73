#!/bin/sh
# What `make test-slurm` needs: the daemons of Slurm and munge. Installs them, without starting them, when root on Debian or its
# kin; otherwise names the command.
set -eu
PATH=$PATH:/usr/sbin:/sbin

missing=''
for tool in munged slurmctld slurmd sbatch; do
  command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing what is missing:$missing" >&2
  sh "$(dirname "$0")/apt-install.sh" slurm-wlm munge
  exit 0
fi

cat >&2 <<END
missing:$missing. Install with
  Debian, Ubuntu   sudo apt-get install slurm-wlm munge
  Fedora           sudo dnf install slurm slurm-slurmctld slurm-slurmd munge
END
exit 1
