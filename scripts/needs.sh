#!/bin/sh
# What the build needs beside Rust: a C compiler, make and m4 (GMP and MPFR are compiled from source).
# Installs it when root on Debian or its kin; otherwise names the command.
set -eu

missing=""
for tool in cc make m4; do
  command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done

if [ -n "$missing" ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing what is missing:$missing" >&2
    sh "$(dirname "$0")/apt-install.sh" gcc libc6-dev make m4
  else
    cat >&2 <<END
missing:$missing. Install with
  Debian, Ubuntu   sudo apt-get install gcc libc6-dev make m4
  Fedora           sudo dnf install gcc make m4
  macOS            xcode-select --install
END
    exit 1
  fi
fi

if ! command -v cargo >/dev/null 2>&1; then
  cat >&2 <<END
missing: cargo, from Rust 1.89 or newer. Install rustup with
  Debian, Ubuntu   sudo apt-get install rustup && rustup default stable
  Fedora           sudo dnf install rustup && rustup-init
  macOS            brew install rustup && rustup default stable
END
  exit 1
fi
