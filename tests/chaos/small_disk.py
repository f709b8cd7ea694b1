"""A file system of a server's own, small enough to be filled; making one takes root."""

import os
import shutil
import subprocess
from pathlib import Path

SIZE_MB = 256
LEFT_BYTES = 8_192


class SmallDisk:
    """A folder. `mounted` tells whether it is a disk of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ballast = folder / "ballast"
        self.mounted = False

    def mount(self) -> None:
        """Make it one, if we may."""
        mount = shutil.which("mount")
        if os.geteuid() != 0 or mount is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        command = [mount, "-t", "tmpfs", "-o", f"size={SIZE_MB}m", "riverrun-chaos", str(self._folder)]
        self.mounted = subprocess.run(command, capture_output=True, timeout=10, check=False).returncode == 0

    def unmount(self) -> None:
        if self.mounted:
            subprocess.run(["umount", "-l", str(self._folder)], timeout=10, check=False)

    def fill(self) -> None:
        """Leave next to nothing."""
        left = os.statvfs(self._folder)
        self._ballast.write_bytes(bytes(max(0, left.f_bavail * left.f_frsize - LEFT_BYTES)))

    def clear(self) -> None:
        self._ballast.unlink(missing_ok=True)
