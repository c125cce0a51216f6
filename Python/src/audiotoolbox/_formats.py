"""The kinds of files and the data formats that there are, by soundfile's names."""
import json
from typing import Any, Dict, List, Optional

from ._library import ErrorRecord, library, text

#: Samples of linear PCM, with or without their byte order before them.
_SAMPLES = {
    "I8": ("PCM_S8", "Signed 8 bit PCM"), "UI8": ("PCM_U8", "Unsigned 8 bit PCM"), "I16": ("PCM_16", "Signed 16 bit PCM"),
    "I24": ("PCM_24", "Signed 24 bit PCM"), "I32": ("PCM_32", "Signed 32 bit PCM"), "F32": ("FLOAT", "32 bit float"),
    "F64": ("DOUBLE", "64 bit float")}
#: Data formats by their codes, with the names by which `write` takes them.
_CODED = {
    "aac": {"aac": "AAC-LC"}, "aach": {"aach": "HE-AAC"}, "aacp": {"aacp": "HE-AAC v2"}, "aacl": {"aacl": "AAC-LD"},
    "aace": {"aace": "AAC-ELD"}, "aacf": {"aacf": "AAC-ELD with SBR"}, "aacg": {"aacg": "AAC-ELD v2"},
    "alac": {"ALAC_16": "16 bit ALAC", "ALAC_24": "24 bit ALAC", "ALAC_32": "32 bit ALAC"},
    "flac": {"flac": "FLAC"}, "ulaw": {"ULAW": "U-Law"}, "alaw": {"ALAW": "A-Law"}, "ima4": {"IMA_ADPCM": "IMA ADPCM"},
    "samr": {"samr": "AMR"}, "sawb": {"sawb": "AMR-WB"},
    "opus": {"OPUS": "Opus"}, "vorb": {"VORBIS": "Vorbis"}, ".mp3": {"MPEG_LAYER_III": "MPEG Layer III"},
    "ms\\x00\\x11": {"IMA_ADPCM": "IMA ADPCM"}, "ms\\x00\\x02": {"MS_ADPCM": "Microsoft ADPCM"}}


def formats() -> Dict[str, Any]:
    """The kinds of files that are read, which of them are written, and the data formats that are decoded and encoded here.

    >>> import audiotoolbox as at
    >>> "aace" in at.formats()["encoders"]
    True
    """
    found: Dict[str, Any] = json.loads(text(library.sat_list_formats(), ErrorRecord()))
    return found


def available_formats() -> Dict[str, str]:
    """The kinds of files that are read, by their extensions in capitals, as `soundfile.available_formats`.

    >>> import audiotoolbox as at
    >>> at.available_formats()["FLAC"], "M4A" in at.available_formats()
    ('FLAC', True)
    """
    return {extension.upper(): kind["name"] for kind in formats()["containers"] for extension in kind["extensions"]}


def available_subtypes(format: Optional[str] = None) -> Dict[str, str]:
    """The data formats that are written, of a kind of file or of all, by the names that `write` takes as `subtype`.

    A kind of file that is only read has none.

    >>> import audiotoolbox as at
    >>> list(at.available_subtypes("AIFF"))
    ['PCM_16', 'PCM_S8', 'PCM_24', 'PCM_32']
    >>> at.available_subtypes("m4a")["aace"]
    'AAC-ELD'
    """
    found = formats()
    kinds: List[Dict[str, Any]] = [kind for kind in found["containers"] if kind["isWritable"]]
    if format is not None:
        extension = {"wave": "wav"}.get(format.lower(), format.lower())
        kinds = [
            {**kind, "dataFormats": kind["meanings"].get(extension, kind["dataFormats"])}
            for kind in kinds if extension in kind["extensions"]][:1]
    names: Dict[str, str] = {}
    for kind in kinds:
        # Files without a header hold samples of any kind.
        for sample in kind["sampleFormats"] or (_SAMPLES if "lpcm" in kind["dataFormats"] else ()):
            name, words = _SAMPLES[sample[2:] if sample[:2] in ("LE", "BE") else sample]
            names[name] = words
        for code in kind["dataFormats"]:
            if code in found["encoders"]:
                # A file of FLAC alone is asked for by its bits, too.
                bits = [_SAMPLES["I16"], _SAMPLES["I24"]] if kind["extensions"] == ["flac"] else []
                names.update({**dict(bits), **_CODED[code.strip()]})
    return names
