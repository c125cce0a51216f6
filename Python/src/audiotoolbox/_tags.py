"""Changes the tags of files."""
import json
import os
import warnings
from typing import Mapping, Optional, Union

from ._errors import AudioWarning
from ._library import ErrorRecord, Tag, byref, library, octets, path, text


def set_tags(
    file: Union[str, "os.PathLike[str]"], tags: Optional[Mapping[str, Optional[str]]] = None, *, cover: Optional[bytes] = None,
    clear: bool = False,
) -> None:
    """Changes tags of a file in its place. Its packets stay as they are; where it fails, so does the file.

    `tags` are keys as `info` tells them (title, artist, album, "track number" …) with their values; `None` removes one. `cover` is
    the file of a picture: JPEG, PNG, GIF, BMP or WebP; `b""` removes all pictures. With `clear` all goes before that. What the kind
    of file has no place for is refused by name; what it had and cannot keep is an `AudioWarning`.

    >>> import audiotoolbox as at, os, shutil, tempfile
    >>> name = shutil.copy(music, tempfile.mkdtemp())
    >>> at.set_tags(name, {"title": "Aria", "track number": "1/32"})
    >>> found = at.info(name).tags
    >>> found["title"], found["track number"]
    ('Aria', '1/32')
    """
    changes = tags or {}
    list = (Tag * len(changes))()
    for place, (key, value) in zip(list, changes.items()):
        place.key = _text(key)
        place.value = None if value is None else _text(value)
    record = ErrorRecord()
    picture = None if cover is None else octets(cover)
    told = text(
        library.sat_tag_file(path(file), list, len(changes), picture, len(picture or b""), int(clear), byref(record)), record)
    for line in json.loads(told)["warnings"]:
        warnings.warn(f"{os.fsdecode(file)}: {line}", AudioWarning, stacklevel=2)


def _text(text: str) -> bytes:
    if "\0" in text:
        raise ValueError("a tag has no zero byte")
    return text.encode()
