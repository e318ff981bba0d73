#!/bin/sh
# What `make test-python` and `make test-crate` need: Python with the module venv, as `python3` on the path or named by the
# environment's PYTHON. Installs it when root on Debian or its kin; otherwise names the command.
set -eu

usable() {
  "${PYTHON:-python3}" -c 'import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}
usable && exit 0

if [ -z "${PYTHON:-}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing what is missing: python3-venv" >&2
  sh "$(dirname "$0")/apt-install.sh" python3-venv
  usable && exit 0
fi

cat >&2 <<END
missing: ${PYTHON:-python3}, of Python 3.11 or newer with the module venv. Install with
  Debian, Ubuntu   sudo apt-get install python3-venv
  Fedora           sudo dnf install python3
  others           name it: PYTHON=/path/to/python3 make test-python
END
exit 1
