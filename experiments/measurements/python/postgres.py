"""PostgreSQL without a server: a single-user session in a temporary folder, as an unprivileged user, which ends with its input."""

import atexit
import glob
import os
import pwd
import re
import shutil
import subprocess
import tempfile

from protocol import NotMeasured


def program(name):
    """The installed program of the highest version."""
    found = glob.glob(f"/usr/lib/postgresql/*/bin/{name}") or [path for path in [shutil.which(name)] if path]
    if not found:
        raise NotMeasured(f"no {name} (apt-get install postgresql)")
    return max(found, key=lambda path: [int(part) for part in re.findall(r"\d+", path)])


def version():
    return subprocess.run([program("postgres"), "--version"], capture_output=True, text=True, check=True).stdout.split()[2]


class Database:
    def __init__(self):
        for left in glob.glob(f"{tempfile.gettempdir()}/engines-postgres-*"):
            # of a program that was killed
            if not os.path.exists(f"/proc/{left.split('-')[2]}"):
                shutil.rmtree(left, ignore_errors=True)
        self.folder = tempfile.mkdtemp(prefix=f"engines-postgres-{os.getpid()}-")
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.user = None
        if os.getuid() == 0:
            names = {entry.pw_name for entry in pwd.getpwall()}
            self.user = "postgres" if "postgres" in names else "nobody"
            shutil.chown(self.folder, self.user)
        self.run([program("initdb"), "-D", f"{self.folder}/data", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"], "")

    def run(self, command, given):
        done = subprocess.run(
            command,
            input=given,
            capture_output=True,
            text=True,
            user=self.user,
            cwd=self.folder,
            env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
        )
        errors = re.findall(r"(?:ERROR|FATAL|PANIC): +(.*)", done.stderr)
        if done.returncode or errors:
            raise NotMeasured(f"{os.path.basename(command[0])}: {(errors or [done.stderr[-200:]])[0]}")
        return done.stdout

    def file(self, rows):
        """The path of a file of these rows, for COPY."""
        path = f"{self.folder}/rows"
        with open(path, "w") as file:
            file.writelines(f"{row}\n" for row in rows)
        return path

    def ask(self, statements):
        """What a session prints on these statements; the first that fails ends the trial."""
        settings = {
            "fsync": "off",
            "enable_seqscan": "off",
            "max_parallel_workers_per_gather": "0",
            "max_parallel_maintenance_workers": "0",
            "work_mem": "64MB",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return self.run(
            [program("postgres"), "--single", *options, "-D", f"{self.folder}/data", "postgres"],
            "".join(f"{statement}\n" for statement in statements),
        )
