#!/bin/sh
# Compiles the subjects on the JVM, whose classes and archives are the lines of standard input; what is missing is named. The archives come
# in pyspark, 456 MB, which is fetched where one of them is missing; Lucene's are Debian's.
set -eu
cd "$(dirname "$0")/.."
spark=pyspark==4.3.0
mkdir -p target/jvm/classes
command -v javac >/dev/null || { echo "no JDK (apt-get install default-jdk-headless): no subjects on the JVM"; exit 0; }
list=$(cat)

has() {
    [ -n "$(find target/jvm -maxdepth 1 -name "$1*.jar")" ]
}

for archive in /usr/share/java/lucene-core-8*.jar /usr/share/java/lucene-codecs-8*.jar; do
    [ ! -e "$archive" ] || ln -sf "$archive" target/jvm/
done
wanted=$(echo "$list" | cut -s -d ' ' -f 2- | tr ' ' '\n' | grep -v '^lib' | sort -u)
for archive in $wanted; do
    has "$archive" && continue
    rm -rf target/pyspark
    { python3 -m venv target/pyspark && target/pyspark/bin/python -m pip download --quiet --disable-pip-version-check --no-deps \
        --dest target/pyspark "$spark" && tar xzf target/pyspark/*.tar.gz --strip-components=3 -C target/jvm --wildcards \
        $(printf '*/jars/%s* ' $wanted); } || echo "$spark cannot be had (no registry?): no subjects on the JVM but Lucene's"
    rm -rf target/pyspark
    break
done
echo "$list" | while read -r class needs; do
    [ ! -e "target/jvm/classes/$class.class" ] || [ -n "$(find jvm -newer "target/jvm/classes/$class.class" -name '*.java')" ] || continue
    javac -nowarn -cp 'target/jvm/*' -sourcepath jvm -d target/jvm/classes "jvm/$class.java" 2>target/jvm/messages ||
        echo "$class cannot be compiled (needs $needs)"
done
