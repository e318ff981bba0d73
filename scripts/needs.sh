#!/bin/sh
# What a target needs beside Rust: build, browser, python or postgresql. Installs it when root on Debian or its kin, else names it.
set -eu
case ${1:-build} in
  build) packages='gcc libc6-dev make m4' has='command -v cc && command -v make && command -v m4' ;;
  browser) packages=chromium has="command -v ${CHROMIUM:-chromium}" ;;
  python) packages='python3 python3-venv' has="${PYTHON:-python3} -c 'import ensurepip, venv'" ;;
  postgresql) packages='postgresql postgresql-contrib' has='ls /usr/share/postgresql/*/extension/pageinspect.control' ;;
  *) echo "error: needs.sh $1: build, browser, python or postgresql" >&2; exit 2 ;;
esac
usable() { sh -c "$has" > /dev/null 2>&1; }
if ! usable && [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null 2>&1; then
  echo "installing: $packages" >&2
  sh "$(dirname "$0")/apt-install.sh" $packages
fi
usable || { echo "missing: $packages, as Debian names them" >&2; exit 1; }
command -v cargo > /dev/null 2>&1 || { echo 'missing: cargo, of Rust 1.89 or newer, such as rustup installs' >&2; exit 1; }
