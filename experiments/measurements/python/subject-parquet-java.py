"""Parquet's filters as parquet-java writes them, by Spark on one thread. Dictionaries are off, since a chunk that one encodes as a
whole has no filter; unique keys fall back from theirs and do have one, as the case `dictionary` shows."""

import glob
import os
import re
from importlib.metadata import version as package

import pyspark
from parquet import serve_writer, sweep
from protocol import NotMeasured, only
from pyspark.sql import SparkSession

session = None


def spark():
    global session
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "2g",
    }
    builder = SparkSession.builder.master("local[1]").config(map=settings)
    session = session or builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


def write(path, keys, named, target):
    rows, folder = f"{path}.csv", f"{path}-table"
    with open(rows, "w") as file:
        file.writelines(f"{key}\n" for key in keys)
    writer = spark().read.schema("key bigint").csv(rows).coalesce(1).write
    options = {"parquet.bloom.filter.enabled#key": "true", "parquet.enable.dictionary": "false", "parquet.block.size": 1 << 28}
    if target:
        options["parquet.bloom.filter.fpp#key"] = target
    if named == "ndv":
        options["parquet.bloom.filter.expected.ndv#key"] = len(keys)
    if named == "dictionary":
        del options["parquet.enable.dictionary"]
    writer.options(**options).parquet(folder)
    return only(glob.glob(os.path.join(folder, "*.parquet")), "files")


def version():
    jars = glob.glob(os.path.join(os.path.dirname(pyspark.__file__), "jars", "parquet-hadoop-*.jar"))
    if not jars:
        raise NotMeasured("pyspark has no parquet-hadoop")
    return f"{re.search(r'hadoop-([0-9.]+).jar', jars[0])[1]}-pyspark-{package('pyspark')}"


GIVEN, NONE = "fpp and expected.ndv = n", "fpp without expected.ndv"
CASES = sweep("ndv", GIVEN, [1_000_000]) + sweep("none", NONE, [1_000_000], [0.01]) + sweep("none", NONE, [20_000])
CASES += sweep("dictionary", "dictionaries left on", [20_000], [0.01]) + sweep("ndv", GIVEN)

if __name__ == "__main__":
    serve_writer("parquet-java", version, write, CASES)
