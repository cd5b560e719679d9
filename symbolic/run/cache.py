"""Answers kept on disk by the content of their question and by all that could change them; data only, as JSON."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import tempfile
import time
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

#: Distributions whose version may change a verdict, besides the companion and Python.
STANDS_ON = ("sympy", "mpmath", "numpy", "scipy")

#: What an earlier state of the companion answered is removed when nobody has used it for so many seconds.
KEPT = 30 * 24 * 3600.0


class Cache:
    """Answers of one state of the companion, a file each; safe for several processes, never in the way.

    An entry that is damaged or was written for another question is as if it were not there; so is a folder that
    cannot be written.
    """

    def __init__(self, folder: Path | None = None) -> None:
        top = folder or place()
        self._folder = top / stamp()
        try:
            if not self._folder.is_dir():
                _tidy(top)
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.utime(self._folder)
        except OSError:
            pass

    def get(self, question: str) -> Any:
        """What was answered to a question, or None."""
        try:
            kept = json.loads(self._file(question).read_text(encoding="utf-8"))
            return kept["answer"] if kept["sum"] == _sum(question, kept["answer"]) else None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def put(self, question: str, answer: Any) -> None:
        """Keep an answer, in one step."""
        text = _dumped({"sum": _sum(question, answer), "answer": answer})
        target = self._file(question)
        try:
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            replaced(target, text, lasting=False)
        except OSError:
            return

    def _file(self, question: str) -> Path:
        name = _digest(question)
        return self._folder / name[:2] / f"{name[2:]}.json"


def replaced(target: Path, text: str, mode: int = 0o600, lasting: bool = True, like: Path | None = None) -> None:
    """Put a text into a file's place in one step: whoever reads it finds the old one or the new one, whole.

    lasting  also when the machine goes down
    like     a file whose mode, owner and extended attributes it takes on, as far as the system lets it
    """
    number, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            if lasting:
                os.fsync(file.fileno())
        Path(name).chmod(mode)
        if like is not None:
            _take_on(Path(name), like)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _take_on(path: Path, like: Path) -> None:
    """Owner, mode and extended attributes of another file; its times are those of now."""
    known = like.stat()
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(path, known.st_uid, known.st_gid)
    shutil.copystat(like, path)
    os.utime(path)


def place() -> Path:
    """COMPANION_CACHE, or the folder that the platform keeps for such things."""
    chosen = os.environ.get("COMPANION_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return platformdirs.user_cache_path("symbolic-companion", appauthor=False)


@cache
def stamp() -> str:
    """All that a verdict rests on besides its question: the sources of both packages, and the versions below them."""
    top = Path(__file__).parents[2]
    parts = [f"{platform.python_implementation()} {platform.python_version()}"]
    parts += [f"{name} {metadata.version(name)}" for name in STANDS_ON]
    found = hashlib.sha256("\n".join(parts).encode())
    for package in ("numeric", "symbolic"):
        for path in sorted((top / package).rglob("*.py")):
            found.update(b"\0" + path.relative_to(top).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def _tidy(top: Path) -> None:
    """Remove what states of the companion that are long out of use have left."""
    try:
        for folder in top.iterdir():
            if len(folder.name) == 64 and folder.is_dir() and time.time() - folder.stat().st_mtime > KEPT:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        return


def _sum(question: str, answer: Any) -> str:
    """What an entry must say of itself to be believed."""
    return _digest(_dumped([question, answer]))


def _dumped(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
