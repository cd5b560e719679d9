"""Compiles the LaTeX of every case, of random statements and of the golden strings with pdflatex; exit 1 when it stops.

python tests/latex/compile.py
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.notation.printed import drawn, of_cases
from tests.notation.test_printers import GOLDEN

_HEAD = r"\documentclass{article}\usepackage{amsmath,amssymb}\setlength\parindent{0pt}\begin{document}\tiny"
# the standard fonts have no blackboard digits; KaTeX and bbm do
_ONE = r"\let\blackboard\mathbb\renewcommand\mathbb[1]{\ifx1#1\mathrm{1\mkern-4mu l}\else\blackboard{#1}\fi}"


def document(formulas: list[str]) -> str:
    """One displayed formula after another."""
    shown = "\n".join(rf"$\displaystyle {formula}$\par" for formula in formulas)
    return f"{_HEAD}{_ONE}\n{shown}\n\\end{{document}}\n"


def compiled(formulas: list[str]) -> tuple[bool, str]:
    """Did pdflatex take them all, and the end of its log."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "all.tex").write_text(document(formulas), encoding="ascii")
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "all.tex"]
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=300)
        return done.returncode == 0, done.stdout.decode("latin-1")[-2000:]


def main() -> int:
    """Compile everything; say how many formulas there were."""
    if shutil.which("pdflatex") is None:
        print("pdflatex is not installed", file=sys.stderr)
        return 2
    formulas = [*of_cases(), *drawn(), *(latex for _, latex in GOLDEN)]
    good, log = compiled(formulas)
    print(f"{len(formulas)} formulas compiled" if good else log)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
