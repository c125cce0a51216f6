"""Changes the tags of files."""
import os
from typing import Mapping, Optional, Union

from ._library import ErrorRecord, Tag, byref, library, octets, path


def set_tags(
    file: Union[str, "os.PathLike[str]"], tags: Optional[Mapping[str, Optional[str]]] = None, *, cover: Optional[bytes] = None,
    clear: bool = False,
) -> None:
    """Changes tags of a file in its place. Its packets stay as they are; where it fails, so does the file.

    `tags` are keys as `info` tells them (title, artist, album, "track number" …) with their values; `None` removes one. `cover` is
    the file of a picture: JPEG, PNG, GIF, BMP or WebP; `b""` removes all pictures. With `clear` all goes before that. What the kind
    of file has no place for is refused by name.

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
    done = library.sat_change_tags(path(file), list, len(changes), picture, len(picture or b""), int(clear), byref(record))
    if done < 0:
        raise record.error()


def _text(text: str) -> bytes:
    if "\0" in text:
        raise ValueError("a tag has no zero byte")
    return text.encode()
