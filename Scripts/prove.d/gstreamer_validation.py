"""Pipelines with the plugin for GStreamer under gst-validate-1.0, for `Scripts/prove gstreamer`.

Elements of GStreamer have issues of their own there. A pipeline with satdec or satenc is therefore run once more with avdec_aac,
avdec_alac and avenc_aac in their place, and may report what is reported of these, but nothing else.
"""
import concurrent.futures
import re
import shutil
import subprocess

PROGRAM = "gst-validate-1.0"
#: Scenarios of gst-validate. Those that play faster race with the end of so short a file, with GStreamer's decoders as well.
SEEKS = ("simple_seeks", "seek_with_stop", "scrub_forward_seeking", "scrub_backward_seeking", "reverse_playback")
#: Seconds that a pipeline may take, and pipelines at a time, most of which wait for the clock.
LIMIT, SIDE_BY_SIDE = 300, 4


def reports(words, environment, folder, scenario=None):
    """What is reported of a pipeline: pairs of a level and a summary."""
    options = [f"--set-scenario={scenario}"] if scenario else []
    done = subprocess.run(
        [PROGRAM, *options, *words.split()], cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT)
    found = set(re.findall(r"^ *(critical|warning|issue) : (.*)$", done.stdout + done.stderr, re.MULTILINE))
    stated = re.search(r"Issues found: (\d+)", done.stdout + done.stderr)
    if (done.returncode != 0 or not stated) and not any(level == "critical" for level, _ in found):
        found.add(("critical", f"exit status {done.returncode}: {(done.stdout + done.stderr)[-400:]}"))
    return found


def decoding(name, decoder):
    return f"filesrc location={name} ! qtdemux ! {decoder} ! fakesink sync=true"


def encoding(encoder, decoder, source="filesrc location=long.wav ! wavparse"):
    return f"{source} ! audioconvert ! {encoder} ! {decoder} ! fakesink"


def cases(files, encoders):
    """A title, a pipeline of ours, one of GStreamer's own elements, and a scenario each."""
    for name in files:
        theirs = decoding(*(("alac.m4a", "avdec_alac") if name == "alac.m4a" else ("aac.m4a", "avdec_aac")))
        for scenario in (None, *SEEKS):
            yield name, decoding(name, "satdec"), theirs, scenario
    live = "audiotestsrc is-live=true"
    for words in encoders:
        own = f"satenc format={words}"
        yield own, encoding(own, "satdec"), encoding("avenc_aac", "avdec_aac"), None
        yield own, encoding(own, "satdec", live), encoding("avenc_aac", "avdec_aac", live), "change_state_intensive"


def validate(files, encoders, environment, folder):
    """Prints how many pipelines are clean, and what GStreamer's own elements share with them.

    Returns what is reported of the plugin alone, one text each.
    """
    every = list(cases(files, encoders))
    wanted = {(words, scenario) for _, *both, scenario in every for words in both}
    with concurrent.futures.ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        runs = {run: pool.submit(reports, run[0], environment, folder, run[1]) for run in sorted(wanted, key=str)}
        found = {run: future.result() for run, future in runs.items()}
    shared, own = set(), []
    for title, words, reference, scenario in every:
        ours, theirs = found[words, scenario], found[reference, scenario]
        shared |= ours & theirs
        own += [f"{title}, {scenario or 'played'}: {level}: {text}" for level, text in sorted(ours - theirs)]
    print(f"{PROGRAM}: {len(every)} pipelines, {len(own)} reports of the plugin")
    for level, text in sorted(shared):
        print(f"{PROGRAM}: of GStreamer's own elements as well: {level}: {text}")
    return own


def is_there():
    return shutil.which(PROGRAM) is not None
