"""What each option of the verbs of af but `convert`, and of afinfo and afplay, is held to do: Scripts/prove option-matrix runs it.

A probe is an option with its value, a proof, and, where it is not the usual one of its verb, the command that the option is
added to. The proof sees both runs, the one with the option and the one without, and is true where the option was obeyed.
"""
import array
import json
import math
import os
import re
import shutil
import subprocess
from typing import Callable, NamedTuple, Optional


class Probe(NamedTuple):
    options: list
    proof: Callable
    base: Optional[list] = None


class Run:
    """A command, run in a folder of its own with copies of the files that it names."""

    def __init__(self, program, arguments, stage, place):
        shutil.rmtree(place, ignore_errors=True)
        os.makedirs(place)
        for name in os.listdir(stage):
            source, target = os.path.join(stage, name), os.path.join(place, name)
            # Those that are to be replaced are always there.
            if name in arguments or name.startswith("old"):
                (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, target)
        # ALSA's plugin that writes what is played, and reads what is recorded.
        with open(os.path.join(place, "asoundrc"), "w") as file:
            file.write(f'pcm.nothing {{ type null }}\npcm.tofile {{ type file slave.pcm nothing file "{place}/out.raw" '
                       f'infile "{stage}/in.raw" format raw }}\n')
        before = self.look(place)
        environment = dict(os.environ, ALSA_CONFIG_PATH=f"{place}/asoundrc", AUDIO_TOOLBOX_DEVICE="virtual")
        if os.path.basename(program) == "afplay":
            environment["AUDIO_TOOLBOX_DEVICE"] = "alsa:tofile"
        result = subprocess.run(
            [program, *arguments], cwd=place, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            errors="replace", timeout=120)
        self.status, self.text, self.error = result.returncode, result.stdout, result.stderr
        self.files = {name: data for name, data in self.look(place).items() if before.get(name) != data}
        self.place = place

    @staticmethod
    def look(place):
        found = {}
        for folder, _, names in os.walk(place):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, place)] = file.read()
        return found

    @property
    def file(self):
        [data] = [data for name, data in self.files.items() if name != "out.raw"]
        return data

    @property
    def played(self):
        """The samples that were played, as ALSA was given them, floats, without the silence that a busy machine leaves between them."""
        return [sample for sample in array.array("f", self.files["out.raw"]) if sample]


# Proofs.

def json_lines(now, plain):
    lines = now.text.splitlines()
    return now.status == 0 and bool(lines) and all(isinstance(json.loads(line), dict) for line in lines) \
        and not plain.text.startswith("{")


def progress_lines(now, plain):
    lines = now.error.splitlines()
    return now.status == 0 and bool(lines) and all(json.loads(line)["kind"] == "progress" for line in lines)


def no_remarks(now, plain):
    """Nothing is said that is no result; results stay as they are."""
    return now.status == 0 and now.error == "" and now.text == plain.text


def shorter(now, plain):
    return now.status == 0 and len(now.text + now.error) < len(plain.text + plain.error)


def other_share(now, plain):
    """A file is in one of two shares: of the one there is a line, of the other none."""
    return now.status == plain.status == 0 and bool(now.text) != bool(plain.text)


def more(now, plain):
    return now.status == 0 and len(now.text + now.error) > len(plain.text + plain.error)


def differs(now, plain):
    return now.status == 0 and (now.text, now.files) != (plain.text, plain.files)


def accepted(now, plain):
    """An option whose help says that it does nothing."""
    return now.status == plain.status == 0 and now.text == plain.text


def now_works(now, plain):
    return plain.status != 0 and now.status == 0


def refused(word):
    return lambda now, plain: now.status != 0 and word in now.error and not now.files


def writes(pattern, count=1):
    return lambda now, plain: now.status == 0 and sum(bool(re.fullmatch(pattern, name)) for name in now.files) == count


