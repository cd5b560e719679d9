"""What happens to files when a write is cut short or cannot be: the old text stays, or all of the new one is there."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from pathlib import Path

import pytest

from symbolic.article.document import MarkError
from symbolic.article.files import articles
from symbolic.article.session import write
from symbolic.cli import main
from symbolic.run import cache
from symbolic.run.cache import Cache

BLOCK = "<!-- companion: attention-scaling.mean -->\n<!-- /companion -->\n"

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")


def killed(path: Path, new: str) -> None:
    Path.replace = lambda one, other: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment,return-value]
    write(path, "old", new)


@forks
def test_killed_before_the_rename_the_old_text_is_whole_and_the_next_write_works(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("old", encoding="utf-8")
    process = multiprocessing.get_context("fork").Process(target=killed, args=(path, "new"))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL and path.read_text(encoding="utf-8") == "old"
    assert list(articles([tmp_path])) == [path]
    write(path, "old", "new")
    assert path.read_text(encoding="utf-8") == "new"


def test_mode_and_extended_attributes_are_kept_and_the_time_is_that_of_the_write(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o751)
    os.utime(path, (1, 1))
    marked = hasattr(os, "setxattr")
    if marked:
        try:
            os.setxattr(path, "user.author", b"me")
        except OSError:
            marked = False
    owner = path.stat().st_uid, path.stat().st_gid
    write(path, "old", "new")
    now = path.stat()
    assert (now.st_uid, now.st_gid) == owner and now.st_mode & 0o777 == 0o751 and now.st_mtime > 1
    assert not marked or os.getxattr(path, "user.author") == b"me"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("old", encoding="utf-8")
    os.chown(path, 1234, 1235)
    write(path, "old", "new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1235)


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_a_link_stays_one_and_a_hard_link_that_is_parted_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    real, link, hard = (tmp_path / name for name in ("real.md", "link.md", "hard.md"))
    real.write_text(BLOCK, encoding="utf-8")
    link.symlink_to(real.name)
    assert main(["sync", str(link)]) == 0 and link.is_symlink()
    assert "mathbb" in real.read_text(encoding="utf-8") and not capsys.readouterr().err
    real.write_text(BLOCK, encoding="utf-8")
    hard.hardlink_to(real)
    assert main(["sync", str(real)]) == 0 and hard.read_text(encoding="utf-8") == BLOCK
    assert "other names" in capsys.readouterr().err


def test_a_folder_that_takes_no_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.md"
    path.write_text("old", encoding="utf-8")

    def refused(*_: object, **__: object) -> tuple[int, str]:
        raise PermissionError(13, "Permission denied", "hidden")

    monkeypatch.setattr(cache.tempfile, "mkstemp", refused)
    with pytest.raises(MarkError, match="its folder takes no new file"):
        write(path, "old", "new")
    assert path.read_text(encoding="utf-8") == "old"


def test_a_cache_that_may_not_be_looked_into_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_dir", refused)
    monkeypatch.setattr(Path, "mkdir", refused)
    kept = Cache(tmp_path / "cache")
    kept.put("a", 1)
    assert kept.get("a") is None


def test_a_folder_that_cannot_be_looked_into_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = os.scandir

    def refused(path: str) -> object:
        if Path(path).name == "shut":
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    (tmp_path / "shut").mkdir()
    monkeypatch.setattr(os, "scandir", refused)
    assert main(["check", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"companion: {tmp_path / 'shut'}: Permission denied\n"


def test_another_encoding_and_a_display_without_measure_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(BLOCK.encode("utf-16"))
    assert main(["sync", str(path)]) == 2
    assert capsys.readouterr().err == f"companion: {path}:1:1: the file is UTF-16: save it as UTF-8\n"
    path.write_text("$$" + "x + " * 50_000 + "x = 1$$\n", encoding="utf-8")
    assert main(["check", str(path), "--strict", "--no-cache"]) == 3
    assert "a display of 200005 characters is longer than 100000; split it" in capsys.readouterr().out
