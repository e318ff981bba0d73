#!/bin/sh
# Installs packages on Debian or its kin, as root. Programs that run at once take turns: apt-get refuses a second one.
set -eu
exec 9> "${TMPDIR:-/tmp}/bloomlab-apt.lock"
flock 9
apt-get update -qq >&2 || true
DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
  apt-get install -qq -y --no-install-recommends -o DPkg::Lock::Timeout=600 "$@" >&2