def starts(data):
    return lambda now, plain: now.status == 0 and now.file.startswith(data)


def holds(data):
    return lambda now, plain: now.status == 0 and data in now.file and data not in b"".join(plain.files.values())


def prints(text):
    return lambda now, plain: now.status == 0 and text in now.text and text not in plain.text


def level(samples):
    return math.sqrt(sum(value * value for value in samples) / max(1, len(samples)))


def played_level(factor):
    return lambda now, plain: abs(level(now.played) / level(plain.played) - factor) < 0.02


def played_length(factor):
    return lambda now, plain: abs(len(now.played) / len(plain.played) - factor) < 0.06


def played_differs(now, plain):
    return now.status == 0 and now.played != plain.played


def played_same(now, plain):
    return now.status == 0 and played_length(1)(now, plain) and played_level(1)(now, plain)


def folder(verb):
    """What is usual may be said, too."""
    return Probe(["--recursive"], lambda now, plain: now.status == plain.status == 0 and now.text == plain.text and "in.wav" in now.text,
                 [verb, "folder"])


def only_says(text):
    return lambda now, plain: now.status == 0 and text in now.text and not now.files and bool(plain.files or plain.text)


FORCE = Probe(["--force"], now_works)
QUIET, VERBOSE, JSON = Probe(["--quiet"], no_remarks), Probe(["--verbose"], more), Probe(["--json"], json_lines)
PROGRESS = [Probe(["--progress", "json"], progress_lines), Probe(["--progress", "none"], accepted)]


def picture_options(verb):
    """The options that both pictures have."""
    return [
        Probe(["--output", "x.png"], starts(b"\x89PNG"), [verb, "in.wav"]), Probe(["-o", "x.svg"], holds(b"<svg"), [verb, "in.wav"]),
        Probe(["--width", "600"], differs), Probe(["--height", "300"], differs), Probe(["--channel", "1"], differs),
        Probe(["--from", "0.5"], differs), Probe(["--to", "0.5"], differs), Probe(["--theme", "dark"], differs),
        Probe(["--no-axes"], differs), FORCE._replace(base=[verb, "in.wav", "-o", "old.svg"]),
        Probe(["--read-track", "1"], differs, [verb, "two.m4a", "-o", "x.svg"]),
        Probe(["--asc", "F8E85000"], now_works, [verb, "packets.dump", "-o", "x.svg"])]


def seconds_of(data):
    """Of a WAVE file that our own tool wrote."""
    bytes_a_second = int.from_bytes(data[data.find(b"fmt ") + 16:][:4], "little")
    return (len(data) - data.find(b"data") - 8) / bytes_a_second


def lasts(wanted):
    return lambda now, plain: now.status == 0 and abs(seconds_of(next(iter(now.files.values()))) - wanted) < 0.03


PLAY, RECORD = ["play", "in.wav", "--device", "alsa:tofile"], ["record", "x.wav", "--device", "alsa:tofile:44100:2", "--duration", "0.3"]

