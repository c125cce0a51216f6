"""Streams of our own for `Scripts/prove conformance`: made from formulas by our encoders and FFmpeg's, with FFmpeg's decodes beside them.

Nothing of them belongs to anybody else, so they may be given away. FFmpeg's decoder is the reference: it shares no line with ours.
Streams are made so that two right decoders agree sample by sample, which excludes noise substitution, where each draws its own noise:
bit rates are high enough for our encoder to leave it, and FFmpeg's is told to. Behind SBR a little noise lies below the tones:
without it the prediction of high frequencies rests on nearly singular equations, and decoders differ by their rounding.

FFmpeg (5.1 and later, by our own vectors) does not decode LD-SBR, AAC-ELD v2, AAC-ELD below 22.05 kHz or with reduced delay, and
decodes AAC-LD of 480 samples wrongly. Of all those there is nothing here.
"""
import json
import math
import shutil
import subprocess
import wave
from typing import NamedTuple

SECONDS = 3


class Recipe(NamedTuple):
    """A stream: its source, and the program and options that encode it."""

    name: str
    rate: int
    channels: int
    encoder: str  # af or ffmpeg
    options: str
    suffix: str = "m4a"


# Bit rates at which nothing is sent as noise, of which every decoder makes its own.
RECIPES = [
    Recipe("lc-8-mono", 8000, 1, "af", "-d aac -b 32k"),
    Recipe("lc-22-stereo", 22_050, 2, "af", "-d aac -b 96k"),
    Recipe("lc-44-stereo", 44_100, 2, "af", "-d aac -b 128k"),
    Recipe("lc-48-mono", 48_000, 1, "af", "-d aac -b 96k"),
    Recipe("lc-48-surround", 48_000, 6, "af", "-d aac -b 576k"),
    Recipe("lc-96-stereo", 96_000, 2, "af", "-d aac -b 256k"),
    Recipe("lc-44-adts", 44_100, 2, "af", "-d aac -b 160k", "aac"),
    Recipe("he-44-stereo", 44_100, 2, "af", "-d aach -b 96k"),
    Recipe("he-44-mono", 44_100, 1, "af", "-d aach -b 56k"),
    Recipe("he-48-mono", 48_000, 1, "af", "-d aach -b 64k"),
    Recipe("he-v2-44-stereo", 44_100, 2, "af", "-d aacp -b 48k"),
    Recipe("he-v2-48-stereo", 48_000, 2, "af", "-d aacp -b 56k"),
    Recipe("ld-32-mono", 32_000, 1, "af", "-d aacl --frame-length 512 -b 80k"),
    Recipe("ld-44-stereo", 44_100, 2, "af", "-d aacl --frame-length 512 -b 160k"),
    Recipe("ld-48-mono", 48_000, 1, "af", "-d aacl --frame-length 512 -b 96k"),
    Recipe("eld-24-mono", 24_000, 1, "af", "-d aace --frame-length 480 -b 64k"),
    Recipe("eld-44-stereo", 44_100, 2, "af", "-d aace --frame-length 480 -b 160k"),
    Recipe("eld-48-mono", 48_000, 1, "af", "-d aace --frame-length 480 -b 96k"),
    Recipe("eld-48-stereo", 48_000, 2, "af", "-d aace --frame-length 512 -b 192k"),
    Recipe("ffmpeg-lc-44-stereo", 44_100, 2, "ffmpeg", "-c:a aac -aac_pns 0 -b:a 128k"),
    Recipe("ffmpeg-lc-32-mono", 32_000, 1, "ffmpeg", "-c:a aac -aac_pns 0 -b:a 48k"),
    Recipe("ffmpeg-lc-48-surround", 48_000, 6, "ffmpeg", "-c:a aac -aac_pns 0 -b:a 320k"),
    Recipe("ffmpeg-main-44-stereo", 44_100, 2, "ffmpeg", "-c:a aac -profile:a aac_main -aac_pns 0 -b:a 128k"),
    Recipe("ffmpeg-ltp-44-mono", 44_100, 1, "ffmpeg", "-c:a aac -strict -2 -profile:a aac_ltp -aac_pns 0 -b:a 64k"),
    Recipe("ffmpeg-layer2-48-stereo", 48_000, 2, "ffmpeg", "-c:a mp2 -b:a 192k", "mp2"),
]


def sound(rate, channels):
    """A rising sine, a chord, clicks and a little noise, other in each channel; frames of channels, within ±1."""
    import numpy

    frames = numpy.arange(rate * SECONDS)
    time = frames / rate
    low, high = 40.0, min(rate * 0.3, 10_000.0)
    ratio = math.log(high / low)
    sweep = 0.25 * numpy.sin(2 * math.pi * low * SECONDS / ratio * (numpy.exp(time / SECONDS * ratio) - 1))
    clicks = numpy.where(frames % int(rate * 0.37) == 0, 0.6, 0.0)
    generator = numpy.random.Generator(numpy.random.PCG64(5))
    planes = []
    for channel in range(channels):
        chord = sum(0.04 * numpy.sin(2 * math.pi * 220 * (channel + 1) * k * time + k) for k in range(1, 6))
        planes.append(numpy.roll(sweep, 777 * channel) + clicks + chord + 0.002 * generator.standard_normal(len(frames)))
    return numpy.clip(numpy.stack(planes, axis=1), -0.99, 0.99)


def write_source(path, recipe):
    import numpy

    with wave.open(str(path), "wb") as file:
        file.setparams((recipe.channels, 2, recipe.rate, 0, "NONE", ""))
        file.writeframes(numpy.round(sound(recipe.rate, recipe.channels) * 32767).astype("<i2").tobytes())


def run(*command):
    """Runs a program, which must succeed, and returns what it prints."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no output"])[-1]
        raise RuntimeError(f"{command[0]}: exit status {done.returncode}: {last}")
    return done.stdout


def generate(folder, af, only=""):
    """Makes the streams, and FFmpeg's decodes with nothing trimmed: FOLDER/NAME/source.wav, v.…, ref.f32, and INDEX.json."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    version = subprocess.run(["ffmpeg", "-version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    for recipe in [recipe for recipe in RECIPES if only in recipe.name]:
        place = folder / recipe.name
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        source, stream = place / "source.wav", place / f"v.{recipe.suffix}"
        write_source(source, recipe)
        if recipe.encoder == "af":
            run(af, "convert", source, stream, *recipe.options.split(), "--quiet")
        else:
            run("ffmpeg", "-v", "error", "-bitexact", "-i", source, *recipe.options.split(), stream)
        reading = ["-flags2", "+skip_manual"] + {"m4a": ["-ignore_editlist", "1"], "mp2": ["-c:a", "mp2float"]}.get(recipe.suffix, [])
        run("ffmpeg", "-v", "error", *reading, "-i", stream, "-f", "f32le", place / "ref.f32")
        rows.append({**recipe._asdict(), "file": stream.name, "frames": recipe.rate * SECONDS, "reference": version})
    (folder / "INDEX.json").write_text(json.dumps(rows, indent=1) + "\n")
    return rows
