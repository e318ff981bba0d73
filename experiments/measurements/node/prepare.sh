#!/bin/sh
# Fetches the packages that the subjects in JavaScript drive; what is missing is named. Programs are copied beside the packages, where
# Node looks for them.
set -eu
cd "$(dirname "$0")/.."
command -v npm >/dev/null || { echo "no Node.js with npm (apt-get install nodejs npm): no subjects in JavaScript"; exit 0; }
mkdir -p target/node
if ! cmp -s node/package-lock.json target/node/package-lock.json || [ ! -d target/node/node_modules ]; then
    cp node/package.json node/package-lock.json node/.npmrc target/node/
    (cd target/node && npm ci --ignore-scripts --no-audit --no-fund --silent) || {
        rm -f target/node/package-lock.json
        echo "the packages of npm cannot be had (no registry?): no subjects in JavaScript"
    }
fi
cp node/*.mjs target/node/
