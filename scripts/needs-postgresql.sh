#!/bin/sh
# What `make engines` needs for PostgreSQL: the program postgres with the extensions bloom and pageinspect. Installs them, without starting
# a server, when root on Debian or its kin; otherwise names the command.
set -eu

usable() {
  for control in /usr/share/postgresql/*/extension/pageinspect.control; do
    version=${control#/usr/share/postgresql/}
    [ ! -x "/usr/lib/postgresql/${version%%/*}/bin/postgres" ] || return 0
  done
  return 1
}
usable && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing what is missing: postgresql" >&2
  sh "$(dirname "$0")/apt-install.sh" postgresql postgresql-contrib
  usable && exit 0
fi

cat >&2 <<END
missing: PostgreSQL with its contributed extensions. Install with
  Debian, Ubuntu   sudo apt-get install postgresql postgresql-contrib
END
exit 1
