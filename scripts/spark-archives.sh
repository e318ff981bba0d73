#!/bin/sh
# Says where the archives of pyspark are that the library audit and the engines run; fetches pyspark, 456 MB, if one is missing.
set -eu
cd "$(dirname "$0")/../experiments/library-audit/subjects"
spark=$(cat jvm/requirements.txt)
kept=target/jvm/$spark
wanted="commons-collections4 datasketches-java datasketches-memory guava hadoop-client-api hive-storage-api orc-core parquet-column parquet-common
    parquet-encoding slf4j-api spark-sketch stream-2"

complete() {
    for archive in $wanted; do
        [ -n "$(find "$1" -name "$archive*.jar" 2>/dev/null)" ] || return 1
    done
}

if ! complete "$kept"; then
    echo "fetching $spark, 456 MB" >&2
    rm -rf target/pyspark "$kept"
    python3 -m venv target/pyspark
    target/pyspark/bin/python -m pip download --quiet --disable-pip-version-check --no-deps --dest target/pyspark "$spark"
    mkdir -p "$kept"
    # shellcheck disable=SC2046
    tar xzf target/pyspark/*.tar.gz --strip-components=3 -C "$kept" --wildcards $(printf '*/jars/%s* ' $wanted)
    rm -rf target/pyspark
fi
echo "$PWD/$kept"
