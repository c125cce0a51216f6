"""What Scripts/prove spark runs: Spark and Ray on files, beside `af batch` on the same ones.

    checks.py [--full] [--files N] [--folder FOLDER] [--parts LIST] [--times FILE]

Parts: `work` tries every kind of work on Spark, `kill` writes files while a worker is killed and compares them with `af batch`'s,
`speed` compares Spark's time with that of two processes of `af batch`, `ray` does on Ray what `work` and `kill` do.
--times writes what each file took, and how long all of it took, for Scripts/measure many-nodes.
Exit status 1 where something does not hold.
"""
import argparse
import filecmp
import importlib.util
import json
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import numpy

JVM = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
OPTIONS = ["-d", "aac", "-b", "32k"]


class Verdicts:
    failed = 0

    def check(self, holds, text):
        print(("ok      " if holds else "BROKEN  ") + text, flush=True)
        self.failed += not holds


class Place:
    """The folder with the files, which Scripts/prove batch makes, and with the outputs of `af batch`."""

    def __init__(self, options):
        self.folder = options.folder.absolute()
        self.af = os.environ["AF"]
        made = subprocess.run(
            [sys.executable, options.generator, "--files", str(options.files), "--folder", str(self.folder), "--parts", "none"],
            check=True, capture_output=True, text=True)
        print(made.stdout, end="")
        self.rows = [json.loads(line) for line in (self.folder / "manifest.jsonl").read_text().splitlines()]
        for row in self.rows:
            row["input"] = str(self.folder / row["input"])
        self.names = {row["input"]: os.path.basename(row["output"]).replace(".flac", "") + ".m4a" for row in self.rows}

    def manifest(self, outputs):
        """The rows with outputs in a folder, which is emptied."""
        shutil.rmtree(outputs, ignore_errors=True)
        return [{"input": row["input"], "output": str(outputs / self.names[row["input"]])} for row in self.rows]

    def batch(self, outputs, shards=1):
        """Runs `af batch` in so many processes of one thread each.

        Returns the seconds that passed, the seconds of the processors, and the lines of the reports.
        """
        rows = self.manifest(outputs)
        outputs.mkdir()
        manifest = outputs.with_suffix(".jsonl")
        manifest.write_text("".join(json.dumps(row) + "\n" for row in rows))
        reports = [outputs.with_suffix(f".{index}.report") for index in range(1, shards + 1)]
        begin = time.monotonic()
        processes = []
        for index, report in enumerate(reports, 1):
            report.unlink(missing_ok=True)
            processes.append(subprocess.Popen(
                [self.af, "batch", "convert", "--manifest", manifest, "--options=" + " ".join(OPTIONS), "--quiet", "--report", report,
                 "--shard", f"{index}/{shards}"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        used = [os.wait4(process.pid, 0)[2] for process in processes]
        seconds = time.monotonic() - begin
        lines = [json.loads(line) for report in reports for line in report.read_text().splitlines()]
        return seconds, sum(one.ru_utime + one.ru_stime for one in used), lines


def session(cores=1):
    """Spark with two workers of one core each, which are processes of their own."""
    import pyspark
    from pyspark.sql import SparkSession
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    spark = (
        SparkSession.builder.master(f"local-cluster[2,{cores},1024]").appName("spark")
        .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.memory", "1g").config("spark.executor.memory", "1g")
        # They hand names and rows on: to compile that better costs more of two cores than it saves.
        .config("spark.driver.extraJavaOptions", JVM).config("spark.executor.extraJavaOptions", JVM)
        .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
        .config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"])
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "256")
        .config("spark.sql.adaptive.enabled", "false").config("spark.speculation", "true").config("spark.speculation.quantile", "0.5")
        .getOrCreate())
    spark.sparkContext.setLogLevel("OFF")
    return spark


def warm(spark, works):
    """Has both workers start their processes of Python, and import the package."""
    from audiotoolbox import spark as at
    at.apply(spark.createDataFrame([{"input": ""}] * 8).repartition(8), works).collect()


def executors(parent):
    """The processes of Spark's workers that this one has started, by their ids."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                command = pathlib.Path(f"/proc/{entry}/cmdline").read_bytes()
                if b"CoarseGrainedExecutorBackend" in command and is_below(int(entry), parent):
                    found.append(int(entry))
            except OSError:
                pass
    return found


def is_below(process, parent):
    while process > 1:
        if process == parent:
            return True
        status = pathlib.Path(f"/proc/{process}/stat").read_text()
        process = int(status.rpartition(")")[2].split()[1])
    return False


def check_same(place, verdicts, reference, outputs, who):
    names = sorted(os.listdir(reference))
    found = sorted(os.listdir(outputs))
    unfinished = [name for name in found if name.endswith(".partial")]
    verdicts.check([name for name in found if name not in unfinished] == names, f"{who}: {len(names)} outputs, no more and no fewer")
    _, other, lost = filecmp.cmpfiles(reference, outputs, names, shallow=False)
    verdicts.check(not other and not lost, f"{who}: they are those of af batch, byte by byte" + (f", but {other[:3]}" if other else ""))
    if unfinished:
        print(f"        {len(unfinished)} unfinished files of attempts that were killed, hidden; leftovers() lists them")


def check_rows(place, verdicts, found, lines, who):
    """Rows of an engine beside the lines of `af batch`: the same files failed, for the same reasons."""
    verdicts.check(sorted(row["input"] for row in found) == sorted(place.names), f"{who}: one row for each of {len(place.names)} files")
    theirs = {line["input"]: line["error"]["kind"] for line in lines if line.get("error")}
    ours = {row["input"]: row["error_kind"] for row in found if row["error_kind"] is not None}
    verdicts.check(set(ours) == set(theirs), f"{who}: {len(ours)} files failed, the same as with af batch")
    other = {name: (ours[name], theirs[name]) for name in ours if name in theirs and ours[name] != theirs[name]}
    verdicts.check(not other, f"{who}: of the same kinds" + (f", but {list(other.items())[:3]}" if other else ""))


def check_work(spark, place, verdicts, lines):
    """Every kind of work, over a manifest and over rows of `binaryFile`, by mapInArrow and mapInPandas."""
    from audiotoolbox import spark as at
    import audiotoolbox
    good = [line["input"] for line in lines if not line.get("error")][:24]
    some = spark.createDataFrame([{"input": name} for name in good]).repartition(4)
    counters = at.Counters(spark.sparkContext)
    work = at.Features(loudness=True, hash=True)
    features = {row["input"]: row for row in at.apply(some, work, counters).collect()}
    verdicts.check(counters.values["rows"] >= len(good) and counters.values["sound_seconds"] > 0, f"counters: {counters}")
    answers = subprocess.run([place.af, "batch", "loudness", *good], capture_output=True, text=True).stdout.splitlines()
    loud = {line["input"]: line.get("integratedLoudness") for line in map(json.loads, answers)}
    verdicts.check({name: row["integrated_loudness"] for name, row in features.items()} == loud, "loudness is that of af batch")
    answers = subprocess.run([place.af, "batch", "hash", *good], capture_output=True, text=True).stdout.splitlines()
    hashes = {line["input"]: line.get("hash") for line in map(json.loads, answers)}
    verdicts.check({name: row["hash"] for name, row in features.items() if row["error_kind"] is None}.items() <= hashes.items()
                   and len(hashes) == len(good), "hashes are those of af batch")
    binary = spark.read.format("binaryFile").load(good)
    of_bytes = binary.mapInPandas(at.pandas(work), at.schema(work)).collect()
    verdicts.check(sorted(row["hash"] or "" for row in of_bytes) == sorted(row["hash"] or "" for row in features.values()),
                   "binaryFile and mapInPandas: the same features of bytes")
    sounds = at.apply(at.apply(some, at.Ranges(20, samplerate=16000)).repartition(6), at.Waveforms(samplerate=16000, channels=1)).collect()
    joined = {}
    for row in sorted(sounds, key=lambda row: row["start"]):
        joined.setdefault(row["input"], []).append(numpy.asarray(row["samples"], "float32"))
    # All files have that rate, so that nothing is rounded anew.
    other = [name for name in good if not numpy.array_equal(
        numpy.concatenate(joined[name]), audiotoolbox.read(name, samplerate=16000, channels=1, dtype="float32")[0])]
    verdicts.check(not other and len(sounds) > len(good), f"waveforms: {len(sounds)} ranges of {len(good)} files are the files"
                   + (f", but {other[:3]}" if other else ""))
    coded = at.apply(binary, at.Transcoded(at.Conversion("m4a", "aac", 32000))).collect()
    reference = place.folder / "reference"
    other = [row["input"] for row in coded if row["error_kind"]
             or row["content"] != (reference / place.names[row["input"].removeprefix("file:")]).read_bytes()]
    verdicts.check(not other and len(coded) == len(good), f"transcoded bytes are af batch's files" + (f", but {other[:3]}" if other else ""))


def conversion():
    from audiotoolbox import rows
    return rows.Conversion(subtype="aac", bitrate=32000)


def check_kill(spark, place, verdicts, lines, after):
    """Files are written, and one of the two workers is killed when a part of them is there."""
    from audiotoolbox import spark as at
    outputs = place.folder / "spark"
    rows = place.manifest(outputs)
    killed = []

    def kill():
        while not outputs.is_dir() or len(os.listdir(outputs)) < after:
            time.sleep(0.02)
        ids = executors(os.getpid())
        killed.extend(ids[:1])
        os.kill(ids[0], signal.SIGKILL)
    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    files = at.spread(spark.createDataFrame(rows), max(8, len(rows) // 40))
    begin = time.monotonic()
    found = at.apply(files, at.Files(conversion=conversion())).collect()
    verdicts.check(len(killed) == 1, f"one worker of two was killed when {after} of {len(rows)} files were there "
                   f"({time.monotonic() - begin:.0f} s in all)")
    check_rows(place, verdicts, found, lines, "Spark")
    check_same(place, verdicts, place.folder / "reference", outputs, "Spark")
    again = at.apply(files, at.Files(conversion=conversion(), existing="keep")).collect()
    kept = sum(bool(row["is_kept"]) for row in again)
    verdicts.check(kept == len(os.listdir(place.folder / "reference")), f"started again, {kept} outputs are kept")


def check_speed(spark, place, verdicts, reference, options):
    """Spark's time beside that of two processes of `af batch`, in neighbouring runs, the first of which wrote the reference."""
    from audiotoolbox import spark as at
    outputs, ratios, measured = place.folder / "speed", [], []
    for run in range(options.runs):
        theirs, processors, lines = reference if run == 0 else place.batch(outputs, shards=2)
        rows = place.manifest(outputs)
        partitions = max(8, len(rows) // options.each)
        files = at.spread(spark.createDataFrame(rows), partitions)
        counters = at.Counters(spark.sparkContext)
        begin = time.monotonic()
        work = at.Files(conversion=conversion())
        found = at.apply(files, work, counters).collect()
        ours = time.monotonic() - begin
        ratios.append(theirs / ours)
        # What as many tasks take by themselves: as many rows, none of which names a file.
        nothing = at.spread(spark.createDataFrame([{"input": ""}] * len(rows)), partitions)
        begin = time.monotonic()
        at.apply(nothing, at.Features()).collect()
        measured.append({
            "batch_seconds": theirs, "spark_seconds": ours, "empty_seconds": time.monotonic() - begin, "partitions": partitions,
            "batch_processor_seconds": processors, "at_once": work.at_once,
            "batch": [line["seconds"] for line in lines], "spark": [row["seconds"] for row in found],
            "sound": [line.get("durationSeconds") or 0 for line in lines]})
        print(f"        {len(rows)} files: two processes of af batch {theirs:.1f} s, Spark {ours:.1f} s ({measured[-1]['empty_seconds']:.1f} s "
              f"for {partitions} tasks without files); {counters}", flush=True)
    ratio = statistics.median(ratios)
    if options.full:
        verdicts.check(ratio >= 0.9, f"Spark has {ratio:.2f} of the speed of two processes")
    else:
        print(f"        Spark has {ratio:.2f} of the speed of two processes")
    if options.times:
        options.times.write_text(json.dumps(measured))


def check_ray(place, verdicts, lines, options):
    try:
        import ray
    except ImportError:
        print("left out: ray is not installed")
        return
    import logging
    from audiotoolbox import ray as at
    ray.init(num_cpus=2, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    outputs = place.folder / "ray"
    rows = place.manifest(outputs)
    killed = []

    def kill():
        while not outputs.is_dir() or len(os.listdir(outputs)) < len(rows) // 3:
            time.sleep(0.02)
        for worker in ray_workers():
            os.kill(worker, signal.SIGKILL)
            killed.append(worker)
            break
    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    begin = time.monotonic()
    files = ray.data.from_items(rows, override_num_blocks=max(8, len(rows) // 40))
    found = files.map_batches(at.arrow(at.Files(conversion=conversion())), batch_format="pyarrow", batch_size=20).take_all()
    seconds = time.monotonic() - begin
    verdicts.check(len(killed) == 1, f"a worker of Ray was killed in the middle ({seconds:.0f} s in all)")
    check_rows(place, verdicts, found, lines, "Ray")
    check_same(place, verdicts, place.folder / "reference", outputs, "Ray")
    good = [line["input"] for line in lines if not line.get("error")][:12]
    read = ray.data.read_binary_files(good, include_paths=True)
    made = read.map_batches(at.arrow(at.Features(loudness=True)), batch_format="pyarrow", batch_size=4).take_all()
    verdicts.check(len(made) == len(good) and all(row["error_kind"] is None for row in made), "Ray: features of bytes")
    ray.shutdown()


def ray_workers():
    """Processes of Ray, below this one, that are working on files now."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                name = pathlib.Path(f"/proc/{entry}/cmdline").read_bytes()
                if name.startswith(b"ray::") and b"IDLE" not in name and b"MapBatches" in name and is_below(int(entry), os.getpid()):
                    found.append(int(entry))
            except OSError:
                pass
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--files", type=int)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--parts", default="work,kill,speed,ray")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--each", type=int, default=40, help="files of a partition")
    parser.add_argument("--times", type=pathlib.Path)
    options = parser.parse_args()
    options.files = options.files or (5000 if options.full else 240)
    parts, verdicts = options.parts.split(","), Verdicts()
    temporary = None if options.folder else tempfile.mkdtemp(prefix="spark-")
    options.folder = options.folder or pathlib.Path(temporary)
    try:
        place = Place(options)
        reference = place.batch(place.folder / "reference", shards=2)
        lines = reference[2]
        if set(parts) & {"work", "kill", "speed"}:
            begin = time.monotonic()
            spark = session()
            from audiotoolbox import spark as at
            warm(spark, at.Features())
            print(f"        Spark {spark.version} with two workers: started in {time.monotonic() - begin:.0f} s", flush=True)
            if "work" in parts:
                check_work(spark, place, verdicts, lines)
            if "speed" in parts:
                check_speed(spark, place, verdicts, reference, options)
            if "kill" in parts:
                check_kill(spark, place, verdicts, lines, len(place.rows) // 3)
            spark.stop()
        if "ray" in parts:
            check_ray(place, verdicts, lines, options)
    finally:
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)
    return 1 if verdicts.failed else 0


sys.exit(main())
