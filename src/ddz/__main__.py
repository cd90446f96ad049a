"""`python -m ddz` and the command `ddz`."""

import io
import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line, or say what to install if its libraries are missing."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `ddz ... | head` ends quietly
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an output without Chinese is no error
    try:
        from ddz.cli import app
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in ("typer", "rich"):
            raise
        print(f'ddz: the command line needs {missing}: pip install "ddz[cli]"', file=sys.stderr)
        sys.exit(2)
    app()


if __name__ == "__main__":
    main()
