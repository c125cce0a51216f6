"""Errors and warnings, by their own names and by those of soundfile and of Python."""
import errno
import os
from typing import Any, Optional, Type


class SoundFileError(Exception):
    """What every error of the package is that is none of its arguments; the name is soundfile's."""


class AudioError(SoundFileError, RuntimeError):
    """Something could not be read, written or done.

    `kind` is one of a few words: truncated, malformed, unsupported, limitExceeded, invalidState, inputOutput, notStreamable,
    exists, directory, empty, busy, changed, unknownFormat, option, incomplete, cancelled. `byte_offset` is the place in the
    file, `packet` the index of the packet, and `advice` what may help, each `None` where there is none to tell. Where the
    system refuses, it is an `OSError` as well, such as `FileNotFoundError`, with `errno` and `filename`.

    >>> import audiotoolbox as at
    >>> try:
    ...     at.read("nowhere.wav")
    ... except FileNotFoundError as error:
    ...     print(isinstance(error, at.AudioError), error.kind, error.filename)
    True inputOutput nowhere.wav
    """

    def __init__(
        self, kind: str, text: str, byte_offset: Optional[int] = None, packet: Optional[int] = None,
        advice: Optional[str] = None,
    ) -> None:
        super().__init__(text if advice is None else f"{text}; {advice}")
        self.kind = kind
        self.text = text
        self.byte_offset = byte_offset
        self.packet = packet
        self.advice = advice

    @property
    def error_string(self) -> str:
        """The text without its advice, by soundfile's name."""
        return self.text

    def __reduce__(self) -> Any:
        return type(self), (self.kind, self.text, self.byte_offset, self.packet, self.advice)


#: soundfile's name of what the library says.
LibsndfileError = AudioError


class RefusalError(AudioError, OSError):
    """What the system refuses."""

    def __init__(
        self, kind: str, text: str, byte_offset: Optional[int] = None, packet: Optional[int] = None,
        advice: Optional[str] = None,
    ) -> None:
        super().__init__(kind, text, byte_offset, packet, advice)
        self.errno = _number(kind, text)
        self.strerror = None if self.errno is None else os.strerror(self.errno)
        self.filename = text.split(": ", 1)[0]

    def __str__(self) -> str:
        return str(self.args[0])


class MissingFileError(RefusalError, FileNotFoundError):
    """A file, or the folder for one, that is not there."""


class ForbiddenFileError(RefusalError, PermissionError):
    """A file that the user may not read or write."""


class ExistingFileError(RefusalError, FileExistsError):
    """A file that is there already."""


class FolderError(RefusalError, IsADirectoryError):
    """A folder in the place of a file."""


_CLASSES = {
    errno.ENOENT: MissingFileError, errno.EACCES: ForbiddenFileError, errno.EPERM: ForbiddenFileError,
    errno.EEXIST: ExistingFileError, errno.EISDIR: FolderError}


def _number(kind: str, text: str) -> Optional[int]:
    """The system's number of an error, of which the library tells the words, at the end and in the system's language."""
    if kind in ("exists", "directory"):
        return errno.EEXIST if kind == "exists" else errno.EISDIR
    words = text.rsplit(": ", 1)[-1]
    return next((number for number in errno.errorcode if os.strerror(number) == words), None)


def error(
    kind: str, text: str, byte_offset: Optional[int] = None, packet: Optional[int] = None, advice: Optional[str] = None,
) -> AudioError:
    """The error of the class that suits its kind."""
    found: Type[AudioError] = AudioError
    if kind in ("inputOutput", "exists", "directory"):
        found = _CLASSES.get(_number(kind, text) or 0, RefusalError)
    return found(kind, text, byte_offset, packet, advice)


class AudioWarning(UserWarning):
    """Something was done, but not all of it: what a file's kind has no place for, for example."""