# For each verb the command that an option is added to, and the probes. Options that `Scripts/prove option-matrix` gives to every
# kind of conversion are tried there on the verbs that encode, too.
VERBS = {
    "info": (["info", "in.m4a"], [
        JSON, Probe(["--brief"], lambda now, plain: now.text.count("\n") == 1), Probe(["--table"], prints("Bit rate  ")),
        folder("info"),
        Probe(["--packets"], more), Probe(["--read-track", "1"], differs, ["info", "two.m4a"]),
        Probe(["--asc", "F8E85000"], differs, ["info", "packets.dump"]),
        QUIET, VERBOSE]),
    "dump": (["dump", "in.m4a", "x.dump"], [
        FORCE._replace(base=["dump", "in.m4a", "old.dump"]), Probe(["--read-track", "1"], differs, ["dump", "two.m4a", "x.dump"]),
        Probe(["--asc", "F8E85000"], differs, ["dump", "packets.dump"]), QUIET, VERBOSE]),
    "remux": (["remux", "in.m4a", "x.mp4"], [
        Probe(["-f", "caff"], starts(b"caff")), FORCE._replace(base=["remux", "in.m4a", "old.mp4"]),
        Probe(["--index", "last"], lambda now, plain: now.file.find(b"mdat") < now.file.find(b"moov") and plain.file.find(b"moov") < plain.file.find(b"mdat")),
        Probe(["--fragment", "0.3"], holds(b"moof")), Probe(["--read-track", "1"], differs, ["remux", "two.m4a", "x.mp4"]),
        Probe(["--asc", "F8E85000"], now_works, ["remux", "packets.dump", "x.m4a"]), *PROGRESS,
        Probe(["--quiet"], shorter, ["remux", "odd.wav", "x.caf"]), VERBOSE]),
    "demux": (["demux", "two.m4a"], [
        Probe(["--track", "1"], differs), Probe(["--output", "x.aac"], writes("x.aac"), ["demux", "two.m4a", "--track", "1"]),
        Probe(["-o", "x.aac"], writes("x.aac"), ["demux", "two.m4a", "--track", "1"]),
        FORCE._replace(base=["demux", "two.m4a", "--track", "1", "-o", "old.aac"]), JSON, Probe(["--packets"], more), QUIET,
        VERBOSE._replace(base=["demux", "two.m4a", "--track", "1", "-o", "x.aac"])]),
    "hash": (["hash", "in.wav"], [
        Probe(["--samples", "LEI32"], prints("LEI32")), folder("hash"), JSON, Probe(["--read-track", "1"], differs, ["hash", "two.m4a"]),
        Probe(["--asc", "F8E85000"], now_works, ["hash", "packets.dump"]), *PROGRESS, QUIET, VERBOSE]),
    "inspect": (["inspect", "in.m4a"], [
        folder("inspect"), JSON, Probe(["--html", "x.html"], starts(b"<!DOCTYPE html>")),
        Probe(["--no-sound"], lambda now, plain: now.status == 0 and len(now.file) < len(plain.file), ["inspect", "in.m4a", "--html", "x.html"]),
        FORCE._replace(base=["inspect", "in.m4a", "--html", "old.html"]), Probe(["--read-track", "1"], differs, ["inspect", "two.m4a"]),
        Probe(["--asc", "F8E85000"], differs, ["inspect", "packets.dump"]), *PROGRESS,
        Probe(["--quiet"], shorter, ["inspect", "odd.wav"]), VERBOSE]),
    "waveform": (["waveform", "in.wav", "-o", "x.svg"], [
        *picture_options("waveform"), Probe(["--color", "ff0000"], differs), *PROGRESS, QUIET, VERBOSE]),
    "spectrogram": (["spectrogram", "in.wav", "-o", "x.png"], [
        *picture_options("spectrogram"), Probe(["--scale", "linear"], differs), Probe(["--range", "40"], differs),
        Probe(["--lowest", "1000"], differs), Probe(["--highest", "5000"], differs), Probe(["--palette", "paper"], differs),
        *PROGRESS, QUIET, VERBOSE]),
    "repair": (["repair", "odd.wav", "x.wav"], [
        Probe(["-f", "WAVE"], starts(b"RIFF"), ["repair", "odd.wav", "x"]), FORCE._replace(base=["repair", "odd.wav", "old.wav"]), JSON,
        *PROGRESS, Probe(["--quiet"], shorter), VERBOSE]),
    "verify": (["verify", "in.flac"], [
        folder("verify"), JSON, Probe(["--asc", "F8E85000"], now_works, ["verify", "packets.dump"]), *PROGRESS, Probe(["--quiet"], shorter), VERBOSE]),
    "compare": (["compare", "in.wav", "in.wav"], [
        Probe(["--tolerance", "-40dB"], now_works, ["compare", "in.wav", "other.wav"]), Probe(["--align", "0.1"], more), JSON,
        *PROGRESS, QUIET, VERBOSE]),
    "loudness": (["loudness", "in.flac"], [
        folder("loudness"), Probe(["--album"], prints("album of 1")), Probe(["--tag", "replaygain"], holds(b"REPLAYGAIN_TRACK_GAIN")), JSON,
        Probe(["--read-track", "1"], differs, ["loudness", "two.m4a"]), Probe(["--asc", "F8E85000"], now_works, ["loudness", "packets.dump"]),
        *PROGRESS, Probe(["--quiet"], shorter, ["loudness", "odd.wav"]), VERBOSE]),
    "tag": (["tag", "in.flac"], [
        Probe(["--recursive"], lambda now, plain: b"TITLE=A" in now.file, ["tag", "in.flac", "title=A"]),
        Probe(["--dry-run"], only_says("-> A"), ["tag", "in.flac", "--set", "title=A"]),
        Probe(["--set", "title=Aria"], holds(b"TITLE=Aria")), Probe(["--remove", "title"], lambda now, plain: b"TITLE=" not in now.file),
        Probe(["--clear"], lambda now, plain: b"TITLE=" not in now.file), Probe(["--cover", "front.png"], holds(b"\x89PNG")),
        Probe(["--save-cover", "x.png"], starts(b"\x89PNG"), ["tag", "covered.flac"]),
        FORCE._replace(base=["tag", "covered.flac", "--save-cover", "front.png"]),
        Probe(["--copy-from", "in.m4a"], holds(b"Fugue")), Probe(["--chapters", "chapters.txt"], holds(b"Coda")), JSON,
        *(probe._replace(base=["tag", "in.flac", "--set", "title=A"]) for probe in PROGRESS), QUIET, VERBOSE._replace(base=["tag", "in.flac", "--set", "title=A"])]),
    "rename": (["rename", "in.flac", "--as", "{stem}x"], [
        Probe(["--as", "x{stem}"], writes("xin.flac"), ["rename", "in.flac"]), Probe(["--to", "."], accepted),
        Probe(["--recursive"], accepted, ["rename", "in.flac", "--as", "{stem}x"]), Probe(["--dry-run"], only_says("in.flac -> inx.flac")),
        QUIET._replace(base=["rename", "in.flac", "--as", "{stem}x"]), VERBOSE]),
    "join": (["join", "in.wav", "in.wav", "-o", "x.wav"], [
        Probe(["--output", "x.caf"], starts(b"caff"), ["join", "in.wav", "in.wav"]), Probe(["-o", "x.caf"], starts(b"caff"), ["join", "in.wav", "in.wav"]),
        Probe(["--chapters"], differs), Probe(["--copy"], refused("--copy"), ["join", "in.m4a", "in.m4a", "-o", "x.m4a"]),
        FORCE._replace(base=["join", "in.wav", "in.wav", "-o", "old.wav"]), JSON, *PROGRESS,
        QUIET._replace(base=["join", "odd.wav", "in.wav", "-o", "x.wav"]), VERBOSE]),
    "mix": (["mix", "in.wav", "in.wav", "-o", "x.wav"], [
        Probe(["--output", "x.caf"], starts(b"caff"), ["mix", "in.wav", "in.wav"]),
        FORCE._replace(base=["mix", "in.wav", "in.wav", "-o", "old.wav"]), JSON, *PROGRESS,
        QUIET._replace(base=["mix", "odd.wav", "in.wav", "-o", "x.wav"]), VERBOSE]),
    "split": (["split", "in.wav", "x%n.wav", "--length", "0.25"], [
        Probe(["--length", "0.25"], writes(r"x\d+.wav", 4), ["split", "in.wav", "x%n.wav"]),
        Probe(["--cue", "half.cue"], writes(r"x\d+.wav", 2), ["split", "in.wav", "x%n.wav"]),
        Probe(["--silence", "0.1"], writes(r"x\d+.wav", 2), ["split", "gap.wav", "x%n.wav"]),
        Probe(["--threshold", "-20dB"], differs, ["split", "gap.wav", "x%n.wav", "--silence", "0.1"]),
        FORCE._replace(base=["split", "in.wav", "old%n.wav", "--length", "5"]), JSON, *PROGRESS, QUIET, VERBOSE]),
    "trim-silence": (["trim-silence", "ends.wav", "x.wav"], [
        Probe(["--threshold", "-20dB"], differs), Probe(["--margin", "0.02"], lasts(0.89)),
        FORCE._replace(base=["trim-silence", "ends.wav", "old.wav"]), JSON, *PROGRESS, QUIET, VERBOSE]),
    "play": (PLAY, [
        Probe(["--device", "alsa:tofile"], writes("out.raw"), ["play", "in.wav"]), Probe(["--period", "128"], played_same),
        Probe(["--buffer", "1024"], played_same), Probe(["--volume", "0.5"], played_level(0.5)), Probe(["--rate", "2"], played_length(0.5)),
        Probe(["--stretch", "varispeed"], played_differs, [*PLAY, "--rate", "1.5"]), Probe(["--from", "0.5"], played_length(0.5)),
        Probe(["--to", "0.5"], played_length(0.5)), Probe(["--duration", "0.5"], played_length(0.5)), Probe(["--loop", "2"], played_length(2)),
        Probe(["-r", "5"], played_differs, [*PLAY[:3], "alsa:tofile:48000:2"]),
        Probe(["--src-complexity", "line"], played_differs, [*PLAY[:3], "alsa:tofile:48000:2"]), JSON,
        Probe(["--read-track", "1"], played_differs, ["play", "two.m4a", *PLAY[2:]]),
        Probe(["--asc", "F8E85000"], now_works, ["play", "packets.dump", *PLAY[2:]]), QUIET, VERBOSE]),
    "record": (RECORD, [
        Probe(["--device", "alsa:tofile:44100:2"], differs, ["record", "x.wav", "--duration", "0.3"]), Probe(["--period", "128"], lasts(0.3)),
        Probe(["--buffer", "4096"], lasts(0.3)), Probe(["--duration", "0.6"], lasts(0.6)),
        Probe(["--split", "0.1"], writes(r"x-\d+.wav", 3)), Probe(["--wait-for", "-20"], differs, ["record", "x.wav", *RECORD[2:]]),
        Probe(["--pre-roll", "0.1"], differs, [*RECORD, "--wait-for", "-20"]), Probe(["--dither", "2"], differs),
        Probe(["-f", "caff"], starts(b"caff")), FORCE._replace(base=["record", "old.wav", *RECORD[2:]]), JSON, QUIET, VERBOSE]),
    "devices": (["devices"], [JSON, QUIET, VERBOSE]),
    "formats": (["formats"], [JSON, QUIET, VERBOSE]),
    "convert": (["convert", "in.wav", "x.wav"], [
        FORCE._replace(base=["convert", "in.wav", "old.wav"]), JSON, *PROGRESS,
        Probe(["--to", "out"], writes("out/in.flac"), ["convert", "in.wav", "-f", "flac"]),
        Probe(["--into", "out"], writes("out/in.flac"), ["convert", "in.wav", "-f", "flac"]),
        Probe(["-i", "in.wav"], writes("x.flac"), ["convert", "x.flac"]), Probe(["-o", "x.flac"], writes("x.flac"), ["convert", "in.wav"]),
        Probe(["--dry-run"], only_says("in.wav -> x.wav: LEI16, 2 ch, 44100 Hz")),
        Probe(["--recursive"], writes("out/in.flac"), ["convert", "folder", "-f", "flac", "--to", "out"]),
        Probe(["--segment", "2"], writes("x.m3u8"), ["convert", "in.wav", "x.m3u8"]),
        Probe(["--segment-type", "mpegts"], writes("x-00000.ts"), ["convert", "in.wav", "x.m3u8"]),
        Probe(["--skip-existing"], now_works, ["convert", "folder", "-f", "wav", "--to", "folder", "--recursive"]),
        Probe(["--quiet"], shorter, ["convert", "odd.wav", "x.wav"]), VERBOSE]),
    "batch": (["batch", "hash", "in.wav"], [
        Probe(["--manifest", "folder.txt"], refused("folder.txt"), ["batch", "hash"]),
        Probe(["--manifest-form", "csv"], refused("column"), ["batch", "hash", "--manifest", "in.wav"]),
        Probe(["--output", "x.flac"], writes("x.flac"), ["batch", "convert", "in.wav"]),
        Probe(["-o", "x.flac"], writes("x.flac"), ["batch", "convert", "in.wav"]),
        Probe(["-f", "caff"], starts(b"caff"), ["batch", "convert", "in.wav", "-o", "x.wav"]),
        Probe(["--to", "out"], writes("out/in.flac"), ["batch", "convert", "in.wav", "-f", "flac"]),
        Probe(["--option", "--samples", "--option", "LEI32"], prints("LEI32")),
        Probe(["--dry-run"], only_says("convert in.wav -> x.flac"), ["batch", "convert", "in.wav", "-o", "x.flac"]),
        Probe(["--file-format", "caff"], starts(b"caff"), ["batch", "convert", "in.wav", "-o", "x.wav"]),
        Probe(["--options", "--samples LEI32"], prints("LEI32")), Probe(["--report", "r.jsonl"], writes("r.jsonl")),
        Probe(["--jobs", "2"], lambda now, plain: now.status == 0 and now.text.count("\n") == plain.text.count("\n"), ["batch", "hash", "folder"]),
        Probe(["--shard", "1/1000000"], shorter), Probe(["--shard-base", "0"], other_share, ["batch", "hash", "in.wav", "--shard", "1/2"]),
        Probe(["--unchanged", "hash"], holds(b"inputHash"), ["batch", "hash", "in.wav", "--report", "r.jsonl"]),
        FORCE._replace(base=["batch", "convert", "in.wav", "-o", "old.wav"]),
        *(probe._replace(base=["batch", "convert", "in.wav", "-o", "x.flac"]) for probe in PROGRESS),
        Probe(["--quiet"], shorter, ["batch", "loudness", "odd.wav"]), VERBOSE]),
    "afinfo": (["in.m4a"], [
        Probe(["-b"], shorter), Probe(["--brief"], shorter), Probe(["-r"], differs), Probe(["-i"], more), Probe(["-c", "moov"], more),
        Probe(["-u", "brat"], differs), Probe(["-x"], prints("<?xml")), Probe(["--warnings"], more, ["odd.wav"]), Probe(["--leaks"], accepted)]),
    "afplay": (["in.wav"], [
        Probe(["-v", "0.5"], played_level(0.5)), Probe(["-t", "0.5"], played_length(0.5)), Probe(["-r", "2"], played_length(0.5)),
        Probe(["-q", "1"], played_differs, ["in.wav", "-r", "1.5"]), Probe(["-d"], more), Probe(["--leaks"], accepted)]),
    "afconvert": (["in.wav", "x.wav"], [
        Probe(["-v"], more), Probe(["-hf"], prints("File types"), ["in.wav", "x.wav"]),
        Probe(["-f", "caff"], starts(b"caff"), ["in.wav", "x"]), Probe(["-o", "x.caf"], starts(b"caff"), ["in.wav", "-f", "caff"])]),
}
# Their options are those of a program of its own, and tried with it.
ELSEWHERE = {"send": "Tests of the program that streams", "receive": "Tests of the program that streams"}
