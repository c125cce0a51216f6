"""Work on rows, without an engine for clusters: what is made is what the rest of the package and the program `af` make."""
import json
import os
import pickle
import subprocess
import threading

import numpy
import pytest

import audiotoolbox as at
from audiotoolbox import jobs, rows
from audiotoolbox._tables import groups


@pytest.fixture
def tone(tmp_path):
    """Three seconds of two channels, and their name."""
    name = str(tmp_path / "tone.wav")
    angle = numpy.arange(3 * 16000) * 0.05
    at.write(name, (numpy.stack([numpy.sin(angle), numpy.cos(angle)], 1) * 0.5).astype("float32"), 16000, subtype="PCM_16")
    return name


def test_conversions_are_those_of_af(tone, tmp_path, af):
    for name, options, words in [
        ("a.m4a", {"subtype": "aac", "bitrate": 64000}, ["-d", "aac", "-b", "64000"]), ("a.flac", {}, []),
        ("b.wav", {"subtype": "PCM_24", "channels": 1}, ["-d", "LEI24", "-c", "1"]), ("a.caf", {"subtype": "alac"}, ["-d", "alac"]),
        ("c.wav", {"subtype": "PCM_16", "samplerate": 8000}, ["-d", "LEI16@8000"]),
        ("d.flac", {"subtype": "flac", "start": 0.5, "duration": 1.25}, ["-d", "flac", "--from", "0.5", "--duration", "1.25"]),
    ]:
        ours, theirs = tmp_path / name, tmp_path / ("af-" + name)
        made = jobs.convert(tone, ours, **options)
        subprocess.run([af, "convert", "--quiet", *words, tone, theirs], check=True, stdin=subprocess.DEVNULL)
        assert ours.read_bytes() == theirs.read_bytes(), name
        assert made.frames is None or made.duration == pytest.approx(made.frames / made.samplerate)


def test_packets_are_copied(music, tmp_path):
    made = jobs.convert(music, tmp_path / "music.mp4")
    assert made.is_copy and made.frames is None and made.duration == pytest.approx(4, abs=0.02)


def test_refusals(tone, tmp_path):
    output = tmp_path / "a.flac"
    jobs.convert(tone, output)
    for kind, arguments in [
        ("exists", {}), ("option", {"subtype": "nonsense", "overwrite": True}), ("option", {"samplerate": 8000, "overwrite": True}),
        ("option", {"channels": -1, "overwrite": True}), ("option", {"threads": 1000, "overwrite": True}),
    ]:
        with pytest.raises(at.AudioError) as caught:
            jobs.convert(tone, output, **arguments)
        assert caught.value.kind == kind, arguments
    with pytest.raises(ValueError):
        jobs.convert(tone, output, subtype="x" * 30)
    with pytest.raises(ValueError):
        rows.Files("{stem}.m4a", existing="perhaps")


def test_hashes_are_those_of_af(tone, tmp_path, af):
    line = subprocess.run([af, "hash", "--json", tone], check=True, stdin=subprocess.DEVNULL, capture_output=True).stdout
    found = jobs.audio_hash(tone)
    assert found.hash == json.loads(line)["hash"] and found.frames == 48000 and found.channels == 2
    jobs.convert(tone, tmp_path / "a.flac")
    assert jobs.audio_hash(tmp_path / "a.flac") == found


def test_features_of_names_and_bytes(tone):
    work = pickle.loads(pickle.dumps(rows.Features(loudness=True, hash=True)))
    with open(tone, "rb") as file:
        content = file.read()
    [named], [carried] = work({"input": tone}), work({"path": "file:" + tone, "content": content})
    different = {key for key in named if named[key] != carried[key]}
    assert different == {"input", "seconds"}
    assert named["bytes"] == len(content) and named["frames"] == 48000 and named["error_kind"] is None
    assert named["integrated_loudness"] == at.loudness(tone).integrated


def test_failures_are_rows(tone, tmp_path):
    noise = tmp_path / "noise.m4a"
    noise.write_bytes(bytes(range(256)) * 20)
    works = [
        rows.Features(loudness=True), rows.Waveforms(), rows.Ranges(), rows.Transcoded(),
        rows.Files(str(tmp_path / "out" / "{stem}.flac"))]
    for work in works:
        for row in [{"input": str(noise)}, {"input": ""}, {}, {"input": "s3://a/b.wav"}, {"input": "nul\0.wav"}, {"input": str(tmp_path)},
                    {"input": "x.wav", "content": b""}, {"input": "x.wav", "content": b"RIFF" + bytes(40)}]:
            [made] = work(row)
            assert made["error_kind"] and made["error_text"], (work, row)
            assert set(made) == {name for name, _ in work.columns}
            assert "/proc/" not in made["error_text"]
    assert not (tmp_path / "out").exists() or not os.listdir(tmp_path / "out")
    [made] = rows.Waveforms(longest=100)({"input": tone})
    assert made["error_kind"] == "limitExceeded" and made["samples"] is None


