#!/bin/sh
# What `make test-browser` needs: Chromium, as `chromium` on the path or named by the environment's CHROMIUM.
# Installs it when root on Debian or its kin; otherwise names the command.
set -eu

command -v "${CHROMIUM:-chromium}" >/dev/null 2>&1 && exit 0

if [ -z "${CHROMIUM:-}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing what is missing: chromium" >&2
  sh "$(dirname "$0")/apt-install.sh" chromium
  exit 0
fi

cat >&2 <<END
missing: ${CHROMIUM:-chromium}. Install with
  Debian           sudo apt-get install chromium
  Fedora           sudo dnf install chromium
  others           any Chromium or Chrome will do: CHROMIUM=/path/to/it make test-browser
END
exit 1
