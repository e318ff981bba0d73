#!/bin/sh
# Builds the programs of the audited libraries and runs them. A toolchain or a registry that is missing is named; the rows of its
# libraries stay as they are in the committed table. With --quick only what builds fast is built: no parquet, nothing on the JVM.
set -eu
cd "$(dirname "$0")/../experiments/library-audit/subjects"
jobs="${AUDIT_JOBS:-2}"
quick=
case " $* " in *" --quick "*) quick=yes ;; esac

missing() {
    echo "make audit: $1; the rows of $2 stay"
}

rust() {
    cargo build --release --locked --quiet -j "$jobs" -p "$1" || missing "$1 cannot be built (no registry?)" "its Rust libraries"
}

# One program; the compiler with its flags, the source and the libraries.
compile() {
    program=target/c/$1
    shift
    [ -x "$program" ] && [ -z "$(find c -newer "$program")" ] || "$@" -o "$program"
}

c() {
    mkdir -p target/c
    if ! command -v cc >/dev/null; then
        missing "no C compiler" "libbloom"
    elif ! compile libbloom cc -O2 c/libbloom.c -lbloom -lm; then
        missing "libbloom cannot be compiled (apt-get install libbloom-dev)" "libbloom"
    fi
    if ! command -v c++ >/dev/null; then
        missing "no C++ compiler" "Boost.Bloom"
        return
    fi
    # the crates of the package headers hold C++ headers, and Cargo knows where
    includes=$(cargo metadata --locked --format-version 1 | sed 's/"manifest_path":"/\n/g' |
        sed -n 's,^\([^"]*/boost_[^"/]*\)/Cargo\.toml".*,-I\1/include,p' | sort -u)
    for subject in boost-bloom boost-bloom-multiblock; do
        # shellcheck disable=SC2086
        compile "$subject" c++ -std=c++17 -O2 $includes "c/$subject.cpp" ||
            missing "$subject cannot be compiled (no registry?)" "Boost.Bloom"
    done
}

# Guava, Spark's sketches and parquet-java come in pyspark, of which the engines use other archives.
jvm() {
    if ! command -v java >/dev/null || ! command -v javac >/dev/null; then
        missing "no JDK (apt-get install default-jdk-headless)" "libraries on the JVM"
        return
    fi
    mkdir -p target/jvm
    if ! archives=$(sh ../../../scripts/spark-archives.sh); then
        missing "pyspark cannot be had (no registry?)" "libraries on the JVM"
        return
    fi
    for archive in guava parquet-c parquet-encoding slf4j-api spark-sketch; do
        ln -sf "$archives/$archive"*.jar target/jvm/
    done
    javac -cp 'target/jvm/*' -d target/jvm jvm/*.java 2>target/jvm/messages || {
        cat target/jvm/messages
        missing "the programs in Java cannot be compiled" "libraries on the JVM"
    }
}

python() {
    if ! command -v python3 >/dev/null; then
        missing "no python3" "Python libraries"
        return
    fi
    if ! [ -x target/python/bin/python ] && ! python3 -m venv target/python; then
        missing "python3 makes no virtual environment (apt-get install python3-venv)" "Python libraries"
        return
    fi
    ! pip --requirement python/requirements.txt 2>target/python/messages || return 0
    # one that cannot be built does not take the others along
    while read -r library; do
        pip --retries 1 "$library" 2>target/python/messages && continue
        grep -E 'fatal error:|ERROR:' target/python/messages | tail -n 3
        missing "$library cannot be installed (no registry, or nothing to build it: apt-get install gcc python3-dev)" "${library%==*}"
    done <python/requirements.txt
}

pip() {
    target/python/bin/python -m pip install --quiet --disable-pip-version-check "$@"
}

if ! cargo build --release --locked --quiet -j "$jobs" -p audit; then
    echo "make audit: the runner cannot be built"
    exit 1
fi
[ -z "$quick" ] || cargo test --release --locked --quiet -j "$jobs" -p audit
rust subjects
c
python
if [ -z "$quick" ]; then
    rust subjects-parquet
    jvm
fi
exec target/release/audit "$@"
