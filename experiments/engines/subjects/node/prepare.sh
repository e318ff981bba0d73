#!/bin/sh
# Fetches the packages that the subjects in JavaScript drive; what is missing is named. Programs are copied beside the packages, where
# Node looks for them.
set -eu
cd "$(dirname "$0")/.."

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "make engines: no Node.js with npm (apt-get install nodejs npm); the rows of its engines stay"
    exit 0
fi
mkdir -p target/node
if ! cmp -s node/package-lock.json target/node/package-lock.json || [ ! -d target/node/node_modules ]; then
    cp node/package.json node/.npmrc target/node/
    cp node/package-lock.json target/node/package-lock.json
    (cd target/node && npm ci --ignore-scripts --no-audit --no-fund --silent) || {
        rm -f target/node/package-lock.json
        echo "make engines: the packages of npm cannot be had (no registry?); the rows of its engines stay"
    }
fi
cp node/*.mjs target/node/