@pytest.mark.parametrize("rate", [None, 16000, 44100, 8000])
def test_ranges_are_the_whole(music, rate):
    parts = rows.Ranges(0.7, samplerate=rate)({"input": music})
    made = [row for part in parts for row in rows.Waveforms(samplerate=rate)(part)]
    whole = at.read(music, samplerate=rate, dtype="float32")[0]
    assert len(made) == len(parts) > 3
    assert [row["start"] for row in made] == [part["start"] for part in parts]
    joined = numpy.concatenate([row["samples"] for row in made])
    # Of the file's own rate they are the same bits; a conversion rounds elsewhere in blocks that begin elsewhere.
    assert joined.shape == whole.reshape(-1).shape
    assert abs(joined - whole.reshape(-1)).max() <= (2e-7 if rate in (16000, 8000) else 0)


def test_transcoded_bytes_are_the_file(tone, tmp_path):
    conversion = rows.Conversion("flac")
    [made] = rows.Transcoded(conversion)({"input": tone})
    jobs.convert(tone, tmp_path / "a.flac")
    assert made["content"] == (tmp_path / "a.flac").read_bytes() and made["output_bytes"] == len(made["content"])


def test_files_written_twice_at_once_are_one(tone, tmp_path):
    work = rows.Files(str(tmp_path / "out/{stem}-{ext}.m4a"), rows.Conversion(subtype="aac", bitrate=64000))
    made = []
    threads = [threading.Thread(target=lambda: made.extend(work({"input": tone}))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [row["error_kind"] for row in made] == [None] * 6
    assert os.listdir(tmp_path / "out") == ["tone-wav.m4a"]
    jobs.convert(tone, tmp_path / "once.m4a", subtype="aac", bitrate=64000)
    assert (tmp_path / "out/tone-wav.m4a").read_bytes() == (tmp_path / "once.m4a").read_bytes()


def test_rows_that_are_worked_on_at_once_stay_in_order(tone, music, tmp_path):
    inputs = [music, tone, "nowhere.wav", tone, music, tone, tone]
    for count in (1, 2, 5):
        outputs = [str(tmp_path / f"{count}-{index}.flac") for index in range(len(inputs))]
        table = ({"input": name, "output": output} for name, output in zip(inputs, outputs))
        made = [row for group in groups(rows.Files(at_once=count), table) for row in group]
        assert [row["input"] for row in made] == inputs
        assert [row["error_kind"] for row in made] == [None, None, "inputOutput", None, None, None, None]
        assert [row["output"] for row in made if row["output"]] == outputs[:2] + outputs[3:]
    with pytest.raises(ValueError):
        rows.Files(at_once=0)


def test_groups_that_are_not_asked_for_are_not_worked_on(tone):
    pulled = []
    table = ({"input": pulled.append(index) or tone} for index in range(3000))
    found = groups(rows.Files(at_once=2), table)
    assert len(next(found)) == 256
    found.close()
    assert len(pulled) <= 256 + 4


def test_outputs_that_are_there(tone, tmp_path):
    output = str(tmp_path / "a.flac")
    row = {"input": tone, "output": output}
    [first] = rows.Files()(row)
    assert first["error_kind"] is None and first["is_kept"] is False
    [kept] = rows.Files(existing="keep")(row)
    assert kept["is_kept"] is True and kept["output_bytes"] == first["output_bytes"]
    assert rows.Files(existing="refuse")(row)[0]["error_kind"] == "exists"
    os.utime(output, (1, 1))
    assert rows.Files(existing="keep")(row)[0]["is_kept"] is False
    assert rows.Files()({"input": tone})[0]["error_kind"] == "option"


def test_leftovers(tmp_path):
    old, new = tmp_path / ".a.m4a.1x.partial", tmp_path / ".b.m4a.2y.partial"
    for path in (old, new, tmp_path / "c.partial"):
        path.write_bytes(b"")
    os.utime(old, (1, 1))
    assert rows.leftovers(str(tmp_path)) == [str(old)]
    assert rows.leftovers(str(tmp_path), 0) == [str(old), str(new)]
