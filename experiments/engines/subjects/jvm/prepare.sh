#!/bin/sh
# Compiles the subjects on the JVM; what is missing is named. Their archives come from pyspark, which the library audit fetches too, and
# Lucene's from Debian. Nothing with --quick.
set -eu
cd "$(dirname "$0")/.."
case " $* " in *" --quick "*) exit 0 ;; esac

missing() {
    echo "make engines: $1; the rows of $2 stay"
}

if ! command -v java >/dev/null || ! command -v javac >/dev/null; then
    missing "no JDK (apt-get install default-jdk-headless)" "engines on the JVM"
    exit 0
fi
mkdir -p target/jvm/classes
if [ "${ENGINES_ONLY:-}" = lucene-fuzzyset ]; then
    : # needs Debian's archives alone
elif archives=$(sh ../../../scripts/spark-archives.sh); then
    ln -sf "$archives"/*.jar target/jvm/
else
    missing "pyspark cannot be had (no registry?)" "engines on the JVM except Lucene"
fi
for archive in /usr/share/java/lucene-core-8*.jar /usr/share/java/lucene-codecs-8*.jar; do
    [ ! -e "$archive" ] || ln -sf "$archive" target/jvm/
done
[ -z "$(find jvm -name "*.java" -newer target/jvm/classes/compiled 2>&1)" ] && exit 0
# one that cannot be compiled does not take the others along
for subject in jvm/*.java; do
    [ "$subject" != jvm/Subject.java ] || continue
    javac -nowarn -cp 'target/jvm/*' -sourcepath jvm -d target/jvm/classes "$subject" 2>target/jvm/messages || {
        case $subject in *Lucene*) needed=" (apt-get install liblucene8-java)" ;; *) needed= ;; esac
        missing "$subject cannot be compiled$needed" "its engine"
    }
done
touch target/jvm/classes/compiled
