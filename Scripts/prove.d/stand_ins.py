"""Files for the scripts that run what documents and helps show: sounds, a picture, a movie, an album, damage."""
import math
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import wave
import zlib

FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Fixtures"


def sound(path, rate, width, seconds, channels):
    """Writes a WAVE file of tones under noise; channels is a function of the time for each channel."""
    noise = random.Random(path.name)
    with wave.open(str(path), "wb") as file:
        file.setparams((len(channels), width, rate, 0, "NONE", ""))
        frames = bytearray()
        for frame in range(round(rate * seconds)):
            time = frame / rate
            for channel in channels:
                level = channel(time)
                value = level and level + 0.002 * noise.uniform(-1, 1)
                frames += struct.pack("<i", int(value * 2**31))[4 - width:]
        file.writeframes(frames)


def name_speakers(path, mask):
    """Makes the header of a WAVE file one that says which loudspeakers its channels are for."""
    data = path.read_bytes()
    form, coding = data[20:36], struct.unpack("<H", data[34:36])[0]
    # The format's size, then what follows its 16 bytes: 22 more, bits, mask, and the identifier of PCM.
    more = struct.pack("<HHI", 22, coding, mask) + bytes.fromhex("0100000000001000800000aa00389b71")
    chunks = b"WAVEfmt " + struct.pack("<I", 40) + b"\xfe\xff" + form[2:] + more + data[36:]
    path.write_bytes(b"RIFF" + struct.pack("<I", len(chunks)) + chunks)


def tone(frequency, level=0.1):
    # Slow beats: no place of the sound is like another.
    return lambda time: level * math.sin(2 * math.pi * frequency * time) * (1 + 0.5 * math.sin(2 * math.pi * 0.7 * time))


def picture(path):
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    rows = b"".join(b"\0" + b"".join(bytes((8 * x, 8 * y, 128)) for x in range(32)) for y in range(32))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 32, 32, 8, 2, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def prepare(folder, af):
    """Makes the files that documents and helps name, by FFmpeg where it is installed and by ours where not."""
    sound(folder / "song.wav", 44_100, 2, 4, [tone(440), tone(620)])
    sound(folder / "one.wav", 44_100, 2, 0.7, [tone(300), tone(500)])
    sound(folder / "two.wav", 44_100, 2, 0.9, [tone(350), tone(250)])
    sound(folder / "talk.wav", 48_000, 2, 2, [tone(250), tone(400)])
    sound(folder / "studio.wav", 96_000, 3, 1, [tone(440), tone(880)])
    sound(folder / "tone.wav", 44_100, 2, 1, [tone(440)])
    sound(folder / "surround.wav", 48_000, 2, 1, [tone(300 + 100 * index, 0.05) for index in range(6)])
    name_speakers(folder / "surround.wav", 0x3F)
    sound(folder / "take.wav", 44_100, 2, 2, [lambda time: 0.3 if 0.5 <= time < 1.5 else 0] * 2)
    with wave.open(str(folder / "song.wav")) as file:
        (folder / "song.pcm").write_bytes(file.readframes(file.getnframes()))
    picture(folder / "front.png")
    (folder / "album.cue").write_text(
        'FILE "song.flac" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n  TRACK 02 AUDIO\n    INDEX 01 00:01:30\n')

    def make(theirs, ours, cwd=folder):
        command = ["ffmpeg", "-v", "error", "-y", *theirs] if shutil.which("ffmpeg") and theirs else [str(af), *ours]
        done = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"stand-ins: {' '.join(command)}: {done.stderr.strip()}")

    tags = ["-metadata", "title=Prelude", "-metadata", "artist=Nobody"]
    # Without noise of the decoder's own, which is another one in each.
    make(["-i", "song.wav", *tags, "-aac_pns", "0", "-b:a", "160k", "song.m4a"], ["convert", "song.wav", "song.m4a", "-d", "aac"])
    make(["-i", "song.wav", *tags, "song.flac"], ["convert", "song.wav", "song.flac"])
    make(["-i", "song.m4a", "-c", "copy", "song.aac"], ["remux", "song.m4a", "song.aac"])
    make(["-i", "talk.wav", "talk.opus"], ["convert", "talk.wav", "talk.opus"])
    make([], ["tag", "song.m4a", "--set", "title=Prelude", "--set", "artist=Nobody"])
    shutil.copy(folder / "song.m4a", folder / "covered.m4a")
    make([], ["tag", "covered.m4a", "--cover", "front.png"])
    shutil.copy(FIXTURES / "turned-movie.mp4", folder / "movie.mov")
    if shutil.which("ffmpeg"):
        make(["-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=10", "-i", "one.wav", "-c:v", "mpeg4", "-c:a", "aac", "movie.mov"], [])
        make(["-i", "song.wav", "song.mp3"], [])
        make(["-i", "song.m4a", "-c", "copy", "song.mkv"], [])
    else:
        shutil.copy(FIXTURES / "MPEGAudio" / "l3-lame-44100-joint.mp3", folder / "song.mp3")
        shutil.copy(FIXTURES / "Matroska" / "ffmpeg-aac.mka", folder / "song.mkv")
    (folder / "album").mkdir()
    for name in ("one", "two"):
        make(["-i", f"{name}.wav", f"album/{name}.flac"], ["convert", f"{name}.wav", f"album/{name}.flac"])
    damaged = bytearray((folder / "song.flac").read_bytes())
    damaged[len(damaged) // 2] ^= 0x55
    (folder / "broken.flac").write_bytes(damaged)


def prepare_more(folder, af):
    """Makes the files besides that only the helps name."""
    def copy(**names):
        for target, source in names.items():
            stem, _, suffix = target.rpartition("_")
            shutil.copy(folder / source, folder / f"{stem}.{suffix}")

    # Two minutes, as parts are shown that begin late; a second of tone, again and again.
    with wave.open(str(folder / "talk.wav"), "wb") as file:
        file.setparams((2, 2, 8000, 0, "NONE", ""))
        second = b"".join(struct.pack("<hh", *[int(5000 * math.sin(0.05 * math.pi * frame))] * 2) for frame in range(8000))
        file.writeframes(125 * second)
    for arguments in (["convert", "talk.wav", "talk.m4a"], ["convert", "song.wav", "copy.m4a"],
                      ["convert", "song.wav", "copy.flac"],
                      *(["tag", f"album/{name}.flac", f"title={name}", f"track={number}", "album=Both", "artist=Nobody"]
                        for number, name in enumerate(("one", "two"), 1))):
        subprocess.run([af, *arguments], cwd=folder, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    copy(a_flac="song.flac", b_wav="one.wav", c_m4a="song.m4a", master_wav="song.wav", album_flac="song.flac",
         film_mov="movie.mov", front_jpg="front.png")
    shutil.copy(FIXTURES / "AAC" / "eld_airplay_128k_syn_sweep.dump", folder / "packets.dump")
    shutil.copytree(folder / "album", folder / "archive")
    shutil.copytree(folder / "album", folder / "Music")
    (folder / "song.sdp").write_text(
        "v=0\no=- 1 1 IN IP4 127.0.0.1\ns=song\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 35004 RTP/AVP 0\n")
